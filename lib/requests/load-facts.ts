import { isMappableSql } from "@/lib/catalog/mappable";
import { databaseNow } from "@/lib/clock";
import type { Tx } from "@/lib/db/client";
import type { Order, Refund } from "@/lib/db/generated/client";
import { deliveriesAfter, loadCounterDeliveries } from "@/lib/delivery/counts/shared-counter";
import { conflict } from "@/lib/errors";
import { finishWithinHours, promisedHours } from "@/lib/orders/finish-within";
import {
  automaticallyRefundableCents,
  moneyParts,
  type OrderMoney,
  orderMoneyOf,
  undeliveredCents,
} from "@/lib/orders/order-money";
import { isPaidBack, isRefundIn, refundsOfDecision } from "@/lib/orders/refund-status";
import type { RequestKind } from "@/lib/orders/request-offers";
import { maySend } from "@/lib/quarantine/database-mark";
import { loadSettings } from "@/lib/settings/site-settings";
import { itemParts, toItemFacts } from "./item-facts";

export type LoadedFacts = Awaited<ReturnType<typeof loadFacts>>;
export type OrderFacts = LoadedFacts["facts"];

/**
 * Loads the facts of a paid order, in the caller's transaction after `lockOrderAndItems`, so that they stay true until the
 * commit. `isTargetHidden`: its profile can't be seen now. Throws conflict for an order that was not paid.
 */
export async function loadFacts(
  tx: Tx,
  orderId: string,
  { kind, askedAt, isTargetHidden }: { kind: RequestKind; askedAt: Date; isTargetHidden: boolean },
) {
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    include: {
      ...moneyParts,
      items: { where: { replacesItemId: null }, orderBy: { position: "asc" }, include: itemParts },
    },
  });
  const { paidAt, paidCents, quantity, owed } = order;
  const attemptId = order.attempts.find(({ status }) => status === "paid")?.id;
  if (!attemptId || !paidAt) throw conflict("This order was not paid, so there is nothing to decide yet.");
  const now = databaseNow();
  const settings = await loadSettings(tx);
  const money = orderMoneyOf(order);
  const refunds = order.refunds.filter((refund) => refund.attemptId === attemptId);
  const leftCents = automaticallyRefundableCents(order, refunds);
  const decided = order.items.flatMap(({ decisions }) => decisions);
  const own = new Set(decided.flatMap(({ id }) => refundsOfDecision(id, refunds)));
  const hasOtherRefund = refunds.some(
    (refund) => refund.reason !== "undelivered" && !isRefundIn("released", refund.status) && !own.has(refund),
  );
  // A full refund is on its way for a moment, or for days, before the payment status says so.
  const isGoingBack = order.paymentStatus !== "disputed" && hasOtherRefund && money.isWhole;
  const isEnded = order.status !== "processing";
  const delivered = order.status === "failed" ? 0 : (order.fulfillment?.delivered ?? 0);
  const paidBack = decided.filter(({ id }) => isPaidBack(id, refunds));
  const deliveries = await loadCounterDeliveries(tx, order.items);
  const waits = await tx.requestDecision.findMany({
    where: { orderId, kind, lookAgainAt: { not: null } },
    select: { itemId: true, askedAt: true },
  });
  const items = order.items.map((item) =>
    toItemFacts(item, {
      now,
      after: deliveriesAfter(item, deliveries),
      refunds,
      waitsSince: waits.find(({ itemId }) => itemId === item.id)?.askedAt ?? null,
    }),
  );
  const isAnyMissing = items.some(({ known }) => known.missing > 0);
  const facts = {
    now,
    /** When it was asked; the promises count from it. */
    askedAt,
    status: order.status,
    paymentStatus: isGoingBack ? ("refunded" as const) : order.paymentStatus,
    paidAt,
    paidCents,
    /** What is left of the payment, without what a failed refund is to pay once it is sent again. */
    leftCents,
    quantity,
    /** Units whose price was or will be refunded: undelivered ones of an order that has ended, and missing ones. */
    returnedUnits: paidBack.reduce((sum, { units }) => sum + units, isEnded ? quantity - delivered : 0),
    /** What went or will go back for them. Each refund was rounded, so it may be a cent off the price of these units. */
    returnedCents: paidBack.reduce(
      (sum, { cents }) => sum + cents,
      isEnded ? undeliveredCents(paidCents, quantity, delivered) : 0,
    ),
    undeliveredRefund: undeliveredRefund(refunds, money, { leftCents, owedCents: owed?.cents ?? null }),
    /** Money was refunded for another reason, so units may have been paid back already. */
    hasOtherRefund,
    isBlocked: order.blockedAt !== null,
    /** The buyer withdrew, or the account was deleted with its target: nothing more is sent. */
    isCalledOff: order.withdrawnAt !== null || order.username === "",
    isTargetHidden,
    /** False in quarantine: nothing is sent or refunded. */
    maySend: await maySend(tx),
    /** Delivery must begin within this many hours of the payment. */
    startWithinHours: settings.startWithinHours,
    /** Delivery must end within this many hours of the supplier's acceptance. */
    finishWithinHours: await hoursToFinish(tx, orderId),
    /** How much replacements may still cost today; 0 where none is needed. */
    budgetCents: isAnyMissing ? await leftOfBudget(tx, settings.replacementBudgetCentsPerDay) : 0,
    offers: await listOffers(tx, order),
    items,
  };
  return { facts, attemptId, order };
}

async function hoursToFinish(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ hours: number }[]>`
    SELECT ${finishWithinHours}::float8 AS hours FROM orders WHERE id = ${orderId}::uuid`;
  return row?.hours ?? promisedHours;
}

/** The refund of what was not delivered. below_a_cent: the order has ended, and there is none. */
function undeliveredRefund(
  refunds: Refund[],
  { owedCents: unpaidCents, bouncedCents }: OrderMoney,
  { leftCents, owedCents }: { leftCents: number; owedCents: number | null },
): "none" | "on_its_way" | "held" | "failed" | "below_a_cent" {
  const states = refunds.filter(({ reason }) => reason === "undelivered").map(({ status }) => status);
  if (states.some((status) => isRefundIn("onItsWay", status))) return "on_its_way";
  if (states.includes("held")) return "held";
  const hasFailed = bouncedCents > 0;
  if (states.includes("failed") && !hasFailed) return "on_its_way";
  // A failed refund that took all of it pays for these units too, once an operator sends it again.
  const isAnothers = owedCents !== null && owedCents > 0 && unpaidCents === 0;
  if (states.length > 0 || (hasFailed && (isAnothers || leftCents === 0))) return "failed";
  if (owedCents === 0) return "below_a_cent";
  return isAnothers ? "on_its_way" : "none";
}

async function leftOfBudget(tx: Tx, centsPerDay: number): Promise<number> {
  // Until the commit, so that two replacements at once can't both spend the last of it. All callers lock this constant.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7204113062)`;
  const [row] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT COALESCE(sum(cents), 0)::int AS cents FROM request_decisions
    WHERE outcome = 'replace' AND created_at > now() - interval '24 hours'`;
  return Math.max(0, centsPerDay - (row?.cents ?? 0));
}

/** A supplier's service that could deliver a replacement. */
export type Offer = { minQuantity: number; maxQuantity: number; centsPer1000: number };

/** None while one of the services is paid in a currency other than dollars. */
async function listOffers(tx: Tx, { platform, serviceType }: Order): Promise<Offer[]> {
  const offers = await tx.$queryRaw<(Offer & { isInDollars: boolean })[]>`
    SELECT service.min_quantity AS "minQuantity", service.max_quantity AS "maxQuantity",
      (service.rate_per_1000 * 100)::float8 AS "centsPer1000",
      lower(COALESCE(supplier.balance_currency, 'usd')) = 'usd' AS "isInDollars"
    FROM smm_services AS ours
    JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
    JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
    JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
    WHERE ours.platform = ${platform}::platform AND ours.service_type = ${serviceType}::service_type
      AND supplier.kind = 'panel_v2' AND ${isMappableSql}`;
  return offers.every(({ isInDollars }) => isInDollars) ? offers : [];
}
