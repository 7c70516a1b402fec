import { endVisit } from "@/components/layout/use-visitor";
import { type ErrorCode, errorStatus, type FieldErrors } from "@/lib/base/errors";
import { plural } from "@/lib/base/text/plural";
import { second } from "@/lib/base/time/time";
import { asRecord, asText } from "./read-json";

/** Why a call failed. `network`: no answer, or the caller canceled it. */
export type CallError = {
  code: ErrorCode | "network";
  message: string;
  fieldErrors?: FieldErrors | undefined;
  /** Seconds until the next try, if the handler named them. */
  retryAfterSeconds?: number | undefined;
  /** With challenge_required: the challenge to solve first. */
  challenge?: unknown;
};

export type CallResult<T> = { ok: true; data: T } | { ok: false; error: CallError };

type CallOptions<T> = {
  /** Parses the JSON; null when it is not a valid answer. */
  read: (json: unknown) => T | null;
  /** The message for an invalid answer. */
  fallbackMessage?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeoutMs?: number;
};

const networkMessage = "We could not reach the shop. Please check your connection and try again.";
const unexpectedMessage = "An unexpected error occurred. Please try again.";

/**
 * Calls one of the shop's functions. Never throws: a refusal, a failed connection, an invalid answer and a timeout
 * come back as an error with a message to show.
 */
export async function callFunction<T>(
  name: string,
  body: object,
  options: CallOptions<T>,
): Promise<CallResult<T>> {
  const fallback = options.fallbackMessage ?? unexpectedMessage;
  // Safari before 17.4 has no AbortSignal.any.
  const call = new AbortController();
  const cancel = () => call.abort();
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener("abort", cancel);
  const timer = setTimeout(cancel, options.timeoutMs ?? 30 * second);
  let response: Response;
  let json: unknown;
  try {
    response = await fetch(`/api/functions/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...options.headers },
      body: JSON.stringify(body),
      signal: call.signal,
    });
    json = await response.json().catch((error: unknown) => {
      // An answer that is not JSON is invalid; one that stops half-way is a failed connection.
      if (error instanceof SyntaxError) return null;
      throw error;
    });
  } catch {
    return { ok: false, error: { code: "network", message: networkMessage } };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", cancel);
  }
  if (response.status === 401) endVisit();
  if (!response.ok) return { ok: false, error: readError(json, response, fallback) };
  const data = options.read(json);
  return data === null ? { ok: false, error: { code: "internal", message: fallback } } : { ok: true, data };
}

/** For an answer without a code, for example from a proxy. */
const codeByStatus: Record<number, ErrorCode> = {
  400: "invalid_input",
  404: "not_found",
  429: "rate_limited",
};

function readError(json: unknown, response: Response, fallback: string): CallError {
  const error = asRecord(asRecord(json)?.error);
  const retryAfter = Math.ceil(Number(response.headers.get("Retry-After")));
  const retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined;
  return {
    code: knownCode(error?.code) ?? codeByStatus[response.status] ?? "internal",
    message:
      response.status === 429 && retryAfterSeconds
        ? `Too many requests. ${waitMessage(retryAfterSeconds)}`
        : asText(error?.message) || fallback,
    fieldErrors: readFieldErrors(error?.fieldErrors),
    retryAfterSeconds,
    challenge: error?.challenge,
  };
}

/** "Please try again in 20 seconds." or "... in 2 minutes." */
export function waitMessage(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? ([seconds, "second"] as const) : ([Math.ceil(seconds / 60), "minute"] as const);
  return `Please try again in ${plural(count, unit)}.`;
}

function knownCode(code: unknown): ErrorCode | null {
  return typeof code === "string" && Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : null;
}

function readFieldErrors(value: unknown): FieldErrors | undefined {
  const fields = asRecord(value);
  if (!fields) return undefined;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => (typeof text === "string" ? [[field, text]] : [])),
  );
}
