import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerWebhook } from "@/app/_server/answer-webhook";
import { requestLimits } from "@/app/_server/request-limits";
import { testEnv } from "../support/test-env";

let server: Server;
let port = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  Object.assign(process.env, testEnv());
  server = createServer(requestLimits, answerWebhook);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** What the server said on a connection that sends `text` and then no more, until the server closed it. */
function untilClosed(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    sockets.push(socket);
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("close", () => resolve(said));
    socket.on("error", reject);
  });
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

it("a webhook that announces too much is answered 413 without its body, and its connection is closed", async () => {
  const said = await untilClosed(`${head}Content-Length: 2000000\r\n\r\n{"id":`);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
  expect(said).toMatch(/X-Content-Type-Options: nosniff/);
});

it("a webhook address is called with POST alone", async () => {
  const said = await untilClosed(
    "GET /api/webhooks/stripe HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n",
  );
  expect(said).toMatch(/^HTTP\/1\.1 405 /);
  expect(said).toMatch(/Allow: POST/);
});
