import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { recordEvents } from "@/lib/orders/order/record-event";
import { retriedId } from "@/lib/orders/order/refund-status";
import { refundUndeliveredJob } from "@/lib/orders/order/refund-undelivered-job";
import { dropUnsent } from "./cap-refunds";
import { flagFailed } from "./failed-refunds";
import { updateHeldRefundsAlert } from "./held-refunds";
import { type LockedRefund, lockRefund } from "./record-refund";
import { sendRefundJob } from "./refund-jobs";
import { requireMayRelease } from "./refund-limits";
import { refundReasons } from "./refund-order";
import { requireMayRefund } from "./request-refund";
import { stopIfRefunded } from "./stop-refunded";

/**
 * Releases a held refund to Stripe for an administrator. A full one cancels what is unsent now. Errors: not_found;
 * forbidden (`requireMayRelease`); conflict (it is not held any more, disputed, a lost call is being repeated, in
 * quarantine).
 */
export async function releaseRefund(
  db: Database,
  { refundId, ...audit }: AuditContext & { refundId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const held = await lockHeldRefund(tx, refundId);
    const { orderId, amountCents, reason } = held;
    await requireMayRelease(tx, audit.actor, held);
    await requireMayRefund(tx, held);
    if (held.reason === refundReasons.full)
      await cancelUnsent(tx, orderId, { reason: "refunded", alsoUnknown: true });
    await tx.refund.update({
      where: { id: refundId },
      data: {
        status: "requested",
        note: held.note ?? audit.reason,
        releasedById: audit.actor.id,
        releasedAt: await readDatabaseTime(tx),
      },
    });
    await enqueue(tx, [sendRefundJob.of(refundId)]);
    await stopIfRefunded(tx, orderId, { isOperator: true });
    await recordEvents(tx, [{ orderId, type: "refund.requested", data: { amountCents, reason } }]);
    await updateHeldRefundsAlert(tx);
    await recordAudit(tx, audit, "refund.released", ["order", orderId], {
      before: { refundId, status: "held" },
      after: { refundId, status: "requested", amountCents },
    });
  });
}

/**
 * The part of `dropRefund` (lib/buyer/requests) that changes refunds, in its transaction after `lockHeldRefund`. What the
 * refund was to pay is owed again: a failed refund waits for an operator, and the shop itself pays what was not
 * delivered, unless it is the shop's own refund that was dropped. After a withdrawal that flags the order.
 */
export async function dropHeldRefund(tx: Tx, held: LockedRefund, audit: AuditContext): Promise<void> {
  const { id, order, orderId, attempt, intent, requestedById } = held;
  const failedId = retriedId(intent);
  if (failedId) {
    await tx.owedAmount.updateMany({ where: { refundId: id }, data: { refundId: failedId } });
    await flagFailed(tx, await tx.refund.findUniqueOrThrow({ where: { id: failedId } }));
  } else if (requestedById !== null) {
    await tx.owedAmount.updateMany({ where: { orderId }, data: { refundId: null } });
    await enqueue(tx, [refundUndeliveredJob.of(orderId)]);
  }
  // The receipt of a withdrawal may have promised the amount, so an operator looks at what is left to refund.
  else if (order.withdrawnAt !== null && attempt.status === "paid") await flagOrder(tx, orderId, "withdrawn");
  // Keeps the note of the administrator who requested it.
  await tx.refund.update({ where: { id }, data: { note: held.note ?? audit.reason } });
  // The buyer was promised what the shop refunds by itself, so the timeline tells them of the decision against it.
  await dropUnsent(tx, held, requestedById === null ? "declined" : null);
  await recordAudit(tx, audit, "refund.dropped", ["order", orderId], {
    before: { refundId: id, status: "held" },
    after: { refundId: id, status: "dropped", amountCents: held.amountCents },
  });
}

/** Locks a held refund's order and reads both. Errors: not_found; conflict (it is not held any more). */
export async function lockHeldRefund(tx: Tx, refundId: string): Promise<LockedRefund> {
  const held = await lockRefund(tx, refundId);
  if (!held) throw notFound("There is no such refund.");
  if (held.status !== "held") throw conflict("This refund has already been released or dropped.");
  return held;
}
