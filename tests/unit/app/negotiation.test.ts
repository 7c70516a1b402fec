import { expect, it } from "vitest";
import { acceptedEncoding } from "@/app/_server/http/negotiation";

it.each([
  ["gzip, deflate, br, zstd", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"],
  ["*", "gzip"],
  ["deflate, *;q=0.5", "gzip"],
  ["gzip ; q=0.001", "gzip"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["", "identity"],
  [undefined, "identity"],
  ["br;q=0, gzip;q=0", "identity"],
  ["gzip;q=0.000", "identity"],
  ["*;q=0", "identity"],
  ["gzip;q=0, *", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["br", "identity"],
  ["not-gzip, gzippy", "identity"],
  ["gzip;q=2", "identity"],
  ["gzip;q=abc", "identity"],
  ["gzip;level=9", "identity"],
])("Accept-Encoding %j is answered with %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
