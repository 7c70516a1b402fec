import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";

// One round takes this much of each; the next one goes on.
const limit = 5_000;

/**
 * Keeps tables small that only ever grow: the cards' differences of a day become one row, and what nobody will read
 * again is deleted. Any number of workers may do it at once; sums over the table of totals are exact at any moment.
 */
export async function tidyTables(db: Database): Promise<void> {
  const tidied = {
    totals: await compactTotals(db),
    answers: await db.$executeRaw`
      DELETE FROM social_cache WHERE key IN (
        SELECT key FROM social_cache WHERE fetched_at < now() - interval '2 days' LIMIT ${limit}::int)`,
    limits: await db.$executeRaw`
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000 LIMIT ${limit}::int)`,
    // Stripe repeats an event for three days at most; its own list goes back thirty.
    events: await db.$executeRaw`
      DELETE FROM stripe_events WHERE id IN (
        SELECT id FROM stripe_events WHERE received_at < now() - interval '60 days' LIMIT ${limit}::int)`,
    // The desk shows a month of them.
    failures: await db.$executeRaw`
      DELETE FROM stripe_event_failures WHERE id IN (
        SELECT id FROM stripe_event_failures WHERE last_at < now() - interval '60 days' LIMIT ${limit}::int)`,
    workers: await db.$executeRaw`
      DELETE FROM worker_heartbeats WHERE last_seen_at < now() - interval '1 day'`,
  };
  if (Object.values(tidied).some((count) => count > 0)) logger.debug(tidied, "tidied tables");
}

/**
 * Adds up the rows of each day. Ids are drawn before a row is committed, so age can't tell which rows are settled;
 * the rows themselves do: only those that are deleted here are summed, and SKIP LOCKED leaves the ones that another
 * worker has taken to it.
 */
async function compactTotals(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH crowded AS (
      SELECT day FROM order_totals GROUP BY day HAVING count(*) > 1 LIMIT 100
    ), taken AS (
      SELECT id FROM order_totals WHERE day IN (SELECT day FROM crowded) ORDER BY id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM order_totals USING taken WHERE order_totals.id = taken.id RETURNING order_totals.*
    )
    INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
    SELECT day, sum(orders), sum(paid_orders), sum(completed), sum(paid_cents), sum(refunded_cents)
    FROM gone GROUP BY day`;
}
