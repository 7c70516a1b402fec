import { Agent, type buildConnector, Client, type Dispatcher, request } from "undici";
import { AddressRefused, publicConnector } from "@/lib/base/public-address";
import { version } from "@/package.json";
import type { SendDeadline } from "./send-deadline";

/**
 * The result of one request. not_sent: nothing was written, because there was no connection (name, refusal, TLS, or an
 * address that is not public). lease_over: nothing was written, because the deadline had passed. `cut` says why an
 * answer isn't whole.
 */
export type RawAnswer =
  | { kind: "not_sent"; detail: string }
  | { kind: "lease_over"; detail: string }
  | { kind: "lost"; reason: LossReason; detail: string }
  | {
      kind: "answered";
      httpStatus: number;
      body: string;
      cut: LossReason | "answer_too_large" | null;
      retryAfterSeconds: number | null;
      /** The same address as its server writes it, to which it redirects: with a slash at the end, or with www. */
      movedTo?: string | null;
    };

type LossReason = "timeout" | "connection_lost";

/** Only the connector throws it, so it proves that the request was never written. */
class NotConnected extends Error {}
class LeaseOver extends NotConnected {}

const connectTimeoutMs = 5_000;
const open = {
  public: publicConnector({ timeoutMs: connectTimeoutMs }),
  local: publicConnector({ timeoutMs: connectTimeoutMs, allowLoopback: true }),
};

/** The addresses that may be connected to: only public ones, or also emulators on this machine (local mode). */
export type Reach = keyof typeof open;

/**
 * Connects, and fails if the deadline has passed by then. The request is written in the same turn of the event loop, so
 * this is the last moment to stop it.
 */
function connectWithin(reach: Reach, deadline?: SendDeadline): buildConnector.connector {
  return (options, callback) =>
    open[reach](options, (error, socket) => {
      if (error) return callback(new NotConnected(codeOf(error), { cause: error }), null);
      if (!deadline || deadline.leftMs() > 0) return callback(null, socket);
      socket.destroy();
      callback(new LeaseOver("the deadline was over before the request was written"), null);
    });
}

const shared = {
  public: new Agent({ connect: connectWithin("public") }),
  local: new Agent({ connect: connectWithin("local") }),
};

export type PostOptions = {
  timeoutMs: number;
  reach: Reach;
  maxBytes: number;
  /**
   * A supplier may close a reused connection while a request is on its way, and then its outcome is unknown. A request
   * that must not be repeated gets its own connection.
   */
  connection: "own" | "reused";
  /** The request gets its own connection and is written only before this deadline. */
  deadline?: SendDeadline;
  /** Follows redirects on the same host: for requests that only read. */
  follows?: boolean;
};

const mostRedirects = 2;

/**
 * POSTs a form once: no retry, no redirect followed to another host (the key is in the body), one timeout over
 * connecting, sending and reading, and no more than `maxBytes` read. Never throws.
 */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  options: PostOptions,
): Promise<RawAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const own =
    options.connection === "own"
      ? new Client(new URL(url).origin, {
          pipelining: 0,
          connect: connectWithin(options.reach, options.deadline),
        })
      : null;
  const post = (address: string) =>
    request(address, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        // Many panels are behind a firewall that turns away programs that don't name themselves.
        "user-agent": userAgent,
      },
      body: new URLSearchParams(fields).toString(),
      dispatcher: own ?? shared[options.reach],
      signal: deadline,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  try {
    let response = await post(url);
    const movedTo = sameAddress(url, response);
    for (let hops = 0, from = url; options.follows && hops < mostRedirects; hops += 1) {
      const next = nextOnHost(from, response);
      if (next === null) break;
      await response.body.dump();
      response = await post(next);
      from = next;
    }
    return {
      kind: "answered",
      httpStatus: response.statusCode,
      retryAfterSeconds: retryAfter(response.headers),
      movedTo,
      ...(await readBody(response.body, options.maxBytes, deadline)),
    };
  } catch (error) {
    if (error instanceof LeaseOver) return { kind: "lease_over", detail: error.message };
    if (error instanceof NotConnected) return { kind: "not_sent", detail: error.message };
    return { kind: "lost", reason: lossReason(deadline), detail: codeOf(error) };
  } finally {
    await own?.destroy();
  }
}

const userAgent = `Mozilla/5.0 (compatible; Groundswell/${version})`;

/** Where a redirect leads; null for an answer that is none. */
function locationOf(from: string, { statusCode, headers }: Dispatcher.ResponseData): URL | null {
  const location = [headers.location].flat()[0];
  if (statusCode < 300 || statusCode > 399 || !location || !URL.canParse(location, from)) return null;
  return new URL(location, from);
}

function nextOnHost(from: string, response: Dispatcher.ResponseData): string | null {
  const next = locationOf(from, response);
  return next && next.origin === new URL(from).origin ? next.href : null;
}

/**
 * The same address written otherwise, to which a server redirects for good (301, 307, 308). A program that has executed
 * a request answers with another status or leads elsewhere.
 */
function sameAddress(from: string, response: Dispatcher.ResponseData): string | null {
  const next = locationOf(from, response);
  if (!next || ![301, 307, 308].includes(response.statusCode)) return null;
  const bare = ({ hostname, port, pathname }: URL) =>
    `${hostname.replace(/^www\./, "")}:${port}${pathname.replace(/\/+$/, "")}`.toLowerCase();
  return bare(next) === bare(new URL(from)) && next.href !== from ? next.href : null;
}

async function readBody(body: Dispatcher.ResponseData["body"], maxBytes: number, deadline: AbortSignal) {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut: LossReason | "answer_too_large" | null = null;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, maxBytes - size));
      size += bytes.length;
      if (size > maxBytes) {
        cut = "answer_too_large";
        break;
      }
    }
  } catch {
    cut = lossReason(deadline);
  }
  return { body: Buffer.concat(chunks).toString("utf8"), cut };
}

function lossReason(deadline: AbortSignal): LossReason {
  return deadline.aborted ? "timeout" : "connection_lost";
}

/**
 * Seconds from a Retry-After header, or null. A date in it is compared with the answer's Date header, because both use
 * the supplier's clock.
 */
function retryAfter(headers: Dispatcher.ResponseData["headers"]): number | null {
  const [text, date] = [headers["retry-after"], headers.date].map((header) => [header].flat()[0]);
  if (!text) return null;
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(date ?? "")) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

function codeOf(error: unknown): string {
  if (error instanceof AddressRefused) return "address_refused";
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.name;
}
