import { startStopwatch } from "@/lib/base/time/clock";

/**
 * The time in which one request that buys something may be written. A stopwatch counts it, so neither a wrong clock nor a
 * suspended process extends it.
 */
export type SendDeadline = {
  /** Milliseconds left; at 0 or less the request must not be written. */
  leftMs(): number;
};

// The database counts the same time by its own clock, which may run a little faster than ours.
const marginShare = 0.05;

/**
 * A deadline of `leaseMs`, less a margin. Start it before sending the statement that takes the item, so that it ends
 * before the database's lease. `atMostMs` ends it sooner.
 */
export function startSendDeadline(
  leaseMs: number,
  elapsedMs: () => number = startStopwatch(),
  atMostMs = Number.POSITIVE_INFINITY,
): SendDeadline {
  const usableMs = Math.min(leaseMs * (1 - marginShare), atMostMs);
  return { leftMs: () => usableMs - elapsedMs() };
}
