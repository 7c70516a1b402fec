import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { closedPolicy } from "./content-policy";

/** On every answer. */
const everywhere = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};

/** A prerendered page as Next answered it, its policy among the headers. `html` is not encoded. */
export type PrerenderedPage = { status: number; headers: OutgoingHttpHeaders; html: Buffer };

type Policies = {
  /** For a page made for this visitor. */
  ofDynamicPage: string;
  /** For a prerendered page, from its text; null where no page is prerendered. */
  ofPrerendered: ((html: string) => string) | null;
};

/**
 * Adds to the answer, when its head is written, the headers above, a content policy where it has none, and no-store
 * where it has no Cache-Control or sets a cookie. A prerendered page is buffered until it is complete, because its
 * policy names its scripts; `onPage` gets it before it is sent. Everything else streams through.
 */
export function finishResponse(
  response: ServerResponse,
  policies: Policies,
  onPage: (page: PrerenderedPage) => void,
): void {
  const { writeHead, write, end, flushHeaders } = response;
  const { ofDynamicPage, ofPrerendered } = policies;
  for (const [name, value] of Object.entries(everywhere)) response.setHeader(name, value);
  let isDecided = false;
  let held: Buffer[] | null = null;

  const decide = () => {
    if (isDecided) return;
    isDecided = true;
    // A prerendered page says that any cache may keep it, also when it renews a visitor's session.
    const isPrivate = response.hasHeader("set-cookie") || !response.hasHeader("cache-control");
    if (isPrivate) response.setHeader("Cache-Control", "no-store");
    const isPage = String(response.getHeader("content-type")).startsWith("text/html");
    const caching = String(response.getHeader("cache-control"));
    // Some proxies rewrite email addresses in pages, which React can't hydrate then.
    if (isPage && !caching.includes("no-transform"))
      response.setHeader("Cache-Control", `${caching}, no-transform`);
    // A page from the page cache brings its policy.
    if (response.hasHeader("content-security-policy")) return;
    if (isPage && ofPrerendered && response.hasHeader("x-nextjs-cache")) held = [];
    else response.setHeader("Content-Security-Policy", isPage ? ofDynamicPage : closedPolicy);
  };
  const finishPage = (parts: Buffer[]) => {
    held = null;
    const body = Buffer.concat(parts);
    const html = response.getHeader("content-encoding") === "gzip" ? gunzipSync(body) : body;
    if (ofPrerendered) response.setHeader("Content-Security-Policy", ofPrerendered(html.toString()));
    response.removeHeader("transfer-encoding");
    response.setHeader("Content-Length", body.byteLength);
    onPage({ status: response.statusCode, headers: response.getHeaders(), html });
    Reflect.apply(writeHead, response, [response.statusCode]);
    return body;
  };

  response.writeHead = (status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headersAmong(rest))) response.setHeader(name, value);
    decide();
    if (held !== null) return response;
    return Reflect.apply(writeHead, response, typeof rest[0] === "string" ? [status, rest[0]] : [status]);
  };
  response.flushHeaders = () => {
    decide();
    if (held === null) Reflect.apply(flushHeaders, response, []);
  };
  response.write = (...given: unknown[]) => {
    decide();
    if (held === null) return Reflect.apply(write, response, given);
    held.push(bytesOf(given));
    for (const done of given) if (typeof done === "function") process.nextTick(done);
    return true;
  };
  response.end = (...given: unknown[]) => {
    decide();
    if (held === null) return Reflect.apply(end, response, given);
    const done = given.find((one) => typeof one === "function");
    return Reflect.apply(end, response, [finishPage([...held, bytesOf(given)]), done]);
  };
}

function headersAmong(given: unknown[]): Record<string, OutgoingHttpHeader> {
  const last = given.at(-1);
  return typeof last === "object" && last !== null ? (last as Record<string, OutgoingHttpHeader>) : {};
}

function bytesOf([part, encoding]: unknown[]): Buffer {
  if (part instanceof Uint8Array) return Buffer.from(part);
  if (typeof part !== "string") return Buffer.alloc(0);
  return Buffer.from(part, typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8");
}
