import { minute, second } from "@/lib/base/time/time";
import { type CallResult, callFunction } from "./call-function";
import { asCount, asRecord, asText } from "./read-json";

/** A payment that the shop has confirmed. */
export type PaidSession = {
  amountCents: number;
  /** Lower-case ISO code, as Stripe writes it. */
  currency: string;
  /** Null unless this browser, or the signed-in customer, placed the order. */
  email: string | null;
  /** `/order/<token>` when the shop names it. */
  orderUrl: string | null;
};

export type PaymentOutcome =
  | { kind: "paid"; paid: PaidSession }
  /** The payment has arrived, but can't be the order's and goes back. */
  | { kind: "refunding"; orderUrl: string | null }
  /** The session does not exist. */
  | { kind: "unknown" }
  /** No payment within the time limit; it may still arrive. */
  | { kind: "unpaid" }
  /** The shop did not answer. */
  | { kind: "unreachable"; message: string };

export type Clock = { now: () => number; pause: (ms: number) => Promise<void> };

const realClock: Clock = {
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** How long to keep asking, depending on the last answer, and the pauses in between. */
type Wait = { unpaidMs: number; unreachableMs: number; firstPauseMs: number; longestPauseMs: number };

/**
 * Before the buyer sees a failure. Most payments arrive at once; a shop that does not answer may be reconnecting.
 */
export const firstLook: Wait = {
  unpaidMs: 4 * second,
  unreachableMs: 20 * second,
  firstPauseMs: second,
  longestPauseMs: 5 * second,
};

/** After the buyer has seen a failure, because some payments are confirmed minutes after the return. */
export const longWatch: Wait = {
  unpaidMs: 10 * minute,
  unreachableMs: 10 * minute,
  firstPauseMs: 3 * second,
  longestPauseMs: 15 * second,
};

/**
 * Polls the shop until a payment is paid, for as long as `wait` says, with growing pauses. Open sessions and failed
 * connections are retried, a session that does not exist is not. Returns null when `signal` is aborted.
 */
export async function awaitPayment(
  sessionId: string,
  signal: AbortSignal,
  wait: Wait = firstLook,
  clock: Clock = realClock,
): Promise<PaymentOutcome | null> {
  const start = clock.now();
  let pauseMs = wait.firstPauseMs;
  for (;;) {
    const result = await verifyPayment(sessionId, signal);
    if (signal.aborted) return null;
    const outcome = toOutcome(result);
    if (outcome.kind !== "unpaid" && outcome.kind !== "unreachable") return outcome;
    const nextMs = Math.max(pauseMs, retryAfterMs(result));
    const deadline = start + (outcome.kind === "unpaid" ? wait.unpaidMs : wait.unreachableMs);
    if (clock.now() + nextMs > deadline) return outcome;
    await clock.pause(nextMs);
    if (signal.aborted) return null;
    pauseMs = Math.min(pauseMs * 1.5, wait.longestPauseMs);
  }
}

function verifyPayment(sessionId: string, signal: AbortSignal): Promise<CallResult<PaymentOutcome>> {
  return callFunction("verify-payment", { sessionId }, { read: readAnswer, signal, timeoutMs: 15 * second });
}

function toOutcome(result: CallResult<PaymentOutcome>): PaymentOutcome {
  if (result.ok) return result.data;
  const { code, message } = result.error;
  return code === "not_found" || code === "invalid_input"
    ? { kind: "unknown" }
    : { kind: "unreachable", message };
}

function retryAfterMs(result: CallResult<PaymentOutcome>): number {
  return result.ok ? 0 : (result.error.retryAfterSeconds ?? 0) * second;
}

function readAnswer(json: unknown): PaymentOutcome | null {
  const answer = asRecord(json);
  if (answer?.success === false) return { kind: "unpaid" };
  const session = asRecord(answer?.session);
  const amountCents = asCount(session?.amount_total);
  if (answer?.success !== true || !session || amountCents === null) return null;
  const orderUrl = orderPath(asText(answer.orderUrl));
  if (answer.isRefunding === true) return { kind: "refunding", orderUrl };
  const currency = asText(session.currency) || "usd";
  const email = asText(session.customer_email) || null;
  return { kind: "paid", paid: { amountCents, currency, email, orderUrl } };
}

/** Only a path of this shop may become a link. */
function orderPath(text: string): string | null {
  return /^\/order\/[\w-]+$/.test(text) ? text : null;
}
