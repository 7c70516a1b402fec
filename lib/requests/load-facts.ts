import { isMappableSql } from "@/lib/catalog/mappable";
import { databaseNow } from "@/lib/clock";
import type { Tx } from "@/lib/db/client";
import type { Order, Refund } from "@/lib/db/generated/client";
import { deliveriesAfter, loadCounterDeliveries } from "@/lib/delivery/counts/shared-counter";
import { AppError, conflict } from "@/lib/errors";
import { finishWithinHours } from "@/lib/orders/finish-within";
import { automaticallyRefundableCents, undeliveredCents, unpaidCents } from "@/lib/orders/order-money";
import { isBounced, isPaidBack, isRefundIn, refundsOfDecision } from "@/lib/orders/refund-status";
import type { RequestKind } from "@/lib/orders/request-offers";
import type { Platform, ServiceType } from "@/lib/platforms";
import { maySend } from "@/lib/quarantine/database-mark";
import { loadSettings } from "@/lib/settings/site-settings";
import type { ItemFacts, Offer, OrderFacts } from "./facts";
import { itemParts, toItemFacts } from "./item-facts";

export type LoadedFacts = {
  facts: OrderFacts;
  attemptId: string;
  order: Pick<Order, "id" | "userId" | "email" | "guestKeyHash"> & { service: ServiceType };
};

/**
 * Loads the facts of a paid order, in the caller's transaction after `lockOrderAndItems`, so that they stay true until the
 * commit. `kind` is what is asked, and `target` the result of looking up its profile. Errors: not_found; conflict (not
 * paid).
 */
export async function loadFacts(
  tx: Tx,
  orderId: string,
  { kind, askedAt, target }: { kind: RequestKind; askedAt: Date; target: ItemFacts["target"] },
): Promise<LoadedFacts> {
  const order = await tx.order.findUnique({
    where: { id: orderId },
    include: {
      attempts: { where: { status: "paid" } },
      refunds: { orderBy: { createdAt: "asc" } },
      fulfillment: true,
      owed: true,
      decisions: { where: { outcome: "refund" }, select: { id: true, units: true, cents: true } },
      items: { where: { replacesItemId: null }, orderBy: { position: "asc" }, include: itemParts },
    },
  });
  if (!order) throw new AppError("not_found");
  const attempt = order.attempts[0];
  if (!attempt || !order.paidAt || order.items.length === 0) {
    throw conflict("This order was not paid, so there is nothing to decide yet.");
  }
  const now = databaseNow();
  // Nothing more is sent for an order whose buyer withdrew, or whose account was deleted with its target.
  const isCalledOff = order.withdrawnAt !== null || order.username === "";
  const settings = await loadSettings(tx);
  const isEnded = order.status !== "processing";
  const delivered = order.status === "failed" ? 0 : (order.fulfillment?.delivered ?? 0);
  const refunds = order.refunds.filter(({ attemptId }) => attemptId === attempt.id);
  const paidBack = order.decisions.filter(({ id }) => isPaidBack(id, refunds));
  const refundedUnits = paidBack.reduce((sum, { units }) => sum + units, 0);
  const own = new Set(order.decisions.flatMap(({ id }) => refundsOfDecision(id, refunds)));
  const hasOtherRefund = refunds.some(
    (refund) => refund.reason !== "undelivered" && !isRefundIn("released", refund.status) && !own.has(refund),
  );
  const backCents = refunds.reduce(
    (sum, { status, amountCents }) => (isRefundIn("onItsWay", status) ? sum + amountCents : sum),
    0,
  );
  // A full refund is on its way for a moment, or for days, before the payment status says so.
  const isGoingBack = order.paymentStatus !== "disputed" && hasOtherRefund && backCents >= order.paidCents;
  const leftCents = automaticallyRefundableCents(order, refunds);
  const deliveries = await loadCounterDeliveries(tx, order.items);
  const waits = await tx.requestDecision.groupBy({
    by: ["itemId"],
    where: { orderId, kind, lookAgainAt: { not: null } },
    _min: { askedAt: true },
  });
  const facts: OrderFacts = {
    ...{ now, askedAt, status: order.status },
    paymentStatus: isGoingBack ? "refunded" : order.paymentStatus,
    ...{ paidAt: order.paidAt, paidCents: order.paidCents, quantity: order.quantity },
    leftCents,
    returnedUnits: (isEnded ? order.quantity - delivered : 0) + refundedUnits,
    returnedCents:
      (isEnded ? undeliveredCents(order.paidCents, order.quantity, delivered) : 0) +
      paidBack.reduce((sum, { cents }) => sum + cents, 0),
    undeliveredRefund: undeliveredRefund(refunds, {
      leftCents,
      owedCents: order.owed?.cents ?? null,
      unpaidCents: unpaidCents(order.owed?.cents ?? 0, order, refunds),
    }),
    hasOtherRefund,
    isBlocked: order.blockedAt !== null,
    maySend: await maySend(tx),
    startWithinHours: settings.startWithinHours,
    finishWithinHours: await hoursToFinish(tx, orderId),
    budgetCents: await leftOfBudget(tx, settings.replacementBudgetCentsPerDay),
    offers: isCalledOff ? [] : await listOffers(tx, order),
    items: order.items.map((item) => {
      const itemFacts = toItemFacts(item, {
        now,
        target,
        after: deliveriesAfter(item, deliveries),
        refunds,
        waitsSince: waits.find(({ itemId }) => itemId === item.id)?._min.askedAt ?? null,
      });
      return { ...itemFacts, canRefill: itemFacts.canRefill && !isCalledOff };
    }),
  };
  const { id, serviceType: service, userId, email, guestKeyHash } = order;
  return { facts, attemptId: attempt.id, order: { id, service, userId, email, guestKeyHash } };
}

async function hoursToFinish(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ hours: number }[]>`
    SELECT ${finishWithinHours}::float8 AS hours FROM orders WHERE id = ${orderId}::uuid`;
  if (!row) throw new AppError("not_found");
  return row.hours;
}

function undeliveredRefund(
  refunds: Refund[],
  owed: { leftCents: number; owedCents: number | null; unpaidCents: number },
): OrderFacts["undeliveredRefund"] {
  const states = refunds.filter(({ reason }) => reason === "undelivered").map(({ status }) => status);
  if (states.some((status) => isRefundIn("onItsWay", status))) return "on_its_way";
  if (states.includes("held")) return "held";
  const hasFailed = refunds.some((refund) => isBounced(refund, refunds));
  if (states.includes("failed") && !hasFailed) return "on_its_way";
  // A failed refund that took all of it pays for these units too, once an operator sends it again.
  const isAnothers = owed.owedCents !== null && owed.owedCents > 0 && owed.unpaidCents === 0;
  if (states.length > 0 || (hasFailed && (isAnothers || owed.leftCents === 0))) return "failed";
  if (owed.owedCents === 0) return "below_a_cent";
  return isAnothers ? "on_its_way" : "none";
}

// Any constant works as long as all callers take the same lock.
const budgetLock = 7_204_113_062;

/** Locks the budget until the commit, so that two concurrent replacements can't both spend the last of it. */
export async function lockBudget(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${budgetLock})`;
}

async function leftOfBudget(tx: Tx, centsPerDay: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT COALESCE(sum(cents), 0)::int AS cents FROM request_decisions
    WHERE outcome = 'replace' AND created_at > now() - interval '24 hours'`;
  return Math.max(0, centsPerDay - (row?.cents ?? 0));
}

type OfferRow = { minQuantity: number; maxQuantity: number; rate: string; isInDollars: boolean };

/**
 * The services that may be asked for a replacement; none while one of them is paid in a currency other than dollars.
 */
async function listOffers(
  tx: Tx,
  { platform, serviceType }: { platform: Platform; serviceType: ServiceType },
): Promise<Offer[]> {
  const rows = await tx.$queryRaw<OfferRow[]>`
    SELECT service.min_quantity AS "minQuantity", service.max_quantity AS "maxQuantity",
      service.rate_per_1000::text AS rate, lower(COALESCE(supplier.balance_currency, 'usd')) = 'usd' AS "isInDollars"
    FROM smm_services AS ours
    JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
    JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
    JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
    WHERE ours.platform = ${platform}::platform AND ours.service_type = ${serviceType}::service_type
      AND supplier.kind = 'panel_v2' AND ${isMappableSql}`;
  if (rows.some(({ isInDollars }) => !isInDollars)) return [];
  return rows.map(({ rate, minQuantity, maxQuantity }) => ({
    minQuantity,
    maxQuantity,
    centsPer1000: Number(rate) * 100,
  }));
}
