import { minute, second } from "@/lib/time";

/** What decides whether, and how many calls at a time, a supplier is sent to. */
export type SupplierState = {
  /** Calls a second and calls at a time that it bears. */
  ratePerSecond: number;
  maxConcurrent: number;
  /** The token bucket: what was left, as of when. */
  tokens: number;
  tokensAt: Date;
  /** Failures in a row. */
  failures: number;
  openUntil: Date | null;
  holdUntil: Date | null;
  holdReason: string | null;
  /** Its balance proves outcomes, so its calls are made one after the other. */
  isSerial: boolean;
};

export type Pace = {
  /** What the bucket holds now; each call takes one. */
  tokens: number;
  /** Calls that may be out at the same time. */
  atOnce: number;
};

/** Holds that end by themselves: when the time is up, one call finds out whether the cause is gone. */
export const ownHolds = ["no_funds", "bad_key"] as const;

/** The breaker opens at this many failures in a row. */
export const failuresToOpen = 5;

const firstOpenMs = 10 * second;
/** The longest that the breaker stays open. */
export const longestOpenMs = 5 * minute;

/** How long the breaker stays open after so many failures in a row; 0 while they are too few. Doubles each time. */
export function openMs(failures: number): number {
  if (failures < failuresToOpen) return 0;
  return Math.min(firstOpenMs * 2 ** Math.min(failures - failuresToOpen, 20), longestOpenMs);
}

/**
 * What the bucket holds at `now`: it fills at the supplier's rate, up to one second's worth. A clock that went back
 * fills nothing.
 */
export function replenish(
  bucket: Pick<SupplierState, "ratePerSecond" | "tokens" | "tokensAt">,
  now: Date,
): number {
  const seconds = Math.max(0, now.getTime() - bucket.tokensAt.getTime()) / second;
  return Math.min(bucket.ratePerSecond, bucket.tokens + seconds * bucket.ratePerSecond);
}

/**
 * How a supplier may be sent to at `now`; null while it is on hold or its breaker is open. When either has ended by
 * time alone, one call at a time probes until one of them succeeds. Pure.
 */
export function paceOf(supplier: SupplierState, now: Date): Pace | null {
  const isHeld = supplier.holdUntil !== null && supplier.holdUntil > now;
  const isOpen = supplier.openUntil !== null && supplier.openUntil > now;
  if (isHeld || isOpen) return null;
  const isProbing =
    supplier.failures >= failuresToOpen || ownHolds.some((reason) => reason === supplier.holdReason);
  const atOnce = isProbing || supplier.isSerial ? 1 : supplier.maxConcurrent;
  return { tokens: replenish(supplier, now), atOnce };
}
