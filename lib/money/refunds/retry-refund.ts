import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { paidOfUndelivered } from "@/lib/orders/order/order-money";
import { recordEvents } from "@/lib/orders/order/record-event";
import { isBounced, retryIntent } from "@/lib/orders/order/refund-status";
import { markPaid, resolveFailed } from "./failed-refunds";
import { type LockedRefund, lockRefund } from "./record-refund";
import { asBefore } from "./refund-order";
import type { RefundReason } from "./refund-reasons";
import { type RequestedRefund, requestRefund, requireMayRefund } from "./request-refund";
import { stopIfRefunded } from "./stop-refunded";

type FailedRefundInput = AuditContext & { refundId: string };

/**
 * Repeats a failed refund for an administrator, as a new one of the same payment and amount; once per failed refund,
 * unless the repetition was dropped. Errors: not_found; forbidden (the role does not include refunds); conflict (it has
 * not failed, its repetition failed too, it was paid another way, less than its amount is left or owed, disputed, in
 * quarantine).
 */
export async function retryRefund(
  db: Database,
  { refundId, ...audit }: FailedRefundInput,
): Promise<RequestedRefund> {
  return db.$transaction(async (tx) => {
    const failed = await lockFailed(tx, refundId);
    const { orderId, attemptId, amountCents } = failed;
    const intent = retryIntent(refundId);
    const known = await tx.refund.findUnique({ where: { orderId_intent: { orderId, intent } } });
    // A dropped repetition was never sent, so it leaves its intent to the next one.
    if (known?.status === "dropped")
      await tx.refund.update({ where: { id: known.id }, data: { intent: null } });
    else if (known) return asBefore(known);
    await requireMayRefund(tx, failed);
    if (failed.paidAnotherWayAt !== null)
      throw conflict("This refund is marked as paid another way. If it is owed as well, refund a part.");
    if (failed.reason === "undelivered") await requireOwed(tx, failed);
    const retried = await requestRefund(tx, {
      orderId,
      attemptId,
      amountCents,
      // A repetition keeps the reason, also one that only Stripe knew.
      reason: failed.reason as RefundReason,
      intent,
      requestedById: audit.actor.id,
      note: audit.reason,
    });
    await tx.owedAmount.updateMany({ where: { refundId }, data: { refundId: retried.refundId } });
    await resolveFailed(tx, refundId);
    await stopIfRefunded(tx, orderId, { isOperator: true });
    await recordAudit(tx, audit, "refund.retried", ["order", orderId], {
      before: { refundId, status: "failed" },
      after: retried,
    });
    return retried;
  });
}

/** Throws conflict when other refunds have paid for the undelivered units of a failed one since. */
async function requireOwed(
  tx: Tx,
  { id, orderId, order, attemptId, amountCents }: LockedRefund,
): Promise<void> {
  const owed = await tx.owedAmount.findUnique({ where: { orderId } });
  const others = await tx.refund.findMany({ where: { attemptId, id: { not: id } } });
  if (owed && amountCents > owed.cents - paidOfUndelivered(order, others))
    throw conflict("By now less than this is owed for what was not delivered. Refund that instead.");
}

/**
 * Marks for an administrator that the buyer of a failed refund has its amount in another way: it is no longer owed.
 * Safe to repeat. Errors: not_found; conflict (it has not failed, or was sent again).
 */
export async function markPaidAnotherWay(
  db: Database,
  { refundId, ...audit }: FailedRefundInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const failed = await lockFailed(tx, refundId);
    if (failed.paidAnotherWayAt !== null) return;
    const { orderId, attemptId, amountCents } = failed;
    if (!isBounced(failed, await tx.refund.findMany({ where: { attemptId } })))
      throw conflict("This refund was sent again. Look at the order's refunds.");
    await markPaid(tx, refundId, audit);
    await recordEvents(tx, [{ orderId, type: "refund.paid_another_way", data: { amountCents } }]);
    await recordAudit(tx, audit, "refund.paid_another_way", ["order", orderId], {
      after: { refundId, amountCents },
    });
  });
}

async function lockFailed(tx: Tx, refundId: string): Promise<LockedRefund> {
  const refund = await lockRefund(tx, refundId);
  if (!refund) throw notFound("There is no such refund.");
  if (refund.status !== "failed") throw conflict("This refund has not failed.");
  return refund;
}
