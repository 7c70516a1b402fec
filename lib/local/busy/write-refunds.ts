import { newId } from "@/lib/base/ids";
import { addMs, day, minute, second } from "@/lib/base/time/time";
import { sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import {
  feeMovement,
  paymentMovement,
  refundMovement,
  returnedRefundMovement,
} from "@/lib/orders/ledger/movements";
import { undeliveredCents } from "@/lib/orders/order/order-money";
import { chargeFee } from "../stripe/balance";
import type { Charge } from "../stripe/objects";
import { postAt } from "./rows";
import { addMail, type Writing } from "./scene";
import type { PastStripe } from "./stripe-past";

type PaidBy = { attemptId: string; charge: Charge; delivered: number };

/** Writes an order's refunds. Returns what went back of its payment, in cents. */
export function writeRefunds(writing: Writing, { attemptId, charge, delivered }: PaidBy): number {
  const { scene, planned, orderId, endedAt } = writing;
  const { priced, outcome, twist, random } = planned;
  if (!endedAt) return 0;
  const paid = { attemptId, charge };
  if (outcome === "partial" || outcome === "failed") {
    const amountCents = undeliveredCents(priced.totalCents, priced.quantity, delivered);
    const units = priced.quantity - delivered;
    const refundId =
      amountCents > 0 ? writeRefund(writing, paid, { amountCents, reason: "undelivered" }) : null;
    scene.rows.owed.push({ orderId, attemptId, units, cents: amountCents, refundId, createdAt: endedAt });
    return amountCents;
  }
  const amountCents = Math.max(1, Math.round(priced.totalCents * random.between(0.1, 0.5)));
  if (twist === "refunded_in_part") {
    const note = "Goodwill: the delivery was slow, and the buyer wrote twice.";
    writeRefund(writing, paid, { amountCents, reason: "refund_in_part", note });
    return amountCents;
  }
  if (twist === "refund_failed") {
    writeRefund(writing, paid, { amountCents, reason: "refund_in_part", isReturned: true });
    return 0;
  }
  return 0;
}

type NewRefund = { amountCents: number; reason: string; note?: string; isReturned?: boolean };

function writeRefund(
  { scene, planned, orderId, endedAt }: Writing,
  { attemptId, charge }: { attemptId: string; charge: Charge },
  { amountCents, reason, note, isReturned = false }: NewRefund,
): string {
  const { rows, stripe } = scene;
  const id = newId();
  const at = addMs(endedAt ?? scene.now, 20 * second);
  const mark = { refund_id: id, order_id: orderId, reason, number: "1", shop: scene.shopId };
  const sent = stripe.refund(charge, amountCents, mark, at);
  const refund = { refundId: id, orderId, role: "paid" as const, amountCents, currency: "usd" };
  postAt(rows, refundMovement(refund), at);
  rows.events.push(
    { orderId, type: "refund.requested", data: { amountCents, reason }, createdAt: addMs(at, -10 * second) },
    { orderId, type: "refund.sent", data: { amountCents, reason }, createdAt: at },
  );
  const returnedAt = addMs(at, day);
  if (isReturned) {
    stripe.fail(sent.id, returnedAt);
    postAt(rows, returnedRefundMovement(refund), returnedAt);
    const data = { amountCents, failure: sent.failure_reason ?? "" };
    rows.events.push({ orderId, type: "refund.failed", data, createdAt: returnedAt });
  } else {
    const recipient = planned.buyer.email;
    addMail(scene, { kind: "order-refunded", orderId, recipient, at, about: id, props: { refundId: id } });
  }
  rows.refunds.push({
    id,
    orderId,
    attemptId,
    number: 1,
    amountCents,
    reason,
    note: note ?? null,
    status: isReturned ? "failed" : "succeeded",
    failure: isReturned ? (sent.failure_reason ?? null) : null,
    stripeRefundId: sent.id,
    createdAt: addMs(at, -10 * second),
    finishedAt: isReturned ? returnedAt : at,
  });
  return id;
}

/** The buyer paid a second page of the order, which went back. */
export function writeSecondPayment(
  { scene, planned, orderId, paidAt }: Writing,
  first: Parameters<PastStripe["openSession"]>[0],
): void {
  const { rows, stripe, shopId } = scene;
  const amountCents = planned.priced.totalCents;
  const againAt = addMs(paidAt, 2 * minute);
  const params = { ...first, metadata: { ...first.metadata, attempt: "2" } };
  const { id: stripeSessionId, intentId, charge } = stripe.openSession(params, planned.placedAt, againAt);
  if (!charge) throw new Error("a paid session has a charge");
  const [attemptId, refundId] = [newId(), newId()];
  const reason = "second_payment";
  const money = { orderId, role: "duplicate" as const, amountCents, currency: "usd" };
  const refundedAt = addMs(againAt, 15 * second);
  const mark = { refund_id: refundId, order_id: orderId, reason, number: "1", shop: shopId };
  const sent = stripe.refund(charge, amountCents, mark, refundedAt);
  rows.attempts.push({
    id: attemptId,
    orderId,
    number: 2,
    params,
    status: "duplicate",
    stripeSessionId,
    paymentIntentId: intentId,
    amountCents,
    currency: "usd",
    expiresAt: addMs(planned.placedAt, sessionLifetimeMs),
    createdAt: planned.placedAt,
    paidAt: againAt,
  });
  postAt(rows, paymentMovement({ ...money, attemptId }), againAt);
  postAt(rows, feeMovement({ ...money, attemptId, feeCents: chargeFee(amountCents) }), againAt);
  postAt(rows, refundMovement({ ...money, refundId }), refundedAt);
  rows.events.push(
    { orderId, type: "payment.duplicate", data: { reason, amountCents }, createdAt: againAt },
    { orderId, type: "refund.requested", data: { amountCents, reason }, createdAt: againAt },
    { orderId, type: "refund.sent", data: { amountCents, reason }, createdAt: refundedAt },
  );
  rows.refunds.push({
    id: refundId,
    orderId,
    attemptId,
    number: 1,
    amountCents,
    reason,
    status: "succeeded",
    stripeRefundId: sent.id,
    createdAt: againAt,
    finishedAt: refundedAt,
  });
  const recipient = planned.buyer.email;
  addMail(scene, {
    kind: "order-refunded",
    orderId,
    recipient,
    at: refundedAt,
    about: refundId,
    props: { refundId },
  });
}
