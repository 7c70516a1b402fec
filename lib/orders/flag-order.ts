import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { recordEvents } from "./record-event";

export type Flag =
  | "dispute"
  | "fraud_warning"
  | "blocked_card"
  | "refund_failed"
  | "refund_held"
  | "refunded_in_progress"
  | "late_change"
  | "late_answer"
  | "wrong_amount";

/**
 * Asks an administrator to look at an order, with a line in its timeline, in the caller's transaction. An order that
 * is flagged already keeps its first flag; it is cleared manually.
 */
export async function flagOrder(tx: Db, orderId: string, reason: Flag): Promise<void> {
  const flagged = await tx.order.updateMany({
    where: { id: orderId, flaggedAt: null },
    data: { flaggedAt: databaseNow(), flagReason: reason },
  });
  if (flagged.count > 0) await recordEvents(tx, [{ orderId, type: "order.flagged", data: { reason } }]);
}
