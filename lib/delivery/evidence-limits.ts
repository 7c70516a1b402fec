import type { EvidenceMode } from "@/lib/db/generated/enums";
import { assertNever } from "@/lib/errors";
import { second } from "@/lib/time";

/** Reasons of unknown items that can get no further evidence, so that an operator decides. */
export const evidenceIsOver = [
  "duplicate_order_id",
  "bought_number_unknown",
  "balance_unclear",
  "evidence_exhausted",
  "unfamiliar_refusal",
  "database_restored",
] as const;

export type EvidenceIsOver = (typeof evidenceIsOver)[number];

/** How long after a lost call its balance is read again: by then, a request that was on its way has arrived. */
export const balanceDelayMs = 120 * second;

/**
 * How long after a lost call the job that looks for evidence is due; null if the mode gives none. The sweeper may start
 * it earlier, so a search for which time must have passed checks that itself.
 */
export const firstLookMs: Record<EvidenceMode, number | null> = {
  none: null,
  request_id: repeatWaitMs(0),
  dedupe_window: repeatWaitMs(0),
  balance: balanceDelayMs,
};

/** A margin at the end of a supplier's window for clocks, network, and how the supplier counts. */
export const windowMarginMs = 10 * second;
const mostRepeats = 8;

/** What decides whether a lost call may be repeated. */
export type LostCall = {
  evidenceMode: EvidenceMode;
  /** The request carries the id that makes it repeatable. */
  hasEvidenceId: boolean;
  /** What is left of the supplier's window, by the database's clock. */
  windowLeftMs: number | null;
  repeats: number;
};

/**
 * How long the same request may still be repeated without the risk of a second purchase; 0 or less means no longer. No
 * request is repeated more than eight times, and one that relies on the supplier's window only as long as even the
 * slowest call (`timeoutMs`) arrives before the window ends. Pure.
 */
export function repeatLeftMs(call: LostCall, timeoutMs: number): number {
  if (call.repeats >= mostRepeats) return 0;
  switch (call.evidenceMode) {
    case "request_id":
      return call.hasEvidenceId ? Number.POSITIVE_INFINITY : 0;
    case "dedupe_window":
      return (call.windowLeftMs ?? 0) - timeoutMs - windowMarginMs;
    case "none":
    case "balance":
      return 0;
    default:
      return assertNever(call.evidenceMode);
  }
}

/** How long until the next repetition: 5 s, doubling, at most ten minutes. */
export function repeatWaitMs(repeats: number): number {
  return Math.min(5 * second * 2 ** Math.min(repeats, 20), 600 * second);
}
