import type { IncomingMessage } from "node:http";
import type { Env } from "@/lib/base/env/env";
import { parseTrustedProxies, type TrustedProxies, visitorAddress } from "@/lib/base/env/trusted-proxies";
import { isSameSecret, newToken } from "@/lib/base/ids";
import { isCountry } from "@/lib/shop/settings/countries";
import { acceptedEncoding } from "./negotiation";

/** Next copies it to its own requests to this server; it never leaves the process. */
const keyHeader = "x-entry-key";

type Trust = Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXIES" | "COUNTRY_HEADER">;

/**
 * Replaces the headers in which a client states its own address and country, the request's id, our host or its proxies,
 * before any route reads them.
 *
 * When an action redirects to a page, Next requests that page from this server for the visitor. Such a request carries
 * this process's key, and keeps the visitor's address and country.
 */
export function openHeaderReplacer(trust: Trust): (request: IncomingMessage) => void {
  const ownKey = newToken();
  const own = new URL(trust.SHOP_ORIGIN);
  const proxies = parseTrustedProxies(trust.TRUSTED_PROXIES);
  return (request) => {
    const { headers } = request;
    const isOwn = isSameSecret(String(headers[keyHeader] ?? ""), ownKey);
    const isProxied = proxies.has(socketAddress(request));
    const address = isOwn ? String(headers["x-client-address"]) : clientAddress(request, proxies);
    const country = isOwn ? headers[countryHeader] : clientCountry(request, isProxied, trust);
    for (const name of untrustedHeaders) delete headers[name];
    if (!isProxied) delete headers["x-request-id"];
    if (country) headers[countryHeader] = country;
    // Next compares a form's origin with the Host header, and next-auth builds addresses from it. In a live shop the
    // header is therefore always our own host. In local mode 127.0.0.1 and localhost are both ours.
    if (trust.APP_MODE === "live") headers.host = own.host;
    headers["x-forwarded-proto"] = own.protocol.slice(0, -1);
    headers["x-forwarded-for"] = address;
    headers["x-client-address"] = address;
    headers[keyHeader] = ownKey;
    headers["accept-encoding"] = acceptedEncoding(headers["accept-encoding"]);
  };
}

const countryHeader = "x-client-country";

const untrustedHeaders = [
  countryHeader,
  "x-real-ip",
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-middleware-subrequest",
  // Next reads its scripts' nonce from this header, which request-listener.ts sets afterwards.
  "content-security-policy",
  "content-security-policy-report-only",
];

function socketAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
}

function clientAddress(request: IncomingMessage, proxies: TrustedProxies): string {
  return visitorAddress(socketAddress(request), String(request.headers["x-forwarded-for"] ?? ""), proxies);
}

/** The country that a trusted proxy names; undefined without one, for an unknown country, and for Tor (T1). */
function clientCountry(
  { headers }: IncomingMessage,
  isProxied: boolean,
  { COUNTRY_HEADER }: Trust,
): string | undefined {
  if (!isProxied || COUNTRY_HEADER === undefined) return undefined;
  const named = String(headers[COUNTRY_HEADER] ?? "")
    .trim()
    .toUpperCase();
  return isCountry(named) ? named : undefined;
}
