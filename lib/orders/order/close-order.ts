import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { orderMails } from "@/lib/mail/queue/enqueue-mail";
import { deliveryCompletedMail } from "./delivery-completed-mail";
import { deliveredOf, undeliveredPrice } from "./order-parts";
import { recordEvents } from "./record-event";
import { refundUndeliveredJob } from "./refund-undelivered-job";

/** Expires a pending order that can no longer be paid, in the caller's transaction; false in any other status. */
export async function expireOrder(tx: Tx, orderId: string): Promise<boolean> {
  const expired = await tx.order.updateMany({
    where: { id: orderId, status: "pending" },
    data: { status: "expired" },
  });
  if (expired.count === 0) return false;
  await recordEvents(tx, [{ orderId, type: "order.expired", from: "pending", to: "expired" }]);
  return true;
}

/** Makes an expired order payable again, in the caller's transaction. */
export async function reopenOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { status: "pending" } });
}

export type FinalStatus = "completed" | "partial" | "failed";

export type Delivery = { quantity: number; delivered: number; isAllCompleted: boolean };

/** The final status of an order whose items are all final. */
export function finalStatus(delivery: Delivery): FinalStatus {
  if (delivery.isAllCompleted) return "completed";
  return delivery.delivered === 0 ? "failed" : "partial";
}

type Closing = { orderId: string; status: FinalStatus };

/**
 * Closes processing orders, with an event each, and a mail for those that are completed, in the caller's transaction.
 * What was not delivered becomes an owed amount, and a job refunds it. Orders that are not processing stay as they are.
 */
export async function closeOrders(tx: Tx, closings: Closing[]): Promise<void> {
  if (closings.length === 0) return;
  const completed = Prisma.sql`
    SELECT id AS "orderId", NULL AS about, NULL::jsonb AS props FROM closed WHERE status = 'completed'`;
  const closed = await tx.$queryRaw<{ id: string; status: FinalStatus }[]>`
    WITH closed AS (
      UPDATE orders SET status = closing.status::order_status, finished_at = now(), updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(closings)}::jsonb) AS closing("orderId" uuid, status text)
      WHERE orders.id = closing."orderId" AND orders.status = 'processing'
      RETURNING orders.id, orders.status::text AS status
    ), event AS (
      INSERT INTO order_events (order_id, type, "from", "to")
      SELECT id, 'order.closed', 'processing', status FROM closed
    ), mail AS (${orderMails(deliveryCompletedMail, completed)})
    SELECT id, status FROM closed`;
  const ended = closed.filter(({ status }) => status !== "completed").map(({ id }) => id);
  await recordOwedAmounts(tx, ended);
  await enqueue(
    tx,
    ended.map((id) => refundUndeliveredJob.of(id)),
  );
  for (const { id, status } of closed) logger.info({ orderId: id, status }, "order closed");
}

/** Writes what paid orders that ended partial or failed owe, in the caller's transaction. Safe to repeat. */
export async function recordOwedAmounts(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = await tx.order.findMany({
    where: { id: { in: orderIds }, status: { in: ["partial", "failed"] } },
    include: { items: true, attempts: { where: { status: "paid" } } },
  });
  const owed = orders.flatMap(({ items, attempts, ...order }) =>
    attempts.map(({ id: attemptId }) => ({
      orderId: order.id,
      attemptId,
      units: Math.max(0, order.quantity - deliveredOf(items)),
      cents: undeliveredPrice(order, items),
    })),
  );
  await tx.owedAmount.createMany({ data: owed, skipDuplicates: true });
}
