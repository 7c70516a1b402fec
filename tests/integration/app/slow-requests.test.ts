import { expect, it } from "vitest";
import { startEntry } from "../../support/entry-server";

/** The server's answer to a connection that sends only `text`, read until the server closes it. */
async function untilClosed(text: string): Promise<string> {
  const { say } = await startEntry((_request, response) => response.end());
  return say(text);
}

const head = "POST /api/webhooks/stripe HTTP/1.1\r\nHost: shop\r\n";

it("a client that never ends its body, or its headers, is answered 408 and its connection is closed", async () => {
  const [body, headers] = await Promise.all([
    untilClosed(`${head}Content-Length: 1000\r\n\r\n{"id":`),
    untilClosed(head),
  ]);
  expect(body).toMatch(/^HTTP\/1\.1 408 /);
  expect(headers).toMatch(/^HTTP\/1\.1 408 /);
});

it("a webhook that announces too many bytes is answered 413 without its body, and its connection closed", async () => {
  const said = await untilClosed(`${head}Content-Length: 2000000\r\n\r\n{"id":`);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
  expect(said).toMatch(/X-Content-Type-Options: nosniff/);
});

it("a webhook address accepts only POST", async () => {
  const said = await untilClosed(
    "GET /api/webhooks/stripe HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n",
  );
  expect(said).toMatch(/^HTTP\/1\.1 405 /);
  expect(said).toMatch(/Allow: POST/);
});
