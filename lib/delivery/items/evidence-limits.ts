import { assertNever } from "@/lib/base/errors";
import { second } from "@/lib/base/time/time";
import type { EvidenceMode } from "@/lib/delivery/suppliers/evidence-modes";

/** Reasons of unknown items that can get no further evidence, so that an operator decides. */
export const evidenceIsOver = [
  "duplicate_order_id",
  "evidence_exhausted",
  "unfamiliar_refusal",
  "database_restored",
] as const;

export type EvidenceIsOver = (typeof evidenceIsOver)[number];

/** A margin at the end of a supplier's window for clocks, network, and how the supplier counts. */
export const windowMarginMs = 10 * second;
const mostRepeats = 8;

export type LostCall = {
  evidenceMode: EvidenceMode;
  /** The request carries the id that makes it repeatable. */
  hasEvidenceId: boolean;
  /** The rest of the time in which the supplier knows the request, by the database's clock. */
  windowLeftMs: number;
  /** How long ago the last call for the item ended. */
  sinceLastMs: number;
  repeats: number;
};

/**
 * How long the same request may still be repeated without the risk of a second purchase; 0 or less means no longer. No
 * request is repeated more than eight times, and only as long as even the slowest call (`timeoutMs`) arrives while the
 * supplier still knows the request or its id. Pure.
 */
export function repeatLeftMs(call: LostCall, timeoutMs: number): number {
  if (call.repeats >= mostRepeats) return 0;
  const leftMs = call.windowLeftMs - timeoutMs - windowMarginMs;
  switch (call.evidenceMode) {
    case "request_id":
      return call.hasEvidenceId ? leftMs : 0;
    case "dedupe_window":
      return leftMs;
    case "none":
      return 0;
    default:
      return assertNever(call.evidenceMode);
  }
}

/**
 * How long a repetition must still wait. A supplier that compares requests finds only what it has stored, so the slowest
 * call must have ended there before an equal one is sent. An id is taken only once, whatever overlaps. Pure.
 */
export function repeatDelayMs({ evidenceMode, sinceLastMs }: LostCall, timeoutMs: number): number {
  return evidenceMode === "dedupe_window" ? Math.max(0, timeoutMs - sinceLastMs) : 0;
}

/** How long until the next repetition: 5 s, doubling, at most ten minutes. */
export function repeatWaitMs(repeats: number): number {
  return Math.min(5 * second * 2 ** Math.min(repeats, 20), 600 * second);
}
