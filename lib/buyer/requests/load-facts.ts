import type { Tx } from "@/lib/base/db/client";
import type { Order, Prisma, Refund } from "@/lib/base/db/generated/client";
import { isItemFinal, isItemIn, isItemUnsent, openRefills } from "@/lib/base/db/item-status";
import { conflict } from "@/lib/base/errors";
import { shareOfCents } from "@/lib/base/money";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { databaseNow } from "@/lib/base/time/clock";
import {
  type CounterDelivery,
  deliveriesAfter,
  knownOfItem,
  loadCounterDeliveries,
  unitsPaidBack,
} from "@/lib/delivery/counts/shared-counter";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { finishWithinHours, promisedHours } from "@/lib/orders/forecast/finish-within";
import { automaticallyRefundableCents, moneyParts, orderMoneyOf } from "@/lib/orders/order/order-money";
import { isOfPart, type OrderPart, readParts } from "@/lib/orders/order/order-parts";
import { isPaidBack, isRefundIn, refundsOfDecision } from "@/lib/orders/order/refund-status";
import type { RequestKind } from "@/lib/orders/views/request-offers";
import { isMappableSql } from "@/lib/shop/catalog/mappable";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import type { Reason } from "./reasons";

export type LoadedFacts = Awaited<ReturnType<typeof loadFacts>>;
export type OrderFacts = LoadedFacts["facts"];

/** The state of an item's refill or replacement. ineffective: it ended, and the count stayed low. */
export type RemedyState = "none" | "open" | "rejected" | "effective" | "ineffective";
/** asked: its supplier was asked to stop it and has not refused. */
type Stop = "not_asked" | "asked" | "refused";
export type ItemFacts = ReturnType<typeof toItemFacts>;

const itemParts = {
  counts: { orderBy: { takenAt: "asc" } },
  refills: { orderBy: { createdAt: "desc" } },
  supplierService: { select: { canRefill: true, canCancel: true } },
  replacement: true,
  decisions: { where: { outcome: "refund" }, orderBy: { createdAt: "desc" } },
} satisfies Prisma.FulfillmentItemInclude;

/**
 * Loads the facts of a paid order, in the caller's transaction after `lockOrderAndItems`, so that they stay true until the
 * commit. Throws conflict for an order that was not paid.
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
  const [finish] = await tx.$queryRaw<{ hours: number }[]>`
    SELECT ${finishWithinHours}::float8 AS hours FROM orders WHERE id = ${orderId}::uuid`;
  const facts = {
    now,
    /** When it was asked; the promises count from it. */
    askedAt,
    paymentStatus: isGoingBack ? ("refunded" as const) : order.paymentStatus,
    paidAt,
    paidCents,
    /** The rest of the payment, less the failed refunds that are to be sent again. */
    leftCents,
    quantity,
    /** Units whose price was or will be refunded: undelivered ones of an order that has ended, and missing ones. */
    returnedUnits: paidBack.reduce((sum, { units }) => sum + units, owed?.units ?? 0),
    /** The cents that went or will go back for them, up to a cent off their price: each refund was rounded. */
    returnedCents: paidBack.reduce((sum, { cents }) => sum + cents, owed?.cents ?? 0),
    undeliveredRefund: undeliveredRefund(),
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
    finishWithinHours: finish?.hours ?? promisedHours,
    /** How much replacements may still cost today; not asked where nothing is missing. */
    budgetCents: isAnyMissing ? await leftOfBudget(tx, settings.replacementBudgetCentsPerDay) : 0,
    offers: await listOffers(tx, order),
    items,
  };
  const parts = [];
  for (const part of readParts(order)) parts.push(await factsOf(part));
  return { facts, parts: parts.length > 0 ? parts : [facts], attemptId, order };

  /** The facts about one part: its items, its price, and what was paid back for it. */
  async function factsOf(part: OrderPart): Promise<typeof facts> {
    const own = order.items.filter((item) => isOfPart(part, item));
    const ids = own.map(({ id }) => id);
    const back = paidBack.filter(({ itemId }) => ids.includes(itemId));
    const undelivered = owed ? part.quantity - own.reduce((sum, item) => sum + deliveredUnits(item), 0) : 0;
    return {
      ...facts,
      paidCents: part.cents,
      quantity: part.quantity,
      returnedUnits: back.reduce((sum, { units }) => sum + units, undelivered),
      returnedCents: back.reduce(
        (sum, { cents }) => sum + cents,
        shareOfCents(part.cents, undelivered, part.quantity),
      ),
      offers: await listOffers(tx, { ...order, serviceType: part.service, variant: part.variant }),
      items: items.filter(({ id }) => ids.includes(id)),
    };
  }

  /** Where the refund of what was not delivered stands, as a reason; also while the order has not ended. */
  function undeliveredRefund(): Reason {
    const states = refunds.filter(({ reason }) => reason === "undelivered").map(({ status }) => status);
    if (states.some((status) => isRefundIn("onItsWay", status))) return "refund_on_its_way";
    if (states.includes("held")) return "refund_held";
    const hasFailed = money.bouncedCents > 0;
    if (states.includes("failed") && !hasFailed) return "refund_on_its_way";
    // A failed refund that took all of it pays for these units too, once an operator sends it again.
    const isAnothers = owed !== null && owed.cents > 0 && money.owedCents === 0;
    if (states.length > 0 || (hasFailed && (isAnothers || leftCents === 0))) return "refund_failed";
    if (owed?.cents === 0) return "below_a_cent";
    return isAnothers ? "refund_on_its_way" : "refund_with_the_rest";
  }
}

async function leftOfBudget(tx: Tx, centsPerDay: number): Promise<number> {
  // Until the commit, so that two replacements at once can't both spend the last of it. Any constant will do.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7204113062)`;
  const [row] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT COALESCE(sum(cents), 0)::int AS cents FROM request_decisions
    WHERE outcome = 'replace' AND created_at > now() - interval '24 hours'`;
  return Math.max(0, centsPerDay - (row?.cents ?? 0));
}

/** A supplier's service that could deliver a replacement. */
type Offer = { minQuantity: number; maxQuantity: number; centsPer1000: number };

/** None while one of the services is paid in a currency other than dollars. */
async function listOffers(tx: Tx, { platform, serviceType, variant }: Order): Promise<Offer[]> {
  const offers = await tx.$queryRaw<(Offer & { isInDollars: boolean })[]>`
    SELECT service.min_quantity AS "minQuantity", service.max_quantity AS "maxQuantity",
      (service.rate_per_1000 * 100)::float8 AS "centsPer1000",
      lower(COALESCE(supplier.balance_currency, 'usd')) = 'usd' AS "isInDollars"
    FROM smm_services AS ours
    JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
    JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
    JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
    WHERE ours.platform_slug = ${platform} AND ours.service_slug = ${serviceType} AND ours.variant = ${variant}
      AND supplier.kind = 'panel_v2' AND ${isMappableSql}`;
  return offers.every(({ isInDollars }) => isInDollars) ? offers : [];
}

/**
 * The facts about one target of an order. `after`: the deliveries to the same counter that began later, whose units are
 * subtracted from the item's looks. `refunds`: those of its order. Pure.
 */
export function toItemFacts(
  item: Prisma.FulfillmentItemGetPayload<{ include: typeof itemParts }>,
  {
    now,
    after,
    refunds,
    waitsSince,
  }: { now: Date; after: CounterDelivery[]; refunds: Refund[]; waitsSince: Date | null },
) {
  const { id, state, quantity, remains, leasedAt, submittedAt, finishedAt, pausedUntil } = item;
  const { counts, decisions, replacement, supplierService } = item;
  const [refill] = item.refills;
  // A target that was erased with its account can't be looked at any more: the last proof holds.
  const lastLook = item.link === "" ? counts.at(-1)?.takenAt : undefined;
  const known = knownOfItem(item, { after, refunds, now: lastLook ?? now });
  const refundedUnits = unitsPaidBack(decisions, refunds);
  const refundedAt = decisions.find(({ id }) => isPaidBack(id, refunds))?.createdAt;
  const ended = (endedAt: Date | null, isRejected: boolean): RemedyState => {
    // A refund decided after a remedy ended has paid for what the remedy did not bring.
    if (endedAt && refundedAt && refundedAt >= endedAt) return "effective";
    if (isRejected) return "rejected";
    // A look that showed all units since says that it worked, before a later drop.
    return known.missing > 0 && !known.wasWhole ? "ineffective" : "effective";
  };
  const refillState = (): RemedyState => {
    if (!refill) return "none";
    return openRefills.includes(refill.state) ? "open" : ended(refill.updatedAt, refill.state === "rejected");
  };
  const replaced = (): { state: RemedyState; short: number } => {
    if (!replacement) return { state: "none", short: 0 };
    if (!isItemFinal(replacement.state)) return { state: "open", short: 0 };
    const short = replacement.quantity - deliveredUnits(replacement);
    const replacementState = ended(replacement.finishedAt, short > 0);
    return { state: replacementState, short: replacementState === "rejected" ? short : 0 };
  };
  // After a restore, a rejected item may have been bought all the same.
  const mayBeBought = isItemIn("unsent", state) && !isItemUnsent(item);
  const refusal: Stop = item.cancelOutcome === "rejected" ? "refused" : "not_asked";
  const remedyEnds = [replacement?.finishedAt, refill?.updatedAt].flatMap((end) => end?.getTime() ?? []);
  return {
    id,
    state: mayBeBought ? ("unknown" as const) : state,
    quantity,
    remains,
    leasedAt,
    submittedAt,
    finishedAt,
    pausedUntil,
    canCancel: Boolean(item.providerOrderId && supplierService?.canCancel),
    /** Why its supplier's last report put it into review, such as supplier_error; null if it did not. */
    problem: item.reviewSince ? item.reason : null,
    stop: item.cancelRequestedAt ? "asked" : refusal,
    /** Of its own units, without its replacement's. */
    known,
    /** A later delivery, of any order, is adding to the same counter. */
    isCounterMoving: after.some(({ quietSince }) => quietSince === null),
    /** The days of refills that were promised when it was bought; 0 for none. */
    refillDays: item.refillDays ?? defaultRefillDays,
    canRefill: Boolean(item.providerOrderId && supplierService?.canRefill),
    refill: refillState(),
    /** `short`: the units that a replacement which has ended did not deliver. */
    replacement: replaced(),
    /** Missing units whose refund is held, on its way or done. */
    refundedUnits,
    /** Missing units whose refund was dropped or failed, so nothing was paid back for them. */
    unpaidUnits: decisions.reduce((sum, { units }) => sum + units, 0) - refundedUnits,
    /** When the buyer first asked the same, if that request still waits; its promises count from then. */
    waitsSince,
    /** When its last refill or replacement ended. */
    remedyEndedAt: remedyEnds.length > 0 ? new Date(Math.max(...remedyEnds)) : null,
  };
}
