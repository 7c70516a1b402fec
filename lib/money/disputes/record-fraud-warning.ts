import type Stripe from "stripe";
import { recordAudit, shopActor } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import type { PaymentAttempt } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { inWords } from "@/lib/base/text/words";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { mayRefundAutomatically } from "@/lib/money/refunds/refund-limits";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { stopIfRefunded } from "@/lib/money/refunds/stop-refunded";
import { blockDelivery } from "@/lib/orders/order/block-delivery";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { automaticallyRefundableCents } from "@/lib/orders/order/order-money";
import { recordEvents } from "@/lib/orders/order/record-event";

type WarnedPayment = Pick<PaymentAttempt, "id" | "orderId" | "status">;

/** refund: the payment is going back. review: an operator decides. */
export type FraudWarningOutcome = "refund" | "review";

/**
 * Records one of Stripe's early fraud warnings, once, in the caller's transaction: it is stored, the order is flagged and
 * its delivery blocked, with an alert. A payment that can still be refunded is refunded within the limits of automatic
 * refunds; otherwise an operator decides. A payment that is not the order's goes back in any case, so it blocks nothing.
 * Later changes of a warning only update its row.
 */
export async function recordFraudWarning(
  tx: Tx,
  attempt: WarnedPayment,
  warning: Stripe.Radar.EarlyFraudWarning,
): Promise<FraudWarningOutcome> {
  const { orderId } = attempt;
  await lockOrderAndItems(tx, orderId);
  const facts = { isActionable: warning.actionable, fraudType: warning.fraud_type };
  const stripeWarningId = warning.id;
  const known = await tx.earlyFraudWarning.findUnique({ where: { stripeWarningId } });
  if (known) {
    await tx.earlyFraudWarning.update({ where: { stripeWarningId }, data: facts });
    return known.outcome === "refund" ? "refund" : "review";
  }
  const isOrders = attempt.status === "paid";
  if (isOrders) await blockDelivery(tx, orderId, "fraud_warning");
  await flagOrder(tx, orderId, "fraud_warning");
  const amountCents = await amountToRefund(tx, attempt, warning.actionable);
  const outcome = amountCents > 0 ? "refund" : "review";
  const data = { fraudType: facts.fraudType, actionable: facts.isActionable, outcome };
  await recordEvents(tx, [{ orderId, type: "fraud.warned", data }]);
  if (amountCents > 0) {
    const refund = { orderId, attemptId: attempt.id, amountCents, reason: "fraud_warning" } as const;
    await requestRefund(tx, { ...refund, isAutomatic: true, isHeld: false });
    await stopIfRefunded(tx, orderId);
  }
  await tx.earlyFraudWarning.create({ data: { ...facts, orderId, stripeWarningId, outcome } });
  const message = isOrders
    ? alertMessage(orderId, amountCents, facts)
    : `The bank of a card that made another payment for order #${shortOrderId(orderId)} warns of fraud (${inWords(facts.fraudType)}). That payment is not the order's and goes back in full, so the order is not stopped. Block it if you don't trust its buyer.`;
  const key = `fraud_warning:${warning.id}`;
  await raiseAlert(tx, { key, kind: "fraud_warning", message, orderId });
  await recordAudit(tx, { actor: shopActor }, "fraud_warning.received", ["order", orderId], {
    after: { ...data, warningId: warning.id, amountCents },
  });
  return outcome;
}

/** The rest of the payment, if it may be refunded without an operator; otherwise 0. */
async function amountToRefund(tx: Tx, attempt: WarnedPayment, isActionable: boolean) {
  // In quarantine an earlier refund may be missing here.
  if (!isActionable || attempt.status !== "paid" || !(await maySend(tx))) return 0;
  const order = await tx.order.findUniqueOrThrow({ where: { id: attempt.orderId } });
  if (order.paymentStatus === "disputed") return 0;
  const refunds = await tx.refund.findMany({ where: { attemptId: attempt.id } });
  const left = automaticallyRefundableCents(order, refunds);
  return left > 0 && (await mayRefundAutomatically(tx, { orderId: order.id, amountCents: left })) ? left : 0;
}

function alertMessage(orderId: string, amountCents: number, { fraudType }: { fraudType: string }): string {
  const what = `The bank of the card that paid order #${shortOrderId(orderId)} warns of fraud (${inWords(fraudType)}).`;
  return amountCents > 0
    ? `${what} ${formatCents(amountCents)} is refunded, and nothing more of the order is sent. Check whether its buyer has other orders.`
    : `${what} Nothing more of the order is sent. Refund it in full if you can, which prevents a dispute, or unblock it if you trust the buyer.`;
}
