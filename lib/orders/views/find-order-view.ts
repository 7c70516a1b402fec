import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import type { FulfillmentItem, Prisma, RequestDecision } from "@/lib/base/db/generated/client";
import type { ItemState, RefillState } from "@/lib/base/db/generated/enums";
import { inSet, isItemFinal } from "@/lib/base/db/item-status";
import { hasSocialData } from "@/lib/base/env/env";
import { sha256 } from "@/lib/base/ids";
import { logOrder } from "@/lib/base/logger";
import { isOrderToken } from "@/lib/base/order-id";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day, minute, withIsoDates } from "@/lib/base/time/time";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { forecastFor, forecastLabel } from "@/lib/orders/forecast/forecast";
import { listForecasts } from "@/lib/orders/forecast/refresh-forecasts";
import { unconfirmedWithdrawal } from "@/lib/orders/order/block-delivery";
import { emailForHolder, isGuestOrder } from "@/lib/orders/order/guest-order";
import { readSelectedPosts } from "@/lib/orders/order/item-target";
import { endingOf } from "@/lib/orders/order/order-ending";
import { moneyParts, type OrderMoney, orderMoneyOf } from "@/lib/orders/order/order-money";
import { partOf, readParts } from "@/lib/orders/order/order-parts";
import { unitOf } from "@/lib/orders/order/sold-names";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";
import { decidedRequests, listNewestDecisions, type RequestView } from "./decided-requests";
import { requestOffers } from "./request-offers";
import { targetView } from "./target-names";
import { toTimeline } from "./timeline";

/** Ten business days, with the weekends and holidays between them. */
const bankShowsWithinMs = 18 * day;

const profileSchema = z.object({
  fullName: z.string().catch(""),
  pictureUrl: z.string().nullable().catch(null),
  isVerified: z.boolean().catch(false),
});

const orderParts = {
  lines: { orderBy: { position: "asc" } },
  items: {
    where: { replacesItemId: null },
    orderBy: { position: "asc" },
    include: {
      refills: { orderBy: { createdAt: "desc" }, take: 1, select: { state: true } },
      replacement: true,
    },
  },
  decisions: { select: { id: true }, take: 1 },
  events: { orderBy: { id: "asc" } },
  ...moneyParts,
  tickets: {
    where: { kind: { in: ["refill", "refund"] }, status: { in: ["open", "in_progress"] } },
    select: { createdAt: true },
    orderBy: { createdAt: "desc" },
  },
} satisfies Prisma.OrderInclude;

type LoadedOrder = Prisma.OrderGetPayload<{ include: typeof orderParts }>;

/**
 * An order as its page shows it, and as the live stream sends it: plain JSON, times as ISO 8601, money in cents. The
 * order's unguessable link opens it, so the buyer's email is masked. `version` is different for each state of the
 * order; the live stream uses it as event id.
 */
export type OrderView = ReturnType<typeof toView> & { version: string };
export type OrderItemView = OrderView["items"][number];
/** One event of the timeline, newest last. */
export type OrderEventView = OrderView["timeline"][number];

/** The order that a token opens, as its page shows it at `now`; null for an unknown token. */
export async function findOrderView(db: Db, token: string, now = databaseNow()): Promise<OrderView | null> {
  if (!isOrderToken(token)) return null;
  const order = await db.order.findUnique({ where: { token }, include: orderParts });
  if (!order) return null;
  logOrder(order.id);
  const money = orderMoneyOf(order);
  const stop = stopOf(order, money);
  const isBeingDelivered = stop === null && !order.items.some(({ state }) => state === "paused");
  // There are forecasts of orders of one service.
  const isForecast = isBeingDelivered && order.status === "processing" && readParts(order).length === 0;
  const [places, forecasts, decisions] = await Promise.all([
    findQueuePositions(db, order.items),
    isForecast ? listForecasts(db) : [],
    order.decisions.length > 0 ? listNewestDecisions(db, order.id) : [],
  ]);
  const forecast = forecastFor(forecasts, { ...order, service: order.serviceType });
  const view = toView(order, { money, stop, places, forecast, decisions }, now);
  return { ...view, version: sha256(JSON.stringify(view)).slice(0, 16) };
}

/** An order as its buyer sees it, for an administrator: without the token, whose holder can act as the buyer. */
export async function findBuyersView(db: Db, orderId: string): Promise<OrderView | null> {
  const order = await db.order.findUnique({ where: { id: orderId }, select: { token: true } });
  const view = order && (await findOrderView(db, order.token));
  return view && { ...view, token: "" };
}

/** What decisions say now, as the order's page says it; a later decision of the same request stands for an earlier one. */
export async function findDecided(
  db: Db,
  orderId: string,
  told: Pick<RequestDecision, "requestId" | "itemId">[],
): Promise<RequestView["decisions"]> {
  const order = await db.order.findUniqueOrThrow({ where: { id: orderId }, include: orderParts });
  const money = orderMoneyOf(order);
  const placeOf = new Map(order.items.map(({ id }, place) => [id, place]));
  const decisions = (await listNewestDecisions(db, orderId))
    .map((decision) => {
      const isTold = told.some(
        ({ requestId, itemId }) => requestId === decision.requestId && itemId === decision.itemId,
      );
      return isTold ? { ...decision, requestId: "told" } : decision;
    })
    .sort((a, b) => (placeOf.get(a.itemId) ?? 0) - (placeOf.get(b.itemId) ?? 0));
  const requests = decidedRequests(order, { money, stop: stopOf(order, money), decisions });
  return requests.find(({ id }) => id === "told")?.decisions ?? [];
}

/** Why nothing more is sent for an order, by the rule of `mayOrderSendSql`; null while something may be. */
function stopOf(order: LoadedOrder, { isWhole }: OrderMoney) {
  const { paymentStatus, withdrawnAt, blockedAt, blockedReason } = order;
  if (paymentStatus === "disputed") return "disputed";
  if (paymentStatus === "refunded" || isWhole) return "refunded";
  if (withdrawnAt !== null) return "withdrawn";
  if (blockedAt === null) return null;
  return blockedReason === unconfirmedWithdrawal ? "unconfirmed" : "blocked";
}

type ViewParts = {
  money: OrderMoney;
  stop: ReturnType<typeof stopOf>;
  places: Map<string, number>;
  forecast: number | null;
  decisions: Awaited<ReturnType<typeof listNewestDecisions>>;
};

function toView(order: LoadedOrder, { places, forecast, decisions, ...parts }: ViewParts, now: Date) {
  const profile = profileSchema.parse(order.profile);
  const posts = readSelectedPosts(order.selectedPosts).map(({ postId, postUrl, ...post }) => ({
    id: postId,
    url: postUrl,
    ...post,
  }));
  const newest = order.attempts[0];
  return {
    ...withIsoDates(order, [
      "token",
      "status",
      "paymentStatus",
      "platform",
      "platformLabel",
      "target",
      "packageId",
      "username",
    ]),
    ...withIsoDates(order, ["quantity", "refundedCents", "createdAt", "paidAt", "finishedAt"]),
    ...parts,
    ending: endingOf(order, order.items),
    isRefundRecent: order.refunds.some(
      ({ status, finishedAt }) =>
        status === "succeeded" && finishedAt !== null && now < addMs(finishedAt, bankShowsWithinMs),
    ),
    orderId: order.id,
    service: order.serviceType,
    unit: unitOf(order),
    profile,
    emailMasked: emailForHolder(order),
    isGuest: isGuestOrder(order),
    lines: order.lines.map((line) => withIsoDates(line, ["label", "count", "amountCents"])),
    totalCents: order.priceTotalCents,
    progress: order.fulfillment && {
      ...withIsoDates(order.fulfillment, ["delivered", "remains", "lastCheckedAt"]),
      percent: order.fulfillment.deliveryProgress,
    },
    /** While it is being delivered: how long most orders like it take, and whether this one takes longer. */
    forecast:
      forecast !== null && order.paidAt
        ? { within: forecastLabel(forecast), isLate: addMs(order.paidAt, forecast * minute) < now }
        : null,
    items: order.items.map((item, index) => ({
      id: item.id,
      ...targetView(item, order, index),
      link: item.link,
      /** Where they differ, the word for its units. */
      unit: partOf(order, item)?.unit.many ?? null,
      imageUrl: item.postId
        ? (posts.find((post) => post.id === item.postId)?.imageUrl ?? null)
        : profile.pictureUrl,
      quantity: item.quantity,
      delivered: deliveredUnits(item),
      progress: itemProgress[item.state],
      /** The item's position in its target's queue, where the running item is first; null when it is not queued. */
      place: places.get(item.id) ?? null,
      /** A fix that the buyer can make, and its deadline; null when there is nothing to fix. */
      fix: fixView(item) ?? (item.replacement && fixView(item.replacement)),
      /** The replacement for units that were lost; null without one. */
      replacement: item.replacement && {
        quantity: item.replacement.quantity,
        delivered: deliveredUnits(item.replacement),
        isOver: isItemFinal(item.replacement.state),
      },
      ...refillView(item, order.events),
    })),
    /** The chosen posts, for ordering them again. */
    posts,
    /** The requests that the terms allow the buyer. */
    requests: requestOffers({ ...order, stop: parts.stop, openRequests: order.tickets }, now),
    /** Whether the shop can look at a public counter of what it delivers. */
    isCounted:
      hasSocialData() &&
      Boolean(findPlatform(order.platform)?.adapter) &&
      [order, ...readParts(order)].some(({ counter }) => counter !== null),
    /** The decisions so far, the newest request first. */
    decided: decidedRequests(order, { ...parts, decisions }),
    timeline: toTimeline(order.events, (itemId) => targetInTimeline(order, itemId)),
    /** Stripe's page while the order can still be paid there. */
    payUrl: order.status === "pending" && newest?.status === "open" ? newest.url : null,
  };
}

function fixView({ state, pausedUntil, reason }: FulfillmentItem) {
  if (state !== "paused" || !pausedUntil) return null;
  return { reason: reason ?? "target_missing", until: pausedUntil.toISOString() };
}

/** Null where the order has one target, which needs no name. */
function targetInTimeline(order: LoadedOrder, itemId: string): string | null {
  if (order.items.length < 2) return null;
  const index = order.items.findIndex(({ id, replacement }) => id === itemId || replacement?.id === itemId);
  const item = order.items[index];
  return item ? targetView(item, order, index).label : null;
}

/** The progress that a customer sees for each state of an item; suppliers' own words are never shown. */
const itemProgress = {
  waiting: "queued",
  ready: "queued",
  submitting: "sending",
  submitted: "delivering",
  in_progress: "delivering",
  completed: "completed",
  partial: "partial",
  canceled: "canceled",
  rejected: "checking",
  unknown: "checking",
  paused: "paused",
} as const satisfies Record<ItemState, string>;

/**
 * The queue positions of an order's waiting items, by item id. The running item of a target is first. Without waiting
 * items no statement is run.
 */
async function findQueuePositions(
  db: Db,
  items: { id: string; state: ItemState }[],
): Promise<Map<string, number>> {
  const waiting = items.filter((item) => item.state === "waiting").map((item) => item.id);
  if (waiting.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; place: number }[]>`
    SELECT item.id, (1
      + (SELECT count(*) FROM fulfillment_items AS running WHERE running.target_key = item.target_key
          AND running.state ${inSet("holdsTarget")})
      + (SELECT count(*) FROM fulfillment_items AS earlier WHERE earlier.target_key = item.target_key
          AND earlier.state = 'waiting' AND (earlier.created_at, earlier.id) < (item.created_at, item.id)))::int AS place
    FROM fulfillment_items AS item WHERE item.id = ANY(${waiting}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.place]));
}

const refillProgress: Record<RefillState, "in_progress" | "completed" | "rejected"> = {
  requested: "in_progress",
  sending: "in_progress",
  in_progress: "in_progress",
  unknown: "in_progress",
  completed: "completed",
  rejected: "rejected",
};

const dropSchema = z.object({ missing: z.number().int(), moment: z.string().optional() });

/**
 * An item's missing units and the state of its refill, from the order's events, oldest first, and its newest refill. A
 * drop before the last completed refill no longer counts.
 */
function refillView(
  item: { id: string; refills: { state: RefillState }[] },
  events: { itemId: string | null; type: string; data: unknown }[],
) {
  const last = events.findLast(
    ({ itemId, type }) => itemId === item.id && (type === "item.dropped" || type === "refill.completed"),
  );
  const drop = last?.type === "item.dropped" ? dropSchema.safeParse(last.data).data : undefined;
  const newest = item.refills[0];
  return {
    dropped: drop?.missing ?? null,
    /** True when they were missing at the first count after the delivery. */
    neverArrived: drop?.moment === "after",
    refill: newest ? refillProgress[newest.state] : null,
  };
}
