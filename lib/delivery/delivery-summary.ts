import type { Prisma } from "@/lib/db/generated/client";
import { type Closing, closeOrders, finalStatus } from "@/lib/orders/close-order";

/**
 * Locks the delivery summaries of orders whose items are about to change, in one order for everybody. Two batches with items
 * of one order wait for each other here, so that the later one counts what the earlier one wrote.
 */
export async function lockDeliverySummaries(tx: Prisma.TransactionClient, orderIds: string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT order_id FROM order_fulfillment WHERE order_id = ANY(${orderIds}::uuid[]) ORDER BY order_id FOR UPDATE`;
}

type RolledUp = {
  order_id: string;
  quantity: number;
  delivered: number;
  all_completed: boolean;
  all_final: boolean;
};

/**
 * Counts again what orders have delivered, after `lockDeliverySummaries` and the change of their items in the same transaction,
 * and closes the orders whose items are all at their end. Progress is whole percent, rounded down, and 100 only
 * when every item is completed.
 */
export async function updateDeliverySummary(tx: Prisma.TransactionClient, orderIds: string[]): Promise<void> {
  const rows = await tx.$queryRaw<RolledUp[]>`
    WITH sums AS (
      SELECT order_id, sum(quantity)::int AS quantity, sum(quantity - COALESCE(remains, quantity))::int AS delivered,
        bool_and(state = 'completed') AS all_completed,
        bool_and(state IN ('completed', 'partial', 'canceled')) AS all_final
      FROM fulfillment_items WHERE order_id = ANY(${orderIds}::uuid[]) GROUP BY order_id
    )
    UPDATE order_fulfillment AS roll_up SET delivered = sums.delivered, remains = sums.quantity - sums.delivered,
      delivery_progress = CASE WHEN all_completed THEN 100
        ELSE LEAST(99, sums.delivered::bigint * 100 / sums.quantity) END,
      last_checked_at = now()
    FROM sums WHERE roll_up.order_id = sums.order_id
    RETURNING roll_up.order_id, sums.quantity, sums.delivered, sums.all_completed, sums.all_final`;
  const closings: Closing[] = rows
    .filter((row) => row.all_final)
    .map((row) => ({
      orderId: row.order_id,
      status: finalStatus({
        quantity: row.quantity,
        delivered: row.delivered,
        isAllCompleted: row.all_completed,
      }),
    }));
  await closeOrders(tx, closings);
}
