import { createServer, type RequestListener, type Server } from "node:http";
import { second } from "@/lib/time";

/** More open connections than this are closed as they come: each costs memory and a file descriptor. */
const mostConnections = 10_000;

/**
 * An HTTP server whose connections all end. A client has ten seconds for a request's headers and fifteen for all of it,
 * then it is answered 408; a body has at most a mebibyte. A connection on which nothing has moved for two minutes is
 * closed: a reader that does not read, an answer that does not come. Live streams move every twenty seconds.
 */
export function openServer(answer: RequestListener): Server {
  const server = createServer(
    { headersTimeout: 10 * second, requestTimeout: 15 * second, connectionsCheckingInterval: second },
    answer,
  );
  // Longer than the usual proxy's own, so that a reused connection is never closed from our side first.
  server.keepAliveTimeout = 75 * second;
  server.timeout = 120 * second;
  server.maxConnections = mostConnections;
  // Nobody listens to `upgrade`, so node reads such a request as if it asked for no upgrade, and it is answered.
  server.on("connect", (_request, socket) => {
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\n\r\n");
  });
  return server;
}
