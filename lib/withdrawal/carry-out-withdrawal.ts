import { isBlocked } from "@/lib/abuse/blocks";
import { databaseNow } from "@/lib/clock";
import type { Database, Db, Tx } from "@/lib/db/client";
import type { Order, Prisma, Refund, Withdrawal } from "@/lib/db/generated/client";
import { isItemFinal, isItemIn } from "@/lib/db/item-status";
import { cancelUnsent } from "@/lib/delivery/cancel-unsent";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { orderIdRange } from "@/lib/order-number";
import { deliveredUnits } from "@/lib/orders/delivered-units";
import { flagOrder } from "@/lib/orders/flag-order";
import { markWithdrawn } from "@/lib/orders/mark-withdrawn";
import { automaticallyRefundableCents, paidOfUndelivered, undeliveredCents } from "@/lib/orders/order-money";
import { recordEvents } from "@/lib/orders/record-event";
import { isBounced, isRefundIn, isSpent } from "@/lib/orders/refund-status";
import { closeSession } from "@/lib/payments/close-session";
import { settlePayment } from "@/lib/payments/settle-payment";
import { maySend } from "@/lib/quarantine/database-mark";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { openTicketIn } from "@/lib/support/open-ticket";
import { contractDate, withdrawalEndsAt } from "@/lib/withdrawal-period";
import { cancelWithdrawnItemJob } from "./jobs";

/**
 * Carries out a statement of withdrawal: the decision with its receipt, a ticket for an operator when no order matches,
 * and the end of an unpaid order's payment pages. Safe to repeat. In quarantine only the receipt is queued, because
 * items or orders that are unsent or unpaid here may be neither; the sweeper adds the job again afterwards. Errors:
 * those of `settlePayment` (the job is retried).
 */
export async function carryOutWithdrawal(deps: PaymentDeps, id: string): Promise<void> {
  const { db } = deps;
  await decideStatement(db, id);
  const pages = await db.paymentAttempt.findMany({
    where: {
      status: "open",
      stripeSessionId: { not: null },
      order: { withdrawals: { some: { id, outcome: "unpaid" } } },
    },
    select: { stripeSessionId: true },
  });
  for (const { stripeSessionId } of pages) if (stripeSessionId) await closePage(deps, stripeSessionId);
}

/** A page that was paid by a delayed method can't be closed; when the money arrives, it is refunded (settlePayment). */
async function closePage(deps: PaymentDeps, sessionId: string): Promise<void> {
  const { kind, session } = await settlePayment(deps, sessionId);
  if (kind === "open" && session.status === "open") await closeSession(deps, sessionId);
}

/**
 * The part of `carryOutWithdrawal` that needs only the database: decides the statement. In quarantine it queues the
 * receipt.
 */
export async function decideStatement(db: Database, id: string): Promise<void> {
  const stated = await db.withdrawal.findUnique({ where: { id, decidedAt: null } });
  if (!stated) return;
  const order = await findStatedOrder(db, stated);
  if (!(await maySend(db))) return mailReceipt(db, stated, order?.id ?? null);
  return decideWithdrawal(db, id, order?.id ?? null);
}

type Decision = Required<
  Pick<Prisma.WithdrawalUncheckedUpdateInput, "outcome" | "delivered" | "openUnits" | "backCents">
>;

/** The newest order that a statement names; null when its number and address belong to none. */
function findStatedOrder(
  db: Db,
  { email, orderNumber }: Pick<Withdrawal, "email" | "orderNumber">,
): Promise<{ id: string } | null> {
  return db.order.findFirst({
    where: { email, ...orderIdRange(orderNumber) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
}

/**
 * Decides a statement about an order (null: none matches), once, in one transaction with its receipt. Within the 14
 * days everything unsent is canceled and nothing more is sent; suppliers are asked to stop what they have; what is not
 * delivered is refunded when the order ends (refundUndelivered), and what was delivered stays paid. An unpaid order can
 * no longer be paid. Without an order, an operator gets a ticket. Does nothing in quarantine.
 */
async function decideWithdrawal(db: Database, id: string, orderId: string | null): Promise<void> {
  const outcome = await db.$transaction(async (tx) => {
    if (orderId) await lockOrderAndItems(tx, orderId);
    const stated = await tx.withdrawal.findUnique({ where: { id } });
    if (!stated || stated.decidedAt || !(await maySend(tx))) return null;
    const decision = orderId ? await carryOut(tx, orderId, stated) : { ...nothing, outcome: "unmatched" };
    const decided = await tx.withdrawal.updateMany({
      where: { id, decidedAt: null },
      data: { ...decision, orderId, decidedAt: databaseNow() },
    });
    // Without an order there is no lock, so a concurrent run may have decided first.
    if (decided.count === 0) return null;
    if (!orderId) await askForOrder(tx, stated);
    await mailReceipt(tx, stated, orderId);
    return decision.outcome;
  });
  if (outcome) logger.info({ withdrawalId: id, orderId, outcome }, "a withdrawal was decided");
}

/** Opens the ticket; a statement from an address on the block list is kept and answered all the same, without one. */
async function askForOrder(tx: Tx, { name, email, orderNumber, statedAt }: Withdrawal): Promise<void> {
  if (await isBlocked(tx, { email })) return;
  await openTicketIn(tx, {
    caller: { userId: null, email },
    kind: "support",
    orderReference: orderNumber,
    message: `${name} withdrew from the contract of order #${orderNumber}, but no order with this number has this address. The account's address may have changed since. Please find the order and answer. The statement was made on ${statedAt.toUTCString()}.`,
    isMailed: false,
  });
}

/** Queues the receipt, once: to the order's address, or within the limits to the stated one. */
async function mailReceipt(
  db: Db,
  { id, email, isMailed }: Pick<Withdrawal, "id" | "email" | "isMailed">,
  orderId: string | null,
): Promise<void> {
  if (!orderId && !isMailed) return;
  await enqueueMail(db, {
    kind: "withdrawal-received",
    about: id,
    orderId,
    recipient: email,
    props: { withdrawalId: id },
  });
}

const nothing = { delivered: 0, openUnits: 0, backCents: 0 };

/** The caller has locked the order and its items. */
async function carryOut(tx: Tx, orderId: string, { statedAt }: Withdrawal): Promise<Decision> {
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  if (order.withdrawnAt) return { ...nothing, outcome: "repeated" };
  const isPaid = order.paidCents > 0;
  // An unpaid order is not a contract yet, so its 14 days have not begun.
  if (isPaid && statedAt > withdrawalEndsAt(contractDate(order))) {
    await recordEvents(tx, [{ orderId, type: "withdrawal.late" }]);
    return { ...nothing, outcome: "late" };
  }
  await markWithdrawn(tx, orderId);
  if (!isPaid) {
    await recordEvents(tx, [{ orderId, type: "withdrawal.accepted" }]);
    return { ...nothing, outcome: "unpaid" };
  }
  await cancelUnsent(tx, orderId, { reason: "withdrawn" });
  const decision = await decideOutcome(tx, order);
  const { delivered, openUnits, backCents: amountCents } = decision;
  await recordEvents(tx, [
    { orderId, type: "withdrawal.accepted", data: { delivered, openUnits, amountCents } },
  ]);
  // An operator sees what the shop can't finish by itself.
  const needsOperator =
    openUnits > 0 ||
    decision.outcome === "disputed" ||
    (amountCents > 0 && (await hasStuckRefund(tx, orderId)));
  if (needsOperator) await flagOrder(tx, orderId, "withdrawn");
  return decision;
}

/**
 * True when the shop can't finish the refund by itself: the one for undelivered units was dropped or failed, or another
 * one of the payment failed.
 */
async function hasStuckRefund(tx: Tx, orderId: string): Promise<boolean> {
  const refunds = await tx.refund.findMany({ where: { orderId, attempt: { status: "paid" } } });
  const own = refunds.filter(({ reason }) => reason === "undelivered");
  const isReleased = own.length > 0 && own.every(({ status }) => isRefundIn("released", status));
  return isReleased || refunds.some((refund) => isBounced(refund, refunds));
}

/**
 * What is delivered, what may still arrive, and what certainly goes back. Adds the jobs that ask suppliers to stop what
 * they have.
 */
async function decideOutcome(tx: Tx, order: Order) {
  const { id: orderId, paidCents, paymentStatus, quantity } = order;
  const [items, refunds] = await Promise.all([
    tx.fulfillmentItem.findMany({ where: { orderId } }),
    tx.refund.findMany({ where: { orderId, attempt: { status: "paid" } } }),
  ]);
  await enqueue(
    tx,
    items.flatMap(({ id, state }) => (isItemIn("atSupplier", state) ? [cancelWithdrawnItemJob.of(id)] : [])),
  );
  // A replacement delivers again what was delivered and dropped: it has no units of its own.
  const bought = items.filter(({ replacesItemId }) => !replacesItemId);
  const delivered = bought.reduce((sum, item) => sum + deliveredUnits(item), 0);
  const openUnits = bought.reduce(
    (sum, item) => (isItemFinal(item.state) ? sum : sum + item.quantity - deliveredUnits(item)),
    0,
  );
  // The rest goes back, if not by a refund that is still open, then by another one in its place.
  const paid = refunds.filter((refund) => isSpent(refund, refunds) && !isOpenRefund(refund));
  const owedCents = undeliveredCents(paidCents, quantity, delivered + openUnits);
  const leftCents = automaticallyRefundableCents(order, paid);
  const backCents = Math.max(0, Math.min(owedCents - paidOfUndelivered(order, paid), leftCents));
  if (paymentStatus === "disputed") return { delivered, openUnits, backCents: 0, outcome: "disputed" };
  if (leftCents === 0) return { delivered, openUnits, backCents: 0, outcome: "refunded" };
  return { delivered, openUnits, backCents, outcome: "withdrawn" };
}

/** True for a refund whose amount may be promised: it was not sent yet, or failed and is owed. */
function isOpenRefund({ status, reason, paidAnotherWayAt }: Refund): boolean {
  if (status === "failed") return paidAnotherWayAt === null;
  return status === "held" || (status !== "succeeded" && reason === "undelivered");
}
