import type { Tx } from "@/lib/base/db/client";
import { inSet } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { closeOrders, finalStatus } from "@/lib/orders/order/close-order";
import { decideDropsJob } from "./item-jobs";

/**
 * Locks the delivery summaries of orders whose items are about to change, before any other lock (`lockItemsOf`). Two
 * batches with items of one order wait for each other here, so that the later one counts what the earlier one wrote.
 */
export async function lockDeliverySummaries(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT order_id FROM order_fulfillment WHERE order_id = ANY(${orderIds}::uuid[]) ORDER BY order_id FOR UPDATE`;
}

type Summed = {
  orderId: string;
  quantity: number;
  delivered: number;
  isAllCompleted: boolean;
  isAllFinal: boolean;
  hasEndedReplacement: boolean;
};

/**
 * Recounts what orders have delivered, and closes those whose items are all final; in one transaction with the items'
 * change, after `lockDeliverySummaries`. Progress is in whole percent, rounded down, and 100 only when every item is
 * completed. Replacements are not the order's own units and don't count here; when one has ended, a job decides about the
 * order's drops again.
 */
export async function recountAndClose(tx: Tx, orderIds: string[]): Promise<void> {
  const rows = await tx.$queryRaw<Summed[]>`
    WITH sums AS (
      SELECT order_id, sum(quantity) FILTER (WHERE own.is)::int AS quantity,
        sum(quantity - COALESCE(remains, quantity)) FILTER (WHERE own.is)::int AS delivered,
        bool_and(state = 'completed') FILTER (WHERE own.is) AS all_completed,
        bool_and(state ${inSet("final")}) FILTER (WHERE own.is) AS all_final,
        bool_or(state ${inSet("final")} AND NOT own.is) AS has_ended_replacement
      FROM fulfillment_items CROSS JOIN LATERAL (SELECT replaces_item_id IS NULL AS is) AS own
      WHERE order_id = ANY(${orderIds}::uuid[]) GROUP BY order_id
    )
    UPDATE order_fulfillment AS summary SET delivered = sums.delivered, remains = sums.quantity - sums.delivered,
      delivery_progress = CASE WHEN all_completed THEN 100
        ELSE LEAST(99, sums.delivered::bigint * 100 / sums.quantity) END,
      last_checked_at = now()
    FROM sums WHERE summary.order_id = sums.order_id
    RETURNING summary.order_id AS "orderId", sums.quantity, sums.delivered, sums.all_completed AS "isAllCompleted",
      sums.all_final AS "isAllFinal", sums.has_ended_replacement AS "hasEndedReplacement"`;
  const ended = rows.filter((row) => row.isAllFinal);
  const closed = ended.map((row) => ({ orderId: row.orderId, status: finalStatus(row) }));
  await closeOrders(tx, closed);
  const jobs = rows.flatMap((row) => (row.hasEndedReplacement ? decideDropsJob.of(row.orderId) : []));
  await enqueue(tx, jobs);
}
