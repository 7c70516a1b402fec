import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export type TestServer = { origin: string; host: string; requests: IncomingMessage[] };

/** A real HTTP server on a free port, remembering what it was asked; gone when the test ends. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return { origin: `http://${host}`, host, requests };
}
