import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { parseTrustedProxies } from "@/lib/base/env/trusted-proxies";
import { AppError } from "@/lib/base/errors";
import { PerCaller } from "@/lib/base/process/semaphore";
import { addressKey } from "@/lib/base/rate-limit/address-key";
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

/**
 * The open connections of one address. A browser opens six and one for a live page, so an office of thirty people behind
 * one address has at most 210.
 */
export const mostPerAddress = 300;

type Limits = { trustedProxies: string; mostPerAddress: number };

/**
 * Closes the connections of an address beyond its most at once, so that one address can't take all of the server's with
 * requests that it never finishes. Trusted proxies bring many visitors and have no limit.
 */
export function limitConnections(server: Server, limits: Limits): void {
  const proxies = parseTrustedProxies(limits.trustedProxies);
  const open = new PerCaller(limits.mostPerAddress);
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
    if (proxies.has(address)) return;
    try {
      socket.once("close", open.acquire(addressKey(address)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      socket.destroy();
    }
  });
}
