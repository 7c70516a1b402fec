import type { Db } from "@/lib/db/client";
import { inRefundSet } from "@/lib/orders/refund-status";
import { automaticReasons } from "@/lib/refund-reasons";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";

type AutoRefundLimits = Pick<SiteSettings, "autoRefundsPerHour" | "autoRefundCentsPerDay">;

/** The automatic refunds so far: their number in the last hour, and their cents in the last 24 hours. */
type AutoRefunds = { countOfHour: number; centsOfDay: number };

/** True when one more refund of that size stays within both limits. Pure. */
export function isWithinLimits(limits: AutoRefundLimits, spent: AutoRefunds, amountCents: number): boolean {
  return (
    spent.countOfHour + 1 <= limits.autoRefundsPerHour &&
    spent.centsOfDay + amountCents <= limits.autoRefundCentsPerDay
  );
}

// Any constant works as long as all callers take the same lock.
const countingLock = 7_204_113_061;

/**
 * True when one more automatic refund of that size stays within the configured limits. Call it under the order's lock.
 * The earlier ones are counted under a lock held until the commit, so that two at the same time can't both be the last
 * one allowed. Refunds that are held, dropped or failed do not count, nor does one with a note: an administrator
 * requested or released it.
 */
export async function mayRefundAutomatically(tx: Db, amountCents: number): Promise<boolean> {
  const settings = await loadSettings(tx);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;
  const [row] = await tx.$queryRaw<{ count: number; cents: bigint }[]>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS count,
      COALESCE(sum(amount_cents), 0)::bigint AS cents
    FROM refunds
    WHERE reason = ANY(${automaticReasons}) AND requested_by_id IS NULL AND note IS NULL
      AND created_at > now() - interval '24 hours' AND status ${inRefundSet("onItsWay")}`;
  const spent = { countOfHour: row?.count ?? 0, centsOfDay: Number(row?.cents ?? 0n) };
  return isWithinLimits(settings, spent, amountCents);
}
