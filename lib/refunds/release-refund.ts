import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { recordEvents } from "@/lib/orders/record-event";
import { tellOfHeldRefunds } from "./held-refunds";
import { lockHeldRefund } from "./lock-held-refund";
import { enqueueRefund, refundableCents } from "./request-refund";

/**
 * An administrator sends a held refund on its way. Errors: not_found, conflict (somebody decided already, the payment
 * is disputed, or refunds made meanwhile leave less than its amount).
 */
export async function releaseRefund(
  db: Database,
  { refundId, actor, reason }: { refundId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { refund, order } = await lockHeldRefund(tx, refundId);
    const { id, orderId, amountCents } = refund;
    if (order.paymentStatus === "disputed") {
      throw new AppError("conflict", {
        userMessage:
          "This payment is disputed, so Stripe refunds nothing of it. Wait for the bank's decision.",
      });
    }
    // Its own amount is reserved, so what is left must not be less than nothing.
    if ((await refundableCents(tx, refund.attemptId)) < 0) {
      throw new AppError("conflict", {
        userMessage: "Less than this is left of the payment. Drop this refund and make one of what is left.",
      });
    }
    await tx.refund.update({
      where: { id },
      data: { status: "requested", requestedById: actor.id, note: reason },
    });
    await recordEvents(tx, [
      { orderId, type: "refund.requested", data: { amountCents, reason: refund.reason } },
    ]);
    await enqueueRefund(tx, id);
    await tellOfHeldRefunds(tx);
    await recordAudit(tx, {
      actor,
      action: "refund.released",
      subjectType: "order",
      subjectId: orderId,
      before: { refundId: id, status: "held" },
      after: { refundId: id, status: "requested", amountCents },
      reason,
    });
  });
}
