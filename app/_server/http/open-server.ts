import { createServer, type RequestListener, type Server } from "node:http";
import { second } from "@/lib/base/time/time";

/** Connections beyond this are closed at once: each costs memory and a file descriptor. */
const mostConnections = 10_000;

/**
 * An HTTP server whose connections can't stay open forever. A client has ten seconds for a request's headers and
 * fifteen for the whole request, then it gets 408. A connection without traffic for two minutes is closed; live streams
 * send every twenty seconds.
 */
export function openServer(answer: RequestListener): Server {
  const server = createServer(
    { headersTimeout: 10 * second, requestTimeout: 15 * second, connectionsCheckingInterval: second },
    answer,
  );
  // Longer than the usual proxy's, so that we never close a connection a proxy is about to reuse.
  server.keepAliveTimeout = 75 * second;
  server.timeout = 120 * second;
  server.maxConnections = mostConnections;
  // Without a listener for `upgrade`, Node treats such a request as a plain one, and it is answered.
  server.on("connect", (_request, socket) => {
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\n\r\n");
  });
  return server;
}
