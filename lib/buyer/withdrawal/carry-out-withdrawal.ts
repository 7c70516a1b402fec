import type { Database, Db, Tx } from "@/lib/base/db/client";
import type { FulfillmentItem, Order, Refund, Withdrawal } from "@/lib/base/db/generated/client";
import { isItemFinal, isItemIn } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { orderIdRange } from "@/lib/base/order-number";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day } from "@/lib/base/time/time";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { cancelAtSupplierJob } from "@/lib/delivery/items/item-jobs";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { closeIfOpen } from "@/lib/money/payments/close-session";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { blockDelivery, unblockDelivery, unconfirmedWithdrawal } from "@/lib/orders/order/block-delivery";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { markWithdrawn } from "@/lib/orders/order/mark-withdrawn";
import { automaticallyRefundableCents, unpaidCents } from "@/lib/orders/order/order-money";
import { deliveredOf, undeliveredPrice } from "@/lib/orders/order/order-parts";
import { recordEvents } from "@/lib/orders/order/record-event";
import { isBounced, isRefundIn, isSpent } from "@/lib/orders/order/refund-status";
import { contractDate, withdrawalEndsAt } from "@/lib/orders/order/withdrawal-period";
import { isBlocked } from "@/lib/people/abuse/blocks";
import { openTicketIn } from "@/lib/people/support/open-ticket";
import { unconfirmed } from "./take-statement";
import { withdrawalPreview } from "./withdrawal-receipt";
import { withdrawalReceivedMail } from "./withdrawal-received-mail";

/**
 * Carries out a statement of withdrawal: the decision with its receipt, perhaps a ticket when no order matches, and the
 * end of an unpaid order's payment pages. Safe to repeat. In quarantine only the receipt is queued, because
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
  // One that was paid by a delayed method stays; when the money arrives, it is refunded (settlePayment).
  for (const { stripeSessionId } of pages) if (stripeSessionId) await closeIfOpen(deps, stripeSessionId);
}

/**
 * The part of `carryOutWithdrawal` that needs only the database: decides the statement. In quarantine it queues the
 * receipt.
 */
export async function decideStatement(db: Database, id: string): Promise<void> {
  const stated = await db.withdrawal.findUnique({ where: { id, decidedAt: null } });
  if (!stated) return;
  const order = stated.orderId ? { id: stated.orderId } : await findStatedOrder(db, stated);
  if (!(await maySend(db))) return mailReceipt(db, stated, order?.id ?? null);
  return decideWithdrawal(db, id, order?.id ?? null);
}

type Decision = {
  outcome: string;
  delivered: number;
  openUnits: number;
  backCents: number;
  /** Goes back if none of the open units arrives: the amount that `refundUndelivered` refunds then. */
  mostCents: number;
};

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
 * Decides a statement about an order (null: none matches), once, in one transaction with its receipt. By the order's
 * link and within the 14 days everything unsent is canceled and nothing more is sent; suppliers are asked to stop what
 * they have; what is not delivered is refunded when the order ends (refundUndelivered), and what was delivered stays
 * paid. An unpaid order can no longer be paid. By number and address, what is unsent is paused until the order's link
 * confirms the statement. Without an order, an operator may get a ticket. Does nothing in quarantine.
 */
async function decideWithdrawal(db: Database, id: string, orderId: string | null): Promise<void> {
  const outcome = await db.$transaction(async (tx) => {
    if (orderId) await lockOrderAndItems(tx, orderId);
    const stated = await tx.withdrawal.findUnique({ where: { id } });
    if (!stated || stated.decidedAt || !(await maySend(tx))) return null;
    const decision = orderId ? await decide(tx, orderId, stated) : { ...nothing, outcome: "unmatched" };
    const decided = await tx.withdrawal.updateMany({
      where: { id, decidedAt: null },
      data: { ...decision, orderId, decidedAt: databaseNow() },
    });
    // Without an order there is no lock, so a concurrent run may have decided first.
    if (decided.count === 0) return null;
    if (!orderId) await askForOrder(tx, stated);
    // The receipt asks for the confirmation, which another receipt answers.
    const about = decision.outcome === unconfirmed ? `${id}:${unconfirmed}` : id;
    await mailReceipt(tx, stated, orderId, about);
    return decision.outcome;
  });
  if (outcome) logger.info({ withdrawalId: id, orderId, outcome }, "a withdrawal was decided");
}

/**
 * Opens a ticket for a statement that matches no order, if its number or its address belongs to one. Invented ones, those
 * from an address on the block list, and further ones of a day are only kept and answered.
 */
async function askForOrder(tx: Tx, stated: Withdrawal): Promise<void> {
  const { name, email, orderNumber, statedAt } = stated;
  if (await isBlocked(tx, { email })) return;
  const hint = await tx.order.count({ where: { OR: [{ email }, orderIdRange(orderNumber)] }, take: 1 });
  if (hint === 0 || (await hasRecentTicket(tx, stated))) return;
  await openTicketIn(tx, {
    caller: { userId: null, email },
    kind: "support",
    orderReference: orderNumber,
    message: `${name} withdrew from the contract of order #${orderNumber}, but no order with this number has this address. The account's address may have changed since. Please find the order and answer. The statement was made on ${statedAt.toUTCString()}.`,
    isMailed: false,
  });
}

/** True when the number or the address was stated within the day before, so that one knowing either opens few tickets. */
async function hasRecentTicket(tx: Tx, { id, email, orderNumber, statedAt }: Withdrawal): Promise<boolean> {
  const earlier = await tx.withdrawal.count({
    where: {
      id: { not: id },
      outcome: "unmatched",
      statedAt: { gt: addMs(statedAt, -day), lte: statedAt },
      OR: [{ email }, { orderNumber }],
    },
    take: 1,
  });
  return earlier > 0;
}

/** Queues the receipt, once: to the order's address, or within the limits to the stated one. */
async function mailReceipt(
  db: Db,
  { id, email, isMailed }: Pick<Withdrawal, "id" | "email" | "isMailed">,
  orderId: string | null,
  about = id,
): Promise<void> {
  if (!orderId && !isMailed) return;
  await enqueueMail(db, withdrawalReceivedMail, {
    about,
    orderId,
    recipient: email,
    props: { withdrawalId: id },
  });
}

/** Tells the buyer, before the confirmation, how a withdrawal would affect the order now. Changes nothing. */
export async function previewWithdrawal(db: Db, orderId: string): Promise<string> {
  const order = await db.order.findUniqueOrThrow({ where: { id: orderId }, include: { items: true } });
  const stays = order.items.filter(({ state }) => !isItemIn("unsent", state));
  const reports = stays.flatMap(({ state, lastCheckedAt }) =>
    isItemFinal(state) ? [] : (lastCheckedAt ?? []),
  );
  const countedAt = reports.length > 0 ? new Date(Math.min(...reports.map(Number))) : null;
  return withdrawalPreview({ ...(await outcomeOf(db, order, stays)), countedAt }, order);
}

const nothing = { delivered: 0, openUnits: 0, backCents: 0, mostCents: 0 };

/** The caller has locked the order and its items. */
async function decide(tx: Tx, orderId: string, stated: Withdrawal): Promise<Decision> {
  const { statedAt } = stated;
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  if (order.withdrawnAt) return { ...nothing, outcome: "repeated" };
  const isPaid = order.paidCents > 0;
  // An unpaid order is not a contract yet, so its 14 days have not begun.
  if (isPaid && statedAt > withdrawalEndsAt(contractDate(order))) {
    await recordEvents(tx, [{ orderId, type: "withdrawal.late" }]);
    return { ...nothing, outcome: "late" };
  }
  if (stated.orderId === null) {
    await pauseDelivery(tx, order);
    return { ...nothing, outcome: unconfirmed };
  }
  if (order.blockedReason === unconfirmedWithdrawal) await unblockDelivery(tx, orderId);
  return carryOut(tx, order);
}

/** An order that is blocked already keeps its block and reason. */
async function pauseDelivery(tx: Tx, { id: orderId, blockedAt }: Order): Promise<void> {
  if (!blockedAt) await blockDelivery(tx, orderId, unconfirmedWithdrawal);
  await recordEvents(tx, [{ orderId, type: "withdrawal.stated" }]);
}

async function carryOut(tx: Tx, order: Order): Promise<Decision> {
  const { id: orderId } = order;
  await markWithdrawn(tx, orderId);
  if (order.paidCents === 0) {
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

/** The outcome once everything unsent is canceled. Adds the jobs that ask suppliers to stop what they have. */
async function decideOutcome(tx: Tx, order: Order): Promise<Decision> {
  const items = await tx.fulfillmentItem.findMany({ where: { orderId: order.id } });
  await enqueue(
    tx,
    items.flatMap(({ id, state }) => (isItemIn("atSupplier", state) ? [cancelAtSupplierJob.of(id)] : [])),
  );
  return outcomeOf(tx, order, items);
}

/** Splits these items into units delivered, units that may still arrive, and money that certainly goes back. */
async function outcomeOf(db: Db, order: Order, items: FulfillmentItem[]): Promise<Decision> {
  const { id: orderId, paymentStatus } = order;
  const refunds = await db.refund.findMany({ where: { orderId, attempt: { status: "paid" } } });
  const delivered = deliveredOf(items);
  const ifAllArrives = items.map((item) => (isItemFinal(item.state) ? item : { ...item, remains: 0 }));
  const openUnits = deliveredOf(ifAllArrives) - delivered;
  // The rest goes back, if not by a refund that is still open, then by another one in its place.
  const paid = refunds.filter((refund) => isSpent(refund, refunds) && !isOpenRefund(refund));
  const backFor = (arrived: FulfillmentItem[]) => unpaidCents(undeliveredPrice(order, arrived), order, paid);
  const units = { delivered, openUnits };
  if (paymentStatus === "disputed") {
    return { ...nothing, ...units, outcome: "disputed" };
  }
  if (automaticallyRefundableCents(order, paid) === 0) {
    return { ...nothing, ...units, outcome: "refunded" };
  }
  return { ...units, backCents: backFor(ifAllArrives), mostCents: backFor(items), outcome: "withdrawn" };
}

/** True for a refund whose amount may be promised: it was not sent yet, or failed and is owed. */
function isOpenRefund({ status, reason, paidAnotherWayAt }: Refund): boolean {
  if (status === "failed") return paidAnotherWayAt === null;
  return status === "held" || (status !== "succeeded" && reason === "undelivered");
}
