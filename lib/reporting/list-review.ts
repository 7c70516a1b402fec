import type { Db } from "@/lib/db/client";
import { listHeldRefunds } from "@/lib/refunds/held-refunds";
import { addMs, day, plain } from "@/lib/time";
import { findPeople } from "./find-people";
import { type ItemFile, itemFileParts, toItemFile, toRefillFile } from "./item-file";

/** Everything that waits for an administrator; in each list the oldest first. */
export type Review = Awaited<ReturnType<typeof listReview>>;

/** An order that an administrator has to check, and why. */
export type ReviewedOrder = Review["flagged"][number];

/** Reads at most `limit` of each list. */
export async function listReview(db: Db, { limit, now }: { limit: number; now: Date }) {
  const [items, paused, held, flagged, unpaid, disputes, refills] = await Promise.all([
    listItems(db, { reviewSince: { not: null } }, { limit, now }),
    listItems(db, { state: "paused", updatedAt: { lt: addMs(now, -day) } }, { limit, now }),
    listHeldRefunds(db, { limit }),
    listFlagged(db, limit),
    listUnpaid(db, limit),
    listDisputes(db, limit),
    listLostRefills(db, limit),
  ]);
  const people = await findPeople(
    db,
    held.map(({ requestedById }) => requestedById),
  );
  return {
    items,
    /** Items whose buyers were asked to fix the target at least a day ago. */
    paused,
    held: held.map((refund) => ({
      ...plain(refund, ["id", "orderId", "amountCents", "reason", "note", "requestedById", "createdAt"]),
      /** Who asked for it above their own ceiling; null for an automatic one above the shop's limits. */
      askedBy: people.get(refund.requestedById ?? "") ?? null,
    })),
    flagged,
    /** Delivered, or in delivery, without a payment. */
    unpaid,
    disputes,
    refills,
  };
}

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

async function listFlagged(db: Db, limit: number) {
  const rows = await db.order.findMany({
    // An open dispute has a list of its own.
    where: {
      flaggedAt: { not: null },
      NOT: { flagReason: "dispute", disputes: { some: { closedAt: null } } },
    },
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

/** Orders that suppliers deliver although they were never paid, or refunded in full. */
async function listUnpaid(db: Db, limit: number) {
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

async function listDisputes(db: Db, limit: number) {
  const rows = await db.dispute.findMany({
    where: { closedAt: null },
    orderBy: [{ evidenceDueAt: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }],
    take: limit,
  });
  return rows.map((dispute) =>
    plain(dispute, ["id", "orderId", "amountCents", "reason", "status", "evidenceDueAt"]),
  );
}

async function listLostRefills(db: Db, limit: number) {
  const rows = await db.refill.findMany({
    where: { state: "unknown" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    include: { item: { select: { orderId: true, providerOrderId: true } } },
  });
  return rows.map(({ item, ...refill }) => ({ ...toRefillFile(refill), ...item }));
}
