import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { recordEvents } from "@/lib/orders/record-event";
import { tellOfHeldRefunds } from "./held-refunds";
import { lockHeldRefund } from "./lock-held-refund";

/** An administrator decides against a held refund, for good. Errors: not_found, conflict (somebody decided already). */
export async function dropRefund(
  db: Database,
  { refundId, actor, reason }: { refundId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { refund } = await lockHeldRefund(tx, refundId);
    const { id, orderId, amountCents } = refund;
    await tx.refund.update({
      where: { id },
      data: { status: "dropped", requestedById: actor.id, note: reason, finishedAt: databaseNow() },
    });
    await recordEvents(tx, [
      { orderId, type: "refund.dropped", data: { amountCents, reason: refund.reason } },
    ]);
    await tellOfHeldRefunds(tx);
    await recordAudit(tx, {
      actor,
      action: "refund.dropped",
      subjectType: "order",
      subjectId: orderId,
      before: { refundId: id, status: "held" },
      after: { refundId: id, status: "dropped", amountCents },
      reason,
    });
  });
}
