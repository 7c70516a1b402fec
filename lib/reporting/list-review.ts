import type { Db } from "@/lib/db/client";
import type { OrderStatus, PaymentStatus } from "@/lib/orders/order-view";
import { type HeldRefund, listHeldRefunds } from "@/lib/refunds/held-refunds";
import { type ItemFile, itemFileParts, type RefillFile, toItemFile } from "./item-file";

/** An order that somebody has to look at, and why. */
export type ReviewedOrder = {
  id: string;
  email: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paidCents: number;
  reason: string;
  since: string;
};

export type ReviewedDispute = {
  id: string;
  orderId: string;
  amountCents: number;
  reason: string;
  status: string;
  evidenceDueAt: string | null;
};

/** All that waits for a person, in each list the longest waiting first. */
export type Review = {
  items: ItemFile[];
  /** Items whose buyers were asked to fix the target a day ago or more. */
  paused: ItemFile[];
  held: (Omit<HeldRefund, "createdAt"> & { createdAt: string })[];
  flagged: ReviewedOrder[];
  /** Delivered, or being delivered, without a payment that stands. */
  unpaid: ReviewedOrder[];
  disputes: ReviewedDispute[];
  refills: (RefillFile & { orderId: string; providerOrderId: string | null })[];
};

/** Reads at most `limit` of each list. */
export async function listReview(db: Db, { limit, now }: { limit: number; now: Date }): Promise<Review> {
  const [items, paused, held, flagged, unpaid, disputes, refills] = await Promise.all([
    listItems(db, { reviewSince: { not: null } }, { limit, now }),
    listItems(
      db,
      { state: "paused", updatedAt: { lt: new Date(now.getTime() - pausedTooLongMs) } },
      { limit, now },
    ),
    listHeldRefunds(db, { limit }),
    listFlagged(db, limit),
    listUnpaid(db, limit),
    listDisputes(db, limit),
    listLostRefills(db, limit),
  ]);
  return {
    items,
    paused,
    held: held.map((refund) => ({ ...refund, createdAt: refund.createdAt.toISOString() })),
    flagged,
    unpaid,
    disputes,
    refills,
  };
}

const pausedTooLongMs = 24 * 60 * 60 * 1_000;

async function listItems(
  db: Db,
  where: NonNullable<Parameters<Db["fulfillmentItem"]["findMany"]>[0]>["where"],
  { limit, now }: { limit: number; now: Date },
): Promise<ItemFile[]> {
  const rows = await db.fulfillmentItem.findMany({
    where,
    orderBy: [{ reviewSince: "asc" }, { updatedAt: "asc" }, { id: "asc" }],
    take: limit,
    include: {
      ...itemFileParts,
      order: { select: { status: true, blockedAt: true, paidCents: true, quantity: true } },
    },
  });
  return rows.map(({ order, ...item }) => toItemFile(item, order, now));
}

const orderFacts = { id: true, email: true, status: true, paymentStatus: true, paidCents: true } as const;

async function listFlagged(db: Db, limit: number): Promise<ReviewedOrder[]> {
  const rows = await db.order.findMany({
    where: { flaggedAt: { not: null } },
    orderBy: [{ flaggedAt: "asc" }, { id: "asc" }],
    take: limit,
    select: { ...orderFacts, flaggedAt: true, flagReason: true, createdAt: true },
  });
  return rows.map(({ flaggedAt, flagReason, createdAt, ...order }) => ({
    ...order,
    reason: flagReason ?? "",
    since: (flaggedAt ?? createdAt).toISOString(),
  }));
}

/** Orders that suppliers work on while their money is not there: never paid, or all given back. */
async function listUnpaid(db: Db, limit: number): Promise<ReviewedOrder[]> {
  const rows = await db.order.findMany({
    where: {
      status: "processing",
      paymentStatus: { in: ["unpaid", "refunded"] },
      items: { some: { state: { in: ["submitted", "in_progress"] } } },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: { ...orderFacts, createdAt: true },
  });
  return rows.map(({ createdAt, ...order }) => ({
    ...order,
    reason: order.paymentStatus === "refunded" ? "refunded_in_full" : "never_paid",
    since: createdAt.toISOString(),
  }));
}

async function listDisputes(db: Db, limit: number): Promise<ReviewedDispute[]> {
  const rows = await db.dispute.findMany({
    where: { closedAt: null },
    orderBy: [{ evidenceDueAt: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }],
    take: limit,
  });
  return rows.map(({ id, orderId, amountCents, reason, status, evidenceDueAt }) => ({
    id,
    orderId,
    amountCents,
    reason,
    status,
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
  }));
}

async function listLostRefills(db: Db, limit: number): Promise<Review["refills"]> {
  const rows = await db.refill.findMany({
    where: { state: "unknown" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    include: { item: { select: { orderId: true, providerOrderId: true } } },
  });
  return rows.map(({ id, state, missing, supplierRefillId, reason, createdAt, item }) => ({
    ...{ id, state, missing, supplierRefillId, reason },
    ...item,
    createdAt: createdAt.toISOString(),
  }));
}
