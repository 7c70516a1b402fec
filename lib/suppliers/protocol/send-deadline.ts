import { startStopwatch } from "@/lib/clock";

/**
 * The time in which one request that buys something may be written. It is counted by a stopwatch, so neither a wrong
 * clock nor a process that was stopped for a while stretches it.
 */
export type SendDeadline = {
  /** Milliseconds that are left; 0 or less: the request must not be written any more. */
  leftMs(): number;
};

// Of every deadline: the database counts the same time by its own clock, which may run a little faster than ours.
const marginShare = 0.05;

/** What remains for the holder of a deadline that the database counts as `leaseMs`. */
export function usableLeaseMs(leaseMs: number): number {
  return leaseMs * (1 - marginShare);
}

/**
 * A deadline of `leaseMs` as the database counts it, less a margin. Start it before the statement leaves that takes the
 * item: the database's own count begins later than this one and so ends later. `atMostMs` ends it sooner.
 */
export function startSendDeadline(
  leaseMs: number,
  elapsedMs: () => number = startStopwatch(),
  atMostMs = Number.POSITIVE_INFINITY,
): SendDeadline {
  const usableMs = Math.min(usableLeaseMs(leaseMs), atMostMs);
  return { leftMs: () => usableMs - elapsedMs() };
}
