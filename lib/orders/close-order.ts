import type { Tx } from "@/lib/db/client";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { refundUndeliveredJob } from "./jobs";
import { recordEvents } from "./record-event";

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
 * Closes processing orders, with an event each, in the caller's transaction, and adds the job that refunds what was not
 * delivered. Orders that are not processing stay as they are.
 */
export async function closeOrders(tx: Tx, closings: Closing[]): Promise<void> {
  if (closings.length === 0) return;
  const closed = await tx.$queryRaw<{ id: string; status: FinalStatus }[]>`
    WITH closed AS (
      UPDATE orders SET status = closing.status::order_status, finished_at = now(), updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(closings)}::jsonb) AS closing("orderId" uuid, status text)
      WHERE orders.id = closing."orderId" AND orders.status = 'processing'
      RETURNING orders.id, orders.status::text AS status
    ), event AS (
      INSERT INTO order_events (order_id, type, "from", "to")
      SELECT id, 'order.closed', 'processing', status FROM closed
    )
    SELECT id, status FROM closed`;
  await enqueue(
    tx,
    closed.filter(({ status }) => status !== "completed").map(({ id }) => refundUndeliveredJob.of(id)),
  );
  await enqueueOrderMails(
    tx,
    "delivery-completed",
    closed.filter(({ status }) => status === "completed").map(({ id }) => ({ orderId: id })),
  );
  for (const { id, status } of closed) logger.info({ orderId: id, status }, "order closed");
}
