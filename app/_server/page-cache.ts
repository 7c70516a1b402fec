import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { second } from "@/lib/time";
import { acceptedEncoding } from "./accepted-encoding";
import { hasSameTag } from "./etag";
import type { PrerenderedPage } from "./finish-answer";

type Page = { headers: OutgoingHttpHeaders; identity: Buffer; gzip: Buffer; keptAt: number };

/** Next may mark pages as old a moment after it says that it has: what was kept in that moment is soon asked for again. */
const keptForMs = 5 * second;
/** Some forty pages of a tenth of a mebibyte exist; this is what their number may grow to. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Keeps the finished answers of prerendered pages, encoded in each way that is ever sent: Next compresses the same page
 * again for every visitor, which costs more than everything else about it. Only what Next itself answers from its
 * prerendered pages is kept, under its path alone, so no header of a visitor's is in the key or in the answer; `forget`
 * empties it whenever pages are made again, and nothing is kept for more than some seconds.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: mostBytes,
    sizeCalculation: (page) => page.identity.byteLength + page.gzip.byteLength,
  });
  #generation = 0;
  readonly #now: () => number;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Answers the request from what is kept; false when Next has to. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const path = keptPath(request);
    const page = path !== null && this.#pages.get(path);
    if (!page || this.#now() - page.keptAt > keptForMs) return false;
    const { etag } = page.headers;
    if (etag !== undefined && hasSameTag(request.headers["if-none-match"], String(etag))) {
      response.writeHead(304, page.headers).end();
      return true;
    }
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    response.writeHead(200, {
      ...page.headers,
      "content-type": "text/html; charset=utf-8",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-length": page[encoding].byteLength,
    });
    // Node leaves the body of an answer to HEAD out.
    response.end(page[encoding]);
    return true;
  }

  /** What keeps the page that Next answers this request with, if it may be kept; called with the finished page. */
  keeper(request: IncomingMessage): (page: PrerenderedPage) => void {
    const path = keptPath(request);
    const generation = this.#generation;
    return ({ status, headers, html }) => {
      const isAsPrerendered =
        status === 200 && headers["x-nextjs-cache"] === "HIT" && headers["set-cookie"] === undefined;
      if (path === null || !isAsPrerendered || generation !== this.#generation) return;
      this.#pages.set(path, {
        headers: { ...lasting(headers), vary: withEncoding(headers.vary) },
        identity: html,
        gzip: gzipSync(html),
        keptAt: this.#now(),
      });
    };
  }

  /** Pages are being made again: answers that are in flight are not kept either. */
  forget(): void {
    this.#generation++;
    this.#pages.clear();
  }
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?shop_session=/;

/**
 * The path under which the answer may be kept: a prerendered page knows no query. Null for whatever is not a plain page:
 * other methods, the router's own requests, handlers and files, and the home page of somebody signed in, whom the
 * middleware leads on.
 */
function keptPath({ method, url = "", headers }: IncomingMessage): string | null {
  const path = url.replace(/\?.*$/, "");
  if (method !== "GET" && method !== "HEAD") return null;
  if (!/^\/[\w/-]*$/.test(path) || /^\/(?:api|_next)\//.test(path)) return null;
  const isRouters = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  if (isRouters || headers.range !== undefined) return null;
  if (path === "/" && sessionCookie.test(headers.cookie ?? "")) return null;
  return path;
}

// What belongs to one connection, or to how this very answer was sent.
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
