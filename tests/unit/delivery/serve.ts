import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { closeServer, listen } from "../../support/listen";

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;
export type TestServer = { origin: string; host: string; requests: IncomingMessage[] };

/** A real HTTP server on a free port, which keeps the requests it got; closed when the test ends. */
export async function serve(answer: Answer): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  const host = `127.0.0.1:${await listen(server)}`;
  onTestFinished(() => closeServer(server));
  return { origin: `http://${host}`, host, requests };
}
