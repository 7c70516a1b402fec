import type Stripe from "stripe";
import type { Database, Tx } from "@/lib/base/db/client";
import type { Prisma, Refund } from "@/lib/base/db/generated/client";
import type { RefundStatus } from "@/lib/base/db/generated/enums";
import { logger } from "@/lib/base/logger";
import { storable } from "@/lib/base/text/storable-text";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { type PaymentRole, refundMovement, returnedRefundMovement } from "@/lib/orders/ledger/movements";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import { updatePaymentStatus } from "@/lib/orders/order/payment-status";
import { recordEvents } from "@/lib/orders/order/record-event";
import { capRefunds } from "./cap-refunds";
import { flagFailed, resolveFailed } from "./failed-refunds";
import { updateHeldRefundsAlert } from "./held-refunds";
import { orderRefundedMail } from "./order-refunded-mail";
import { stopIfRefunded } from "./stop-refunded";

/**
 * Records Stripe's state of one of our refunds; repeats change nothing. Stripe's state wins: a refund that it made
 * although ours was held, dropped or failed counts with Stripe's amount, and refunds that no longer fit beside it are
 * reduced or dropped. A refund that the bank returns later is reversed in the ledger, with a flag and an alert.
 */
export async function recordRefund(db: Database, refundId: string, sent: Stripe.Refund): Promise<void> {
  if (movedNoMoney(sent)) {
    const failure = storable(sent.failure_reason ?? sent.status ?? "", 200);
    return failRefund(db, refundId, failure, ["requested", "pending", "succeeded"]);
  }
  const isRecorded = await db.$transaction(async (tx) => {
    const refund = await lockRefund(tx, refundId);
    if (!refund || !isOpen(refund)) return false;
    await recordSent(tx, refund, sent);
    return true;
  });
  if (isRecorded) logger.info({ refundId, status: sent.status }, "refund recorded");
}

/** True for a refund that moved no money in the end. */
export function movedNoMoney({ status }: Stripe.Refund): boolean {
  return status === "failed" || status === "canceled";
}

/** True while Stripe's answer can change the refund: one that failed or succeeded at Stripe has ended. */
function isOpen({ status, stripeRefundId }: Refund): boolean {
  return status !== "succeeded" && (status !== "failed" || stripeRefundId === null);
}

/** Posts a refund that Stripe has made, and stops the delivery after a full one. Call it under the order's lock. */
export async function recordSent(tx: Tx, before: Refund, sent: Stripe.Refund): Promise<void> {
  const isFinal = sent.status === "succeeded";
  const refund = await tx.refund.update({
    where: { id: before.id },
    data: {
      status: isFinal ? "succeeded" : "pending",
      amountCents: sent.amount,
      stripeRefundId: sent.id,
      failure: null,
      finishedAt: isFinal ? await readDatabaseTime(tx) : null,
    },
  });
  const { id, orderId, amountCents, reason } = refund;
  const isExpected = before.status === "requested" || before.status === "pending";
  if (!isExpected || before.amountCents !== amountCents) {
    const data = { amountCents, beforeCents: before.amountCents, before: before.status, reason };
    await recordEvents(tx, [{ orderId, type: "refund.corrected", data }]);
  }
  if (before.status === "held") await updateHeldRefundsAlert(tx);
  if (before.status === "failed") await resolveFailed(tx, id);
  await capRefunds(tx, refund.attemptId);
  if (isFinal) {
    await recordMovement(tx, refundMovement(await countRefund(tx, refund, amountCents)));
    await recordEvents(tx, [{ orderId, type: "refund.sent", data: { amountCents, reason } }]);
    await enqueueOrderMails(tx, orderRefundedMail, [{ orderId, about: id, props: { refundId: id } }]);
  }
  await stopIfRefunded(tx, orderId);
}

/** Adds `cents` to the order's refunded sum; negative for a refund that came back. Returns what the ledger posts. */
async function countRefund(tx: Tx, { id: refundId, orderId, attemptId, amountCents }: Refund, cents: number) {
  const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  // A duplicate payment never counted in the order's sums, so its refund does not either.
  if (attempt.status === "paid") await updatePaymentStatus(tx, orderId, { refundedCents: cents });
  const role: PaymentRole = attempt.status === "duplicate" ? "duplicate" : "paid";
  return { refundId, orderId, amountCents, role, currency: attempt.currency };
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
    if (before.status === "succeeded")
      await recordMovement(tx, returnedRefundMovement(await countRefund(tx, before, -amountCents)));
    await recordEvents(tx, [{ orderId, type: "refund.failed", data: { amountCents, failure } }]);
    await flagFailed(tx, { id: refundId, orderId, amountCents, failure });
    return orderId;
  });
  if (orderId) logger.error({ refundId, orderId, failure }, "a refund failed and needs an operator");
}

export type LockedRefund = Prisma.RefundGetPayload<{ include: { order: true; attempt: true } }>;

/** Locks a refund's order, as every change of its money does before the refund's row, and reads both. */
export async function lockRefund(tx: Tx, refundId: string): Promise<LockedRefund | null> {
  const refund = await tx.refund.findUnique({ where: { id: refundId }, select: { orderId: true } });
  if (refund) await lockOrderAndItems(tx, refund.orderId);
  return tx.refund.findUnique({ where: { id: refundId }, include: { order: true, attempt: true } });
}
