import type Stripe from "stripe";
import type { Tx } from "@/lib/base/db/client";
import type { Dispute, PaymentAttempt } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { formatAmount } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { inWords } from "@/lib/base/text/words";
import { databaseNow } from "@/lib/base/time/clock";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { decideDropsJob } from "@/lib/delivery/items/item-jobs";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { capUndelivered } from "@/lib/money/refunds/cap-refunds";
import { callStripe, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { disputeMovement } from "@/lib/orders/ledger/movements";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import { blockDelivery, disputeBlock, unblockDelivery } from "@/lib/orders/order/block-delivery";
import { disputeClosed, flagOrder } from "@/lib/orders/order/flag-order";
import { updatePaymentStatus } from "@/lib/orders/order/payment-status";
import { recordEvents } from "@/lib/orders/order/record-event";
import { refundUndeliveredJob } from "@/lib/orders/order/refund-undelivered-job";
import {
  holdsPayment,
  isAnswered,
  isDisputeClosed,
  isInquiry,
  isOlder,
  isOpenInquiry,
  stopsDelivery,
  takenCents,
} from "./dispute-status";

type DisputedPayment = Pick<PaymentAttempt, "id" | "orderId" | "status">;

/** Stripe's disputes of a payment, the oldest first. Errors: payment_unavailable, payment_misconfigured. */
export async function listDisputes(
  { stripe }: Pick<PaymentDeps, "stripe">,
  paymentIntentId: string,
): Promise<Stripe.Dispute[]> {
  const { data } = await callStripe(stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }));
  return data.reverse();
}

/**
 * Brings an order into line with a dispute of its payment, in the caller's transaction: the dispute's row, the payment
 * status, the delivery (blocked, unsent items canceled), a flag, an alert, the timeline, and the movements of Stripe's
 * balance in the ledger. When a dispute is won or an inquiry closed, the block ends, missing units are decided, and the
 * undelivered share is refunded. During an inquiry that share is refunded too, because an inquiry takes no money, and
 * after a dispute that was lost for a part of the payment, as far as the rest goes.
 * Idempotent. Returns whether the dispute or its status is new.
 */
export async function recordDispute(
  tx: Tx,
  attempt: DisputedPayment,
  dispute: Stripe.Dispute,
): Promise<boolean> {
  const { orderId } = attempt;
  await lockOrderAndItems(tx, orderId);
  const before = await tx.dispute.findUnique({ where: { stripeDisputeId: dispute.id } });
  if (before && isOlder(dispute.status, before.status)) return false;
  const isOrders = attempt.status === "paid";
  if (isOrders && stopsDelivery(dispute.status)) await cancelUnsent(tx, orderId, { reason: "dispute" });
  const row = await saveDispute(tx, attempt, before, dispute);
  await postMoney(tx, attempt, row, dispute);
  const isNews = before?.status !== dispute.status;
  if (isNews) await reportDispute(tx, before, row, isOrders);
  if (isOrders) await updateOrder(tx, attempt, isNews);
  return isNews;
}

async function saveDispute(
  tx: Tx,
  { id: attemptId, orderId }: DisputedPayment,
  before: Dispute | null,
  dispute: Stripe.Dispute,
): Promise<Dispute> {
  const dueBy = dispute.evidence_details.due_by;
  const facts = {
    attemptId,
    status: dispute.status,
    reason: dispute.reason,
    amountCents: dispute.amount,
    currency: dispute.currency,
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
    closedAt: isDisputeClosed(dispute.status) ? (before?.closedAt ?? databaseNow()) : null,
  };
  return tx.dispute.upsert({
    where: { stripeDisputeId: dispute.id },
    create: {
      ...facts,
      orderId,
      stripeDisputeId: dispute.id,
      createdAt: new Date(dispute.created * 1000),
    },
    update: facts,
  });
}

/** Posts each movement of Stripe's balance once. */
async function postMoney(
  tx: Tx,
  attempt: DisputedPayment,
  row: Dispute,
  dispute: Stripe.Dispute,
): Promise<void> {
  const role = attempt.status === "duplicate" ? "duplicate" : "paid";
  const common = { disputeId: row.id, orderId: attempt.orderId, role } as const;
  for (const { id: transactionId, amount, fee, currency } of dispute.balance_transactions) {
    const moved = { transactionId, amountCents: amount, feeCents: fee, currency };
    await recordMovement(tx, disputeMovement({ ...common, ...moved }));
  }
}

async function reportDispute(
  tx: Tx,
  before: Dispute | null,
  dispute: Dispute,
  isOrders: boolean,
): Promise<void> {
  const { orderId, amountCents, currency, reason, status, evidenceDueAt } = dispute;
  const isClosed = isDisputeClosed(status);
  const type = isClosed ? "dispute.closed" : before ? "dispute.updated" : "dispute.opened";
  // A dispute may already be closed when the shop first hears of it.
  const lines = !before && isClosed ? ["dispute.opened", type] : [type];
  await recordEvents(
    tx,
    lines.map((line) => ({ orderId, type: line, data: { amountCents, currency, reason, status } })),
  );
  const isFlagged = await flagOrder(tx, orderId, "dispute");
  const about = `about ${isOrders ? "the" : "another"} payment of order #${shortOrderId(orderId)}`;
  const closedKey = `${disputeClosed}:${dispute.stripeDisputeId}`;
  if (isClosed && !isFlagged) {
    const what = `The bank has closed its ${isInquiry(status) ? "inquiry" : "dispute"} ${about} (${inWords(status)}).`;
    const message = `${what} Open the order, see what is left to do, then clear this in Needs me.`;
    await raiseAlert(tx, { key: closedKey, kind: disputeClosed, message, orderId });
  } else await resolveAlert(tx, closedKey);
  const key = `dispute:${dispute.stripeDisputeId}`;
  if (isClosed || isAnswered(status)) return resolveAlert(tx, key);
  const due = evidenceDueAt ? ` Evidence is due by ${evidenceDueAt.toUTCString()}.` : "";
  const what = isOpenInquiry(status) ? `The bank is asking ${about}` : `There is a dispute ${about}`;
  const message = `${what}: ${formatAmount(amountCents, currency ?? "usd")}, ${inWords(reason)}.${due} ${stepOf(status, isOrders)}`;
  await raiseAlert(tx, { key, kind: "dispute", message, orderId });
}

/** The operator's next step about an open dispute that is not answered. */
function stepOf(status: string, isOrders: boolean): string {
  if (!isOpenInquiry(status))
    return "Open the order, download its evidence and answer in Stripe's dashboard.";
  return isOrders
    ? "Refund it in full, which prevents a dispute, or answer in Stripe's dashboard with the order's evidence."
    : "That payment is not the order's and goes back in full, which prevents a dispute; leave the order's own payment alone.";
}

/** Derives the order's payment status and block from all disputes of the payment that paid it. */
async function updateOrder(
  tx: Tx,
  { id: attemptId, orderId }: DisputedPayment,
  isNews: boolean,
): Promise<void> {
  const [order, disputes] = await Promise.all([
    tx.order.findUniqueOrThrow({ where: { id: orderId } }),
    tx.dispute.findMany({
      where: { orderId, OR: [{ attemptId }, { attemptId: null }] },
      select: { status: true, amountCents: true, currency: true },
    }),
  ]);
  const takenSum = disputes.reduce((sum, dispute) => sum + takenCents(dispute, order), 0);
  const bankReturnedCents = Math.min(order.paidCents - order.refundedCents, takenSum);
  const isDisputed = takenSum >= order.paidCents || disputes.some(({ status }) => holdsPayment(status));
  await updatePaymentStatus(tx, orderId, { isDisputed, bankReturnedCents });
  if (bankReturnedCents > order.bankReturnedCents) await capUndelivered(tx, orderId, "lost_dispute");
  if (disputes.some(({ status }) => stopsDelivery(status))) await blockDelivery(tx, orderId, disputeBlock);
  else if (order.blockedReason === disputeBlock) {
    await unblockDelivery(tx, orderId);
    await enqueue(tx, [decideDropsJob.of(orderId)]);
  }
  const isOwed = !isDisputed && isNews && (order.status === "partial" || order.status === "failed");
  if (isOwed) await enqueue(tx, [refundUndeliveredJob.of(orderId)]);
}
