import type { Db } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { withIsoDates } from "@/lib/base/time/time";
import { withdrawalAnswer } from "@/lib/buyer/withdrawal/withdrawal-receipt";
import { keepsBlocked, mayBeBlocked } from "@/lib/delivery/operator/block-order";
import { mayBeSentAgain } from "@/lib/mail/queue/failed-mails";
import { type LedgerTotals, orderTotals } from "@/lib/orders/ledger/order-totals";
import { openAlertsOf } from "@/lib/orders/order/flag-order";
import { isGuestOrder } from "@/lib/orders/order/guest-order";
import { mayOrderSend } from "@/lib/orders/order/may-order-send";
import { orderMoneyOf } from "@/lib/orders/order/order-money";
import { isBounced } from "@/lib/orders/order/refund-status";
import { listNotes } from "@/lib/people/notes/notes";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import { findBuyerHistory } from "./buyer-history";
import { eventGroup, eventText } from "./event-text";
import { findLostCalls } from "./find-lost-calls";
import { itemDetailParts, toItemDetails } from "./item-details";
import { previewRefunds } from "./preview-refunds";

/**
 * Everything that the admin shows about one order: plain JSON, times as ISO 8601, money in cents. Without the order's
 * token, because its holder can act as the buyer.
 */
export type OrderDetails = NonNullable<Awaited<ReturnType<typeof findOrderDetails>>>;

export type RefundDetails = OrderDetails["refunds"][number];

/** The most tickets and mails that are listed: customers add to both. */
export const mostListed = 100;

const parts = {
  lines: { orderBy: { position: "asc" } },
  attempts: { orderBy: { number: "desc" } },
  refunds: { orderBy: { number: "desc" } },
  disputes: { orderBy: { createdAt: "desc" } },
  items: { orderBy: { position: "asc" }, include: itemDetailParts },
  fulfillment: true,
  owed: true,
  events: { orderBy: { id: "desc" } },
  tickets: {
    orderBy: { createdAt: "desc" },
    take: mostListed,
    select: { id: true, subject: true, status: true, createdAt: true },
  },
  decisions: { orderBy: [{ createdAt: "desc" }, { id: "asc" }], take: 50 },
  withdrawals: { orderBy: { statedAt: "asc" } },
} satisfies Prisma.OrderInclude;

/** Loads what the admin shows about an order at `now`; null when there is no such order. */
export async function findOrderDetails(db: Db, orderId: string, now: Date) {
  const order = await db.order.findUnique({ where: { id: orderId }, include: parts });
  if (!order) return null;
  const { userId, email } = order;
  const [maySend, refundable, ledger, mails, people, alerts, lostCalls, buyer, notes] = await Promise.all([
    mayOrderSend(db, orderId),
    previewRefunds(db, order),
    orderTotals(db, orderId),
    db.emailLog.findMany({ where: { orderId }, orderBy: { createdAt: "desc" }, take: mostListed }),
    findPeople(
      db,
      order.refunds.flatMap((refund) => [refund.requestedById, refund.releasedById, ...refund.causedByIds]),
    ),
    openAlertsOf(db, orderId),
    findLostCalls(db, orderId),
    findBuyerHistory(db, { orderId, userId, email }),
    listNotes(db, [{ orderId }, { email }, ...(userId ? [{ userId }] : [])]),
  ]);
  return {
    ...withIsoDates(order, [
      "id",
      "status",
      "paymentStatus",
      "platformLabel",
      "username",
      "target",
      "postUrl",
      "quantity",
    ]),
    ...withIsoDates(order, ["paidCents", "refundedCents", "email", "emailAtPurchase"]),
    ...withIsoDates(order, ["userId", "surface", "catalogVersion"]),
    ...withIsoDates(order, ["createdAt", "paidAt", "finishedAt"]),
    isGuest: isGuestOrder(order),
    serviceLabel: order.serviceLabel,
    delivered: order.fulfillment?.delivered ?? 0,
    totalCents: order.priceTotalCents,
    blockedAt: order.blockedAt?.toISOString() ?? null,
    blockedReason: order.blockedAt && (order.blockedReason ?? ""),
    mayBeBlocked: mayBeBlocked(order),
    flagReason: order.flaggedAt && (order.flagReason ?? ""),
    alerts,
    lines: order.lines.map((line) => withIsoDates(line, ["id", "label", "count", "amountCents"])),
    attempts: order.attempts.map((attempt) => ({
      ...withIsoDates(attempt, [
        "id",
        "number",
        "status",
        "amountCents",
        "stripeSessionId",
        "paymentIntentId",
      ]),
      ...withIsoDates(attempt, ["createdAt", "paidAt"]),
    })),
    refunds: order.refunds.map((refund) => ({
      ...withIsoDates(refund, ["id", "amountCents", "reason", "status", "note", "stripeRefundId", "failure"]),
      ...withIsoDates(refund, ["createdAt", "finishedAt"]),
      askedBy: people.get(refund.requestedById ?? "") ?? null,
      causedBy: refund.causedByIds.flatMap((id) => people.get(id) ?? []),
      releasedBy: people.get(refund.releasedById ?? "") ?? null,
      paidAnotherWay: refund.paidAnotherWayReason,
      isOwed: isBounced(refund, order.refunds),
    })),
    refundable,
    /** Where the rest of the payment stands. */
    money: orderMoneyOf(order),
    buyer,
    notes,
    disputes: order.disputes.map((dispute) => ({
      ...withIsoDates(dispute, ["id", "stripeDisputeId", "amountCents", "reason", "status"]),
      currency: dispute.currency ?? order.currency,
      ...withIsoDates(dispute, ["evidenceDueAt", "closedAt"]),
      keepsBlocked: keepsBlocked(dispute, order.attempts),
    })),
    items: order.items.map((item) => toItemDetails(item, { ...order, maySend }, now, lostCalls.get(item.id))),
    /** In millionths of a currency unit, as text. */
    ledger: ledger.flatMap(ledgerLines),
    events: order.events.map((event) => ({
      id: String(event.id),
      at: event.createdAt.toISOString(),
      type: event.type,
      group: eventGroup(event.type),
      message: eventText(event),
    })),
    mails: mails.map((mail) => ({
      ...withIsoDates(mail, ["id", "kind", "recipient", "error", "createdAt", "sentAt"]),
      state: mail.report ?? mail.state,
      canBeSentAgain: mayBeSentAgain(mailKinds, mail),
    })),
    withdrawals: order.withdrawals.map((stated) => ({
      ...withIsoDates(stated, ["id", "name", "statedAt", "outcome"]),
      answer: withdrawalAnswer(stated, order),
    })),
    decisions: order.decisions.map((decision) => ({
      ...withIsoDates(decision, [
        "id",
        "itemId",
        "kind",
        "askedBy",
        "outcome",
        "reason",
        "message",
        "units",
        "cents",
      ]),
      ...withIsoDates(decision, ["lookAgainAt", "createdAt"]),
      facts: JSON.stringify(decision.facts, null, 2),
    })),
    tickets: order.tickets.map((ticket) => withIsoDates(ticket, ["id", "subject", "status", "createdAt"])),
  };
}

/** The addresses of accounts by id, in one statement; ids without an account are left out. */
async function findPeople(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const users = await db.user.findMany({
    where: { id: { in: wanted } },
    select: { id: true, email: true },
  });
  return new Map(users.map(({ id, email }) => [id, email]));
}

function ledgerLines(totals: LedgerTotals) {
  const line = (label: string, micros: bigint) => ({
    currency: totals.currency,
    label,
    micros: String(micros),
  });
  return [
    line("Revenue", totals.revenueMicros),
    line("Refunds", -totals.refundsMicros),
    line("Payment fees", -totals.feesMicros),
    line("Disputes", -totals.disputesMicros),
    line("Suppliers", -totals.supplierCostsMicros),
    line("Margin", totals.marginMicros),
  ];
}
