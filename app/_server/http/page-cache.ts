import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { second } from "@/lib/base/time/time";
import type { PrerenderedPage } from "./finish-response";
import { acceptedEncoding, hasSameTag } from "./negotiation";
import { unknownOrderPath } from "./order-link";

type Page = { status: number; headers: OutgoingHttpHeaders; identity: Buffer; gzip: Buffer; keptAt: number };

/** Next may answer a revalidation before it has marked pages as stale: an old page kept then expires this soon. */
const keptForMs = 5 * second;
/** About five hundred pages. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Caches the complete answers of prerendered pages in both encodings. Next compresses a page again for every visitor,
 * which costs more than the rest of its work. An answer is kept by its path alone, so no visitor's query or header is
 * in the key or the answer. The pages that are used least leave when it is full: a shop of sixty platforms has more than
 * it holds. `forget` empties it on revalidation, and every entry expires after a few seconds.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: mostBytes,
    sizeCalculation: ({ identity, gzip }) => identity.byteLength + gzip.byteLength,
  });
  #generation = 0;
  readonly #now: () => number;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Answers the request from the cache; false when Next has to answer it. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const path = keptPath(request);
    const page = path !== null && this.#pages.get(path);
    if (!page || this.#now() - page.keptAt > keptForMs) return false;
    const { etag } = page.headers;
    if (
      page.status === 200 &&
      etag !== undefined &&
      hasSameTag(request.headers["if-none-match"], String(etag))
    ) {
      response.writeHead(304, page.headers).end();
      return true;
    }
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    response.writeHead(page.status, {
      ...page.headers,
      "content-type": "text/html; charset=utf-8",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-length": page[encoding].byteLength,
    });
    // Node leaves out the body of an answer to HEAD.
    response.end(page[encoding]);
    return true;
  }

  /** A function that takes the finished page of this request and keeps it, if it may be kept. */
  keeper(request: IncomingMessage): (page: PrerenderedPage) => void {
    const path = keptPath(request);
    const generation = this.#generation;
    return ({ status, headers, html }) => {
      const isAsPrerendered =
        status === (path === unknownOrderPath ? 404 : 200) &&
        headers["x-nextjs-cache"] === "HIT" &&
        headers["set-cookie"] === undefined;
      if (path === null || !isAsPrerendered || generation !== this.#generation) return;
      this.#pages.set(path, {
        status,
        headers: { ...lasting(headers), vary: withEncoding(headers.vary) },
        identity: html,
        gzip: gzipSync(html),
        keptAt: this.#now(),
      });
    };
  }

  /** Empties the cache; answers in flight now are not kept either. */
  forget(): void {
    this.#generation++;
    this.#pages.clear();
  }
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?shop_session=/;

/**
 * The path under which the answer may be kept; a prerendered page ignores the query. Null for other methods, the
 * router's requests, and the home page of a signed-in visitor, which the middleware redirects.
 */
function keptPath({ method, url = "", headers }: IncomingMessage): string | null {
  const path = url.replace(/\?.*$/, "");
  if (method !== "GET" && method !== "HEAD") return null;
  const isRouters = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  if (isRouters || headers.range !== undefined) return null;
  if (path === "/" && sessionCookie.test(headers.cookie ?? "")) return null;
  return path;
}

// Headers that belong to one connection or one encoding, and so are not kept.
const ofOneAnswer = [
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-type",
  "content-encoding",
  "date",
];

function lasting(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneAnswer.includes(name)));
}

function withEncoding(vary: OutgoingHttpHeaders[string]): string {
  const names = [vary ?? []].flat().join(", ");
  return /(?:^|,)\s*accept-encoding\s*(?:,|$)/i.test(names)
    ? names
    : [names, "Accept-Encoding"].filter(Boolean).join(", ");
}
