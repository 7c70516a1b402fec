import type { Supplier } from "@/lib/base/db/generated/client";
import { minute, second } from "@/lib/base/time/time";

/** The state that decides whether calls are sent to a supplier, and how many at a time. */
export type SupplierState = Pick<
  Supplier,
  | "ratePerSecond"
  | "maxConcurrent"
  | "tokens"
  | "tokensAt"
  | "failures"
  | "openUntil"
  | "holdUntil"
  | "holdReason"
>;

/** Automatic holds: when the time is up, one call probes whether the cause is gone. */
export const ownHolds = ["no_funds", "bad_key", "access_denied", "wrong_address", "repeated_number"] as const;

/** The breaker opens at this many failures in a row. */
export const failuresToOpen = 5;

const firstOpenMs = 10 * second;
/** The longest that the breaker stays open, beside the time that the supplier itself asked for. */
const longestOpenMs = 5 * minute;

/** How long the breaker stays open after this many failures in a row; 0 while they are too few. Doubles each time. */
export function openMs(failures: number): number {
  if (failures < failuresToOpen) return 0;
  return Math.min(firstOpenMs * 2 ** Math.min(failures - failuresToOpen, 20), longestOpenMs);
}

/** The tokens in the bucket at `now`: it fills at the supplier's rate, up to one second's worth. */
export function replenish(
  bucket: Pick<SupplierState, "ratePerSecond" | "tokens" | "tokensAt">,
  now: Date,
): number {
  const seconds = Math.max(0, now.getTime() - bucket.tokensAt.getTime()) / second;
  return Math.min(bucket.ratePerSecond, bucket.tokens + seconds * bucket.ratePerSecond);
}

/**
 * The calls that a supplier may get at `now`: one for each of `tokens`, and no more than `atOnce` in flight. Null while
 * it is on hold or its breaker is open; when either has expired, one call at a time probes until one succeeds. Pure.
 */
export function paceOf(supplier: SupplierState, now: Date): { tokens: number; atOnce: number } | null {
  const isHeld = supplier.holdUntil !== null && supplier.holdUntil > now;
  const isOpen = supplier.openUntil !== null && supplier.openUntil > now;
  if (isHeld || isOpen) return null;
  const isProbing =
    supplier.failures >= failuresToOpen || ownHolds.some((reason) => reason === supplier.holdReason);
  const atOnce = isProbing ? 1 : supplier.maxConcurrent;
  return { tokens: replenish(supplier, now), atOnce };
}
