import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";

/**
 * Stripe with some objects about which it can only answer 500: requests whose address names one of `broken`. All
 * others go on to the emulator at `url`. `stop` ends it.
 */
export async function stripeThatFailsAbout(
  url: string,
  broken: Set<string>,
): Promise<{ client: StripeClient; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const path = request.url ?? "/";
    if ([...broken].some((id) => path.includes(id))) {
      response.writeHead(500, { "content-type": "application/json" }).end('{"error":{"type":"api_error"}}');
      return;
    }
    const { host: _host, ...headers } = request.headers;
    const answer = await fetch(`${url}${path}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    client: openStripe({ secretKey: "sk_test_tests", apiBase: `http://127.0.0.1:${port}`, timeoutMs: 5_000 }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
