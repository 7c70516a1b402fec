import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { closeServer, listen } from "../../support/listen";

export type TestServer = { origin: string; host: string; requests: IncomingMessage[] };

/** A real HTTP server on a free port, which keeps the requests it got; closed when the test ends. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = createServer(listener);
  const host = `127.0.0.1:${await listen(server)}`;
  onTestFinished(() => closeServer(server));
  return { origin: `http://${host}`, host, requests };
}
