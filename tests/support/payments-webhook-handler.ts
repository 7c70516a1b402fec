import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Delivery } from "@/app/_server/http/answer-webhook";
import { readBody } from "@/app/_server/http/read-body";

/** What a request delivers, as the server's entry reads it. */
export async function deliveryOf(request: Request): Promise<Delivery> {
  const length = request.headers.get("content-length");
  const body = await readBody(request.body, length, 1024 * 1024);
  return { body, signature: request.headers.get("stripe-signature") };
}

export type WebhookAnswer = { status: number; body: unknown };

/**
 * The webhook handler on a socket, so that Stripe's own signed deliveries reach it: requests go to `receive` byte for
 * byte. `answers` holds what it said, since the test began.
 */
export function useWebhookHandler(receive: (request: Request) => Promise<Response>) {
  const answers: WebhookAnswer[] = [];
  let server: Server | undefined;
  let url = "";
  beforeAll(async () => {
    server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const headers = { "stripe-signature": String(incoming.headers["stripe-signature"] ?? "") };
      const request = new Request(url, { method: "POST", headers, body: Buffer.concat(chunks) });
      const response = await receive(request);
      const body: unknown = await response.json();
      answers.push({ status: response.status, body });
      outgoing.writeHead(response.status).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/webhooks/stripe`;
  });
  beforeEach(() => {
    answers.length = 0;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });
  return {
    get url() {
      return url;
    },
    answers,
  };
}
