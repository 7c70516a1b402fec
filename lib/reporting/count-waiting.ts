import type { Db } from "@/lib/db/client";

export type Waiting = { review: number; alerts: number; tickets: number };

const most = 99;

/**
 * The numbers of the admin's menu: items, orders, refunds and disputes in review, open alerts, open tickets; each counted
 * to 99. A dispute counts once: neither its order's flag nor its alert counts again.
 */
export async function countWaiting(db: Db): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>`
    SELECT
      ((SELECT count(*) FROM (SELECT FROM fulfillment_items WHERE review_since IS NOT NULL LIMIT ${most}::int) AS items)
        + (SELECT count(*) FROM (SELECT FROM orders WHERE flagged_at IS NOT NULL AND NOT (flag_reason = 'dispute'
            AND EXISTS (SELECT FROM disputes WHERE order_id = orders.id AND closed_at IS NULL)) LIMIT ${most}::int) AS flagged)
        + (SELECT count(*) FROM (SELECT FROM refunds WHERE status = 'held' LIMIT ${most}::int) AS held)
        + (SELECT count(*) FROM (SELECT FROM disputes WHERE closed_at IS NULL LIMIT ${most}::int) AS disputed))::int AS review,
      (SELECT count(*) FROM (SELECT FROM operator_alerts WHERE resolved_at IS NULL AND kind <> 'dispute' LIMIT ${most}::int) AS alerts)::int AS alerts,
      (SELECT count(*) FROM (SELECT FROM support_tickets WHERE status = 'open' LIMIT ${most}::int) AS tickets)::int AS tickets`;
  return row ?? { review: 0, alerts: 0, tickets: 0 };
}
