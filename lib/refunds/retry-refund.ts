import { resolveAlert } from "@/lib/alerts/raise-alert";
import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { AppError } from "@/lib/errors";
import { type RequestedRefund, requestRefund, requireMayRefund } from "./request-refund";
import { stopIfRefunded } from "./stop-refunded";

/**
 * Repeats a failed refund for an administrator, as a new one of the same payment and amount; once per failed refund.
 * Above the administrator's ceiling it is held. Errors: not_found; forbidden (the role does not include refunds);
 * conflict (it has not failed, less than its amount is left, disputed, in quarantine).
 */
export async function retryRefund(
  db: Database,
  { refundId, ...deed }: Deed & { refundId: string },
): Promise<RequestedRefund> {
  return db.$transaction(async (tx) => {
    const subject = await tx.refund.findUnique({ where: { id: refundId }, select: { orderId: true } });
    if (!subject) throw new AppError("not_found");
    await lockOrderAndItems(tx, subject.orderId);
    const failed = await tx.refund.findUniqueOrThrow({ where: { id: refundId }, include: { order: true } });
    if (failed.status !== "failed") {
      throw new AppError("conflict", { userMessage: "This refund has not failed." });
    }
    const { orderId, attemptId, amountCents } = failed;
    const intent = `retry:${refundId}`;
    const known = await tx.refund.findUnique({ where: { orderId_intent: { orderId, intent } } });
    if (known) return { refundId: known.id, amountCents, isHeld: known.status === "held" };
    await requireMayRefund(tx, failed.order.paymentStatus);
    const retried = await requestRefund(tx, {
      orderId,
      attemptId,
      amountCents,
      reason: failed.reason,
      intent,
      requestedById: deed.actor.id,
      note: deed.reason,
    });
    await stopIfRefunded(tx, orderId, { isOperator: true });
    await resolveAlert(tx, `refund_failed:${refundId}`);
    await recordAudit(tx, {
      ...deed,
      action: "refund.retried",
      subjectType: "order",
      subjectId: orderId,
      before: { refundId, status: "failed" },
      after: retried,
    });
    return retried;
  });
}
