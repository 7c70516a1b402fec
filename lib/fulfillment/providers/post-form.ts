import { Agent, buildConnector, type Dispatcher, request } from "undici";

/**
 * What one request came to. not_sent is proof that no byte of it left: the name did not resolve, the connection was
 * refused, TLS failed. `cut` says why an answer isn't whole.
 */
export type RawAnswer =
  | { kind: "not_sent"; detail: string }
  | { kind: "lost"; reason: LossReason; detail: string }
  | {
      kind: "answered";
      httpStatus: number;
      body: string;
      cut: LossReason | "answer_too_large" | null;
      retryAfterSeconds: number | null;
    };

type LossReason = "timeout" | "connection_lost";

/** Thrown by the connector alone, so whoever catches it knows that the request was never written. */
class NotConnected extends Error {}

const connectTimeoutMs = 5_000;
const connect = buildConnector({ timeout: connectTimeoutMs });

function openAgent(pipelining: 0 | 1): Agent {
  return new Agent({
    pipelining,
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error) callback(new NotConnected(codeOf(error), { cause: error }), null);
        else callback(null, socket);
      }),
  });
}

// A reused connection may be closed by the supplier while our request is on its way, and then nobody knows whether
// it was read. A request that must not be repeated therefore gets a connection of its own.
const agents = { fresh: openAgent(0), reused: openAgent(1) };

export type PostOptions = { timeoutMs: number; connection: keyof typeof agents; maxBytes: number };

/**
 * POSTs a form once: no retry, no redirect followed (the key is in the body), one timeout over connecting, sending
 * and reading, and no more than `maxBytes` read. Never throws.
 */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  options: PostOptions,
): Promise<RawAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(fields).toString(),
      dispatcher: agents[options.connection],
      signal: deadline,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      kind: "answered",
      httpStatus: response.statusCode,
      retryAfterSeconds: retryAfter(response.headers["retry-after"]),
      ...(await readBody(response.body, options.maxBytes, deadline)),
    };
  } catch (error) {
    if (error instanceof NotConnected) return { kind: "not_sent", detail: error.message };
    return { kind: "lost", reason: lossReason(deadline), detail: codeOf(error) };
  }
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

/** Seconds from a Retry-After header, which may also be a date; null without a usable one. */
function retryAfter(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return null;
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.name;
}
