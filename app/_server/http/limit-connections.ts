import type { Server } from "node:http";
import type { Socket } from "node:net";
import { parseTrustedProxies } from "@/lib/base/env/trusted-proxies";
import { AppError } from "@/lib/base/errors";
import { PerCaller } from "@/lib/base/process/semaphore";
import { addressKey } from "@/lib/base/rate-limit/address-key";

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
