import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { OrderStatus, RefundStatus } from "@/lib/db/generated/enums";
import { shareOfCents } from "@/lib/money";
import { bouncedCentsOf, isRefundIn, type RefundToSendAgain } from "./refund-status";

/** What `orderMoneyOf` needs of an order. */
export const moneyParts = {
  attempts: { orderBy: { number: "desc" }, select: { id: true, status: true, url: true } },
  refunds: { orderBy: { number: "asc" } },
  disputes: { select: { attemptId: true, status: true, amountCents: true } },
  fulfillment: true,
} satisfies Prisma.OrderInclude;

type MoneyOrder = Prisma.OrderGetPayload<{ include: typeof moneyParts }>;
type RefundRow = MoneyOrder["refunds"][number];

/**
 * What goes back of an order's payment besides `refundedCents`, which has gone back; of an unpaid order, of payments
 * that could not be kept. A disputed payment is the bank's to give back, so nothing is owed or on its way from us.
 */
export type OrderMoney = {
  /** For what was not delivered; its refund is about to be requested. */
  owedCents: number;
  /** In refunds that our team has to check, and may drop. */
  heldCents: number;
  onItsWayCents: number;
  /** In refunds that did not reach the card and were not sent again. */
  bouncedCents: number;
  /** In refunds that the shop promised and our team decided against. */
  declinedCents: number;
  bank: "deciding" | "returned" | null;
  /** What the bank gave back. */
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
  const decided = order.disputes.filter(
    ({ attemptId, status }) => (attemptId ?? paid) === paid && hasBankPaidBack(status),
  );
  const bankHas = decided.length > 0 ? "returned" : "deciding";
  const bank = order.paymentStatus === "disputed" ? bankHas : null;
  const sum = (belongs: (refund: RefundRow) => boolean) => centsOf(bank ? [] : refunds.filter(belongs));
  const delivered = order.fulfillment?.delivered ?? 0;
  const cents = {
    owedCents: bank ? 0 : owedForEnded({ ...order, delivered }, refunds),
    heldCents: sum(({ status }) => status === "held"),
    onItsWayCents: sum(isOnItsWay),
    bouncedCents: bank ? 0 : bouncedCentsOf(refunds),
  };
  return {
    ...cents,
    declinedCents: sum((refund) => isDeclined(refund) && !isReplaced(refund, refunds)),
    bank,
    bankCents: bank === "returned" ? centsOf(decided) : 0,
    isWhole:
      order.paidCents > 0 &&
      centsOf(refunds.filter(({ status }) => isRefundIn("onItsWay", status))) >= order.paidCents,
    isOpen:
      bank === "deciding" ||
      Object.values(cents).some((open) => open > 0) ||
      // Includes the refunds of payments that are not the order's.
      (bank === null && order.refunds.some(isOnItsWay)),
  };
}

/** Where the money of ended orders stands, by order id, in one statement; none without orders. */
export async function loadOrderMoney(db: Db, orderIds: string[]): Promise<Map<string, OrderMoney>> {
  if (orderIds.length === 0) return new Map();
  const orders = await db.order.findMany({ where: { id: { in: orderIds } }, include: moneyParts });
  return new Map(orders.map((order) => [order.id, orderMoneyOf(order)]));
}

/** True for a dispute in which the payment went back to the buyer. */
export function hasBankPaidBack(disputeStatus: string): boolean {
  return disputeStatus === "lost" || disputeStatus === "prevented";
}

type Ended = { status: OrderStatus; paidCents: number; quantity: number; delivered: number };
type Earlier = RefundToSendAgain & Pick<RefundRow, "requestedById">;

/**
 * What an order that has ended owes for what was not delivered, until its refund is requested: the share by units, at
 * most what its payment has left, less the failed refunds that an operator sends again. Its payment must not be
 * disputed. Pure.
 */
export function owedForEnded(order: Ended, refunds: Earlier[]): number {
  if (order.status !== "partial" && order.status !== "failed") return 0;
  // An administrator's refund that was dropped leaves the shop owing the share. If the shop's own was dropped, an
  // administrator decided against paying it.
  const isRequested = refunds.some(
    ({ reason, status, requestedById }) =>
      reason === "undelivered" && !(status === "dropped" && requestedById !== null),
  );
  if (isRequested) return 0;
  const delivered = order.status === "failed" ? 0 : order.delivered;
  const left = automaticallyRefundableCents(order.paidCents, refunds);
  return Math.min(undeliveredCents(order.paidCents, order.quantity, delivered), left);
}

/**
 * What the shop may refund of a payment by itself: its amount less its refunds that neither failed nor were dropped,
 * and less the failed ones that an operator sends again or pays in another way. At least 0. Pure.
 */
export function automaticallyRefundableCents(paidCents: number, refunds: RefundToSendAgain[]): number {
  const reserved = refunds.filter(({ status }) => !isRefundIn("released", status));
  return Math.max(0, paidCents - centsOf(reserved) - bouncedCentsOf(refunds));
}

/** The share of a payment for the units that were not delivered, rounded half up to a cent. Pure. */
export function undeliveredCents(paidCents: number, quantity: number, delivered: number): number {
  return shareOfCents(paidCents, Math.max(0, quantity - delivered), quantity);
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

function centsOf(rows: { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
