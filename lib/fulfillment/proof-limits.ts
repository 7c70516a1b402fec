import { second } from "@/lib/time";
import type { ProofMode } from "./claim-item";

/** Reasons of unknown items that no proof can move any further: a person decides. */
export const proofIsOver = [
  "duplicate_order_id",
  "bought_number_unknown",
  "balance_unclear",
  "proof_exhausted",
];

/** A balance is read again this long after a lost call: a request that was on its way has arrived by then. */
export const balanceSettlesMs = 120 * second;

/** What the clock, the network and the supplier's own reckoning may add up to at the end of its window. */
export const windowMarginMs = 10 * second;
const mostRepeats = 8;

/** A lost call, as far as its repetition is concerned. */
export type LostCall = {
  proofMode: ProofMode;
  /** The request carries the id that makes it repeatable. */
  hasProofId: boolean;
  windowSeconds: number | null;
  startedAt: Date;
  /** Repetitions so far. */
  repeats: number;
};

/**
 * Whether the very same request may be sent again without any risk of a second purchase: with its own id, a number of
 * times; inside the supplier's window only while even the slowest call (`timeoutMs`) reaches it in time. Pure.
 */
export function mayRepeat(call: LostCall, now: Date, timeoutMs: number): boolean {
  if (call.repeats >= mostRepeats) return false;
  switch (call.proofMode) {
    case "request_id":
      return call.hasProofId;
    case "dedupe_window": {
      const endsMs = call.startedAt.getTime() + (call.windowSeconds ?? 0) * second;
      return now.getTime() + timeoutMs + windowMarginMs < endsMs;
    }
    default:
      return false;
  }
}

/** How long until the next repetition: 5 s, doubling, at most ten minutes. */
export function repeatWaitMs(repeats: number): number {
  return Math.min(5 * second * 2 ** Math.min(repeats, 20), 600 * second);
}
