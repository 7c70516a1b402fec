import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Env } from "@/lib/env";
import { newToken } from "@/lib/ids";
import { acceptedEncoding } from "./accepted-encoding";

/** Passed on to the routes, and with them to what Next asks of this server; it never leaves the process. */
const keyHeader = "x-entry-key";

type Trust = Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXY_HOPS">;

/**
 * Replaces what a client claims about its own address, ours and the way here by what is known, before any route reads
 * it. When an action ends on another page, Next asks this server for that page in the visitor's name: such a request
 * carries a key of this process, and keeps the visitor's address.
 */
export function openClaimReplacer(trust: Trust): (request: IncomingMessage) => void {
  const ownKey = newToken();
  const own = new URL(trust.SHOP_ORIGIN);
  return (request) => {
    const { headers } = request;
    const isOwn = isSame(String(headers[keyHeader] ?? ""), ownKey);
    const address = isOwn ? String(headers["x-client-address"]) : clientAddress(request, trust);
    for (const name of unbelieved) delete headers[name];
    // Next compares a form's origin with the host, and next-auth makes addresses of it: in a live shop it is ours,
    // whatever a proxy or a client calls us. On one machine both 127.0.0.1 and localhost are.
    if (trust.APP_MODE === "live") headers.host = own.host;
    headers["x-forwarded-proto"] = own.protocol.slice(0, -1);
    headers["x-forwarded-for"] = address;
    headers["x-client-address"] = address;
    headers[keyHeader] = ownKey;
    headers["accept-encoding"] = acceptedEncoding(headers["accept-encoding"]);
  };
}

const unbelieved = [
  "x-real-ip",
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-middleware-subrequest",
  // Next takes the nonce of its scripts from it: main.ts sets it where it belongs.
  "content-security-policy",
  "content-security-policy-report-only",
];

/** The address as the outermost trusted proxy saw it; without one, the socket's. */
function clientAddress(request: IncomingMessage, { TRUSTED_PROXY_HOPS }: Trust): string {
  const socket = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
  if (TRUSTED_PROXY_HOPS === 0) return socket;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-TRUSTED_PROXY_HOPS)?.trim() || socket;
}

function isSame(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}
