import type { Db } from "@/lib/db/client";
import type { SiteSettings } from "@/lib/settings/site-settings";

export type AutoRefundLimits = Pick<SiteSettings, "autoRefundsPerHour" | "autoRefundCentsPerDay">;

/** What the shop has refunded by itself: how many in the last hour, and cents in the last 24. */
export type AutoRefunds = { countOfHour: number; centsOfDay: number };

/** True when one more refund of that size stays within both limits. Pure. */
export function isWithinLimits(limits: AutoRefundLimits, spent: AutoRefunds, amountCents: number): boolean {
  return (
    spent.countOfHour + 1 <= limits.autoRefundsPerHour &&
    spent.centsOfDay + amountCents <= limits.autoRefundCentsPerDay
  );
}

// Any constant will do; whoever counts takes the same one.
const countingLock = 7_204_113_061;

/**
 * Counts the shop's own refunds in the caller's transaction and makes everybody else who counts wait for its end, so
 * that two refunds at the same instant can't both be the last one allowed. What is held, was dropped, failed or was
 * released by an administrator does not count. Call it under the order's lock.
 */
export async function countAutoRefunds(tx: Db): Promise<AutoRefunds> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;
  const [row] = await tx.$queryRaw<{ count: number; cents: bigint }[]>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS count,
      COALESCE(sum(amount_cents), 0)::bigint AS cents
    FROM refunds
    WHERE reason IN ('undelivered', 'fraud_warning') AND requested_by_id IS NULL AND note IS NULL
      AND created_at > now() - interval '24 hours' AND status NOT IN ('held', 'dropped', 'failed')`;
  return { countOfHour: row?.count ?? 0, centsOfDay: Number(row?.cents ?? 0n) };
}
