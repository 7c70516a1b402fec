import type Stripe from "stripe";
import { readDatabaseTime } from "@/lib/clock";
import type { Database, Tx } from "@/lib/db/client";
import type { PaymentAttempt, Prisma, Refund } from "@/lib/db/generated/client";
import type { PaymentStatus, RefundStatus } from "@/lib/db/generated/enums";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { refundMovement, returnedRefundMovement } from "@/lib/ledger/movements";
import { recordMovement } from "@/lib/ledger/record-movement";
import { logger } from "@/lib/logger";
import { updatePaymentStatus } from "@/lib/orders/payment-status";
import { recordEvents } from "@/lib/orders/record-event";
import { storable } from "@/lib/storable-text";
import { capRefunds } from "./cap-refunds";
import { flagFailed, resolveFailed } from "./failed-refunds";
import { updateHeldRefundsAlert } from "./held-refunds";
import { stopIfRefunded } from "./stop-refunded";

/**
 * Records Stripe's state of one of our refunds on its row, in the order's sums, the ledger and the timeline; repeats
 * change nothing. Stripe's state wins: a refund that it made although ours was held, dropped or failed counts with
 * Stripe's amount, and refunds that no longer fit beside it are reduced or dropped. A full refund stops the delivery. A
 * refund that the bank returns later is reversed in the ledger, with a flag on the order and an alert.
 */
export async function recordRefund(db: Database, refundId: string, sent: Stripe.Refund): Promise<void> {
  if (sent.status === "failed" || sent.status === "canceled") {
    const failure = storable(sent.failure_reason ?? sent.status, 200);
    return failRefund(db, refundId, failure, ["requested", "pending", "succeeded"]);
  }
  const isFinal = sent.status === "succeeded";
  const posted = await db.$transaction(async (tx) => {
    const before = await lockRefund(tx, refundId);
    if (!before || !isOpen(before)) return false;
    const refund = await tx.refund.update({
      where: { id: refundId },
      data: {
        status: isFinal ? "succeeded" : "pending",
        amountCents: sent.amount,
        stripeRefundId: sent.id,
        failure: null,
        finishedAt: isFinal ? await readDatabaseTime(tx) : null,
      },
    });
    await noteCorrection(tx, before, sent.amount);
    await capRefunds(tx, refund.attemptId);
    if (isFinal) await postSentRefund(tx, refund);
    await stopIfRefunded(tx, refund.orderId);
    return true;
  });
  if (posted) logger.info({ refundId, status: sent.status }, "refund recorded");
}

/** True while Stripe's answer can change the refund: one that failed or succeeded at Stripe has ended. */
function isOpen({ status, stripeRefundId }: Refund): boolean {
  return status !== "succeeded" && (status !== "failed" || stripeRefundId === null);
}

/** Adds an event when Stripe's refund differs from the row. */
async function noteCorrection(
  tx: Tx,
  { id, orderId, status, amountCents: beforeCents, reason }: Refund,
  amountCents: number,
): Promise<void> {
  const isExpected = status === "requested" || status === "pending";
  if (isExpected && beforeCents === amountCents) return;
  const data = { amountCents, beforeCents, before: status, reason };
  await recordEvents(tx, [{ orderId, type: "refund.corrected", data }]);
  if (status === "held") await updateHeldRefundsAlert(tx);
  if (status === "failed") await resolveFailed(tx, id);
}

/** Posts a refund whose row has just become `succeeded`, in the caller's transaction and under the order's lock. */
export async function postSentRefund(tx: Tx, refund: Refund): Promise<void> {
  const { id, orderId, amountCents, reason } = refund;
  const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: refund.attemptId } });
  await moveSums(tx, attempt, amountCents);
  await recordMovement(tx, refundMovement(posting(refund, attempt)));
  await recordEvents(tx, [{ orderId, type: "refund.sent", data: { amountCents, reason } }]);
  await enqueueOrderMails(tx, "order-refunded", [{ orderId, about: id, props: { refundId: id } }]);
}

/** Fails a refund that is in one of the states given. Its amount can be refunded again. */
export async function failRefund(
  db: Database,
  refundId: string,
  failure: string,
  from: RefundStatus[],
): Promise<void> {
  const orderId = await db.$transaction(async (tx) => {
    const before = await lockRefund(tx, refundId);
    if (!before || !from.includes(before.status)) return null;
    await tx.refund.update({
      where: { id: refundId },
      data: { status: "failed", failure, finishedAt: await readDatabaseTime(tx) },
    });
    const { orderId, amountCents } = before;
    if (before.status === "succeeded") {
      const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: before.attemptId } });
      await moveSums(tx, attempt, -amountCents);
      await recordMovement(tx, returnedRefundMovement(posting(before, attempt)));
    }
    await recordEvents(tx, [{ orderId, type: "refund.failed", data: { amountCents, failure } }]);
    await flagFailed(tx, { id: refundId, orderId, amountCents, failure });
    return orderId;
  });
  if (orderId) logger.error({ refundId, orderId, failure }, "a refund failed and needs an operator");
}

export type LockedRefund = Prisma.RefundGetPayload<{ include: { order: true; attempt: true } }>;

/**
 * Locks a refund's order, as every change of its money does before the refund's row, and reads both; null without one.
 */
export async function lockRefund(tx: Tx, refundId: string): Promise<LockedRefund | null> {
  const refund = await tx.refund.findUnique({ where: { id: refundId }, select: { orderId: true } });
  if (refund) await lockOrderAndItems(tx, refund.orderId);
  return tx.refund.findUnique({ where: { id: refundId }, include: { order: true, attempt: true } });
}

/** The status of a refund's own payment: a dispute of the payment that paid the order does not hold any other. */
export function paymentStatusOfRefund({ attempt, order }: LockedRefund): PaymentStatus {
  return attempt.status === "paid" ? order.paymentStatus : "paid";
}

function posting(refund: Refund, attempt: PaymentAttempt) {
  const role = attempt.status === "duplicate" ? ("duplicate" as const) : ("paid" as const);
  const { id: refundId, orderId, amountCents } = refund;
  return { refundId, orderId, amountCents, role, currency: attempt.currency };
}

/** Adds to the order's refunded sum; negative for a refund that came back. */
async function moveSums(tx: Tx, attempt: PaymentAttempt, cents: number): Promise<void> {
  // A duplicate payment never counted in the order's sums, so its refund does not either.
  if (attempt.status !== "paid") return;
  await updatePaymentStatus(tx, attempt.orderId, { refundedCents: cents });
}
