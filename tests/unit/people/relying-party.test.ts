import { expect, it } from "vitest";
import { relyingParty } from "@/lib/people/auth/passkeys/relying-party";

it.each([
  ["https://shop.example", "shop.example"],
  ["https://www.shop.example:8443", "www.shop.example"],
  ["http://localhost:3000", "localhost"],
])("a passkey of %s is for %s", (origin, id) => {
  expect(relyingParty({ origin, name: "Tide" })).toEqual({ id, origin, name: "Tide" });
});

it.each(["http://127.0.0.1:3000", "https://203.0.113.9", "http://[::1]:3000"])(
  "%s has no passkeys, because it has no host name",
  (origin) => {
    expect(relyingParty({ origin, name: "Tide" })).toBeNull();
  },
);
