import type { Db } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import type { RefundStatus } from "@/lib/base/db/generated/enums";
import { shareOfCents } from "@/lib/base/money";
import { type Ending, endingOf } from "./order-ending";
import { isBounced, isRefundIn, isSpent } from "./refund-status";

export const moneyParts = {
  attempts: { orderBy: { number: "desc" }, select: { id: true, status: true, url: true } },
  refunds: { orderBy: { number: "asc" } },
  disputes: { select: { attemptId: true, status: true } },
  fulfillment: true,
  owed: true,
} satisfies Prisma.OrderInclude;

type MoneyOrder = Prisma.OrderGetPayload<{ include: typeof moneyParts }>;
type RefundRow = MoneyOrder["refunds"][number];

/**
 * The money of an order that goes back besides `refundedCents`, which has gone back; of an unpaid order, the payments
 * that could not be kept. A disputed payment is the bank's to give back, so nothing is owed or on its way from us.
 */
export type OrderMoney = {
  /** For what was not delivered; its refund is about to be requested. */
  owedCents: number;
  /** In refunds that our team has to check, and may drop. */
  heldCents: number;
  onItsWayCents: number;
  /** In refunds that did not reach the card, and were neither sent again nor paid another way. */
  bouncedCents: number;
  /** In refunds that the shop promised and our team decided against. */
  declinedCents: number;
  /** In refunds that did not reach the card, which our team paid in another way. */
  otherWayCents: number;
  bank: "deciding" | "returned" | null;
  /** The cents that the bank gave back. */
  bankCents: number;
  /** True when refunds that are sent or will be cover the whole payment. */
  isWhole: boolean;
  /** True while any of this may still change. */
  isOpen: boolean;
};

/** Where the money of an order stands. Pure. */
export function orderMoneyOf(order: MoneyOrder): OrderMoney {
  const paid = order.attempts.find(({ status }) => status === "paid")?.id;
  const refunds = order.refunds.filter(({ attemptId }) => order.paidAt === null || attemptId === paid);
  const isDecided = order.disputes.some(
    ({ attemptId, status }) => (attemptId ?? paid) === paid && hasBankPaidBack(status),
  );
  const bankHas = isDecided ? "returned" : "deciding";
  const bank = order.paymentStatus === "disputed" ? bankHas : null;
  const sum = (belongs: (refund: RefundRow) => boolean) => centsOf(bank ? [] : refunds.filter(belongs));
  const owed = bank === null && order.owed?.refundId === null ? order.owed.cents : 0;
  const goingBack = centsOf(refunds.filter(({ status }) => isRefundIn("onItsWay", status)));
  const isWhole = order.paidCents > 0 && order.bankReturnedCents + goingBack >= order.paidCents;
  const cents = {
    owedCents: unpaidCents(owed, order, refunds),
    heldCents: sum(({ status }) => status === "held"),
    onItsWayCents: sum(isOnItsWay),
    bouncedCents: sum((refund) => isBounced(refund, refunds)),
  };
  return {
    ...cents,
    declinedCents: sum((refund) => isDeclined(refund) && !isReplaced(refund, refunds)),
    // A failed refund counts as paid, too, once a later one covers the whole payment.
    otherWayCents: isWhole ? 0 : sum(isPaidAnotherWay),
    bank,
    bankCents: order.bankReturnedCents,
    isWhole,
    isOpen:
      bank === "deciding" ||
      Object.values(cents).some((open) => open > 0) ||
      // Includes the refunds of payments that are not the order's.
      (bank === null && order.refunds.some(isOnItsWay)),
  };
}

export type OrderEnd = { money: OrderMoney; ending: Ending | null };

/** How orders ended and where their money stands, by order id, in one statement; none without orders. */
export async function loadOrderEnds(db: Db, orderIds: string[]): Promise<Map<string, OrderEnd>> {
  if (orderIds.length === 0) return new Map();
  const items = { select: { state: true, reason: true, replacesItemId: true } } as const;
  const orders = await db.order.findMany({
    where: { id: { in: orderIds } },
    include: { ...moneyParts, items },
  });
  return new Map(
    orders.map((order) => [order.id, { money: orderMoneyOf(order), ending: endingOf(order, order.items) }]),
  );
}

/** True for a dispute in which the payment went back to the buyer. */
export function hasBankPaidBack(disputeStatus: string): boolean {
  return disputeStatus === "lost" || disputeStatus === "prevented";
}

/** An order's payment, and the part that lost disputes took of it. */
type Returnable = { paidCents: number; bankReturnedCents: number };
type SpentRefund = Pick<RefundRow, "id" | "intent" | "status" | "reason" | "amountCents">;

/**
 * The part of an order's owed amount that the shop still pays by itself: less what lost disputes and other refunds have
 * paid, and at most what is left of the payment. Nothing once an administrator has dropped the shop's own refund of it.
 * Pure.
 */
export function unpaidCents(
  owedCents: number,
  order: Returnable,
  refunds: (SpentRefund & Pick<RefundRow, "requestedById">)[],
): number {
  const isDecided = refunds.some(
    ({ reason, status, requestedById }) =>
      reason === "undelivered" && status === "dropped" && requestedById === null,
  );
  if (isDecided) return 0;
  const unpaid = owedCents - paidOfUndelivered(order, refunds);
  return Math.max(0, Math.min(unpaid, automaticallyRefundableCents(order, refunds)));
}

/**
 * The amount that lost disputes and the refunds of a payment pay for undelivered units: all but the refunds for units
 * that had been delivered and went missing. An operator's refund, also one made in Stripe's dashboard, counts whatever
 * it was for. Pure.
 */
export function paidOfUndelivered(
  { bankReturnedCents }: Pick<Returnable, "bankReturnedCents">,
  refunds: SpentRefund[],
): number {
  return (
    bankReturnedCents +
    centsOf(refunds.filter((refund) => refund.reason !== "missing_units" && isSpent(refund, refunds)))
  );
}

/** The cents of a payment that the shop may refund by itself. At least 0. Pure. */
export function automaticallyRefundableCents(
  { paidCents, bankReturnedCents }: Returnable,
  refunds: SpentRefund[],
): number {
  return Math.max(
    0,
    paidCents - bankReturnedCents - centsOf(refunds.filter((refund) => isSpent(refund, refunds))),
  );
}

/** The share of a payment for the units that were not delivered, rounded half up to a cent. Pure. */
export function undeliveredCents(paidCents: number, quantity: number, delivered: number): number {
  return shareOfCents(paidCents, Math.max(0, quantity - delivered), quantity);
}

function isPaidAnotherWay({ status, paidAnotherWayAt }: RefundRow): boolean {
  return status === "failed" && paidAnotherWayAt !== null;
}

function isOnItsWay({ status }: { status: RefundStatus }): boolean {
  return status === "requested" || status === "pending";
}

/** Only an administrator's decision about a held refund of the shop writes a note to it without releasing it. */
function isDeclined({ status, requestedById, releasedAt, note }: RefundRow): boolean {
  return status === "dropped" && requestedById === null && releasedAt === null && note !== null;
}

/** True when another refund of at least a dropped one's amount was requested since. */
function isReplaced({ amountCents, finishedAt }: RefundRow, refunds: RefundRow[]): boolean {
  const isAfter = ({ createdAt }: RefundRow) => finishedAt !== null && createdAt >= finishedAt;
  return refunds.some(
    (other) => !isRefundIn("released", other.status) && isAfter(other) && other.amountCents >= amountCents,
  );
}

export function centsOf(rows: { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
