import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { second } from "@/lib/time";

type Page = { headers: OutgoingHttpHeaders; body: Buffer; keptAt: number };

/** Next may mark pages as old a moment after it says that it has: what was kept in that moment is soon asked for again. */
const keptForMs = 5 * second;

/**
 * Keeps the finished answers of prerendered pages, compressed as they went out: Next compresses the same page anew for
 * every visitor, which costs more than everything else about it. Only what Next itself answers from its prerendered
 * pages is kept, so nothing that was made for one visitor can be; `forget` empties it whenever pages are made anew, and
 * nothing is kept for more than some seconds.
 */
export class PageCache {
  readonly #pages = new Map<string, Page>();
  #generation = 0;
  readonly #now: () => number;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Answers the request from what is kept; false when Next has to, whose answer is then kept if it may be. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    if (key === null) return false;
    const page = this.#pages.get(key);
    if (!page || this.#now() - page.keptAt > keptForMs) {
      this.#keep(key, response);
      return false;
    }
    const isKnown = request.headers["if-none-match"] === page.headers.etag && page.headers.etag !== undefined;
    response.writeHead(isKnown ? 304 : 200, isKnown ? withoutBody(page.headers) : page.headers);
    response.end(isKnown ? undefined : page.body);
    return true;
  }

  /** Pages are being made anew: answers that are under way are not kept either. */
  forget(): void {
    this.#generation++;
    this.#pages.clear();
  }

  #keep(key: string, response: ServerResponse): void {
    const generation = this.#generation;
    const parts: Buffer[] = [];
    const { write, end } = response;
    const collect = (part: unknown, encoding: unknown) => {
      if (typeof part === "string") parts.push(Buffer.from(part, textEncoding(encoding)));
      else if (part instanceof Uint8Array) parts.push(Buffer.from(part));
    };
    response.write = (...given: unknown[]) => {
      collect(given[0], given[1]);
      return Reflect.apply(write, response, given);
    };
    response.end = (...given: unknown[]) => {
      collect(given[0], given[1]);
      const headers = response.getHeaders();
      const ended = Reflect.apply(end, response, given);
      if (isPrerendered(response.statusCode, headers) && generation === this.#generation) {
        const body = Buffer.concat(parts);
        this.#pages.set(key, {
          headers: { ...stripped(headers), "content-length": body.byteLength },
          body,
          keptAt: this.#now(),
        });
      }
      return ended;
    };
  }
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?shop_session=/;

/**
 * What the answer depends on: the path and the encodings the browser takes; a prerendered page knows no query. Null for
 * whatever is not a plain page: other methods, the router's own requests, doors and files, and the home page of somebody
 * signed in, whom the middleware leads on.
 */
function keyOf(request: IncomingMessage): string | null {
  const { method, url = "", headers } = request;
  const path = url.replace(/\?.*$/, "");
  if (method !== "GET" || !/^\/[\w/-]*$/.test(path) || /^\/(?:api|_next)\//.test(path)) return null;
  const isRouters = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  if (isRouters || headers.range !== undefined) return null;
  if (path === "/" && sessionCookie.test(headers.cookie ?? "")) return null;
  const accepted = String(headers["accept-encoding"] ?? "");
  return `${path} ${["br", "gzip", "deflate"].filter((name) => accepted.includes(name)).join()}`;
}

/** True for what Next took from its prerendered pages as it is. A page that it makes anew just now is kept next time. */
function isPrerendered(status: number, headers: OutgoingHttpHeaders): boolean {
  return (
    status === 200 &&
    headers["x-nextjs-cache"] === "HIT" &&
    String(headers["content-type"]).startsWith("text/html") &&
    headers["set-cookie"] === undefined
  );
}

// What belongs to one connection, or to the length of this very answer.
const ofOneAnswer = ["connection", "keep-alive", "transfer-encoding", "content-length", "date"];

function stripped(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneAnswer.includes(name)));
}

function withoutBody(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const bodily = ["content-length", "content-encoding", "content-type"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !bodily.includes(name)));
}

function textEncoding(encoding: unknown): BufferEncoding {
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
}
