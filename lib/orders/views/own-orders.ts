import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListCursor, pageOf, writeCursor } from "@/lib/base/list-page";
import { withIsoDates } from "@/lib/base/time/time";
import { readSelectedPosts } from "@/lib/orders/order/item-target";
import { loadOrderEnds, type OrderEnd } from "@/lib/orders/order/order-money";
import { soldNames } from "@/lib/orders/order/sold-as";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";
import {
  type LiveCard,
  type OrderCard,
  type OrderCounts,
  type OrderGroup,
  type OrderPage,
  orderGroups,
} from "./order-card";
import type { OrderStatus } from "./order-view";

type OwnOrdersInput = {
  userId: string;
  /** If absent, all of the customer's orders. */
  group?: OrderGroup;
  /** The last order of the previous page. */
  after?: ListCursor | null;
  limit: number;
};

/**
 * A customer's own orders, newest first, at most `limit`. A page reads its own rows and one more whatever the length of
 * the history, because each status is its own range of the index orders_of_user_by_status.
 */
export async function listOwnOrders(db: Db, input: OwnOrdersInput): Promise<OrderPage> {
  const found = await db.$queryRaw<CardRow[]>`
    SELECT ${cardColumns}
    FROM (${input.group ? ofGroup(input, orderGroups[input.group]) : ofAll(input)}) AS page
    JOIN orders ON orders.id = page.id
    LEFT JOIN order_fulfillment AS delivery ON delivery.order_id = orders.id
    ORDER BY orders.created_at DESC, orders.id DESC`;
  const { rows, next } = pageOf(found, input.limit, writeCursor);
  const ends = await loadOrderEnds(db, endedIds(rows));
  return { orders: rows.map((row) => toCard(row, ends)), next };
}

/** Counts all of a customer's own orders, by an index-only scan of orders_of_user_by_status. */
export async function countOwnOrders(db: Db, userId: string): Promise<OrderCounts> {
  const rows = await db.$queryRaw<OrderCounts[]>`
    SELECT count(*)::int AS total,
      (count(*) FILTER (WHERE status IN ('pending', 'processing')))::int AS active,
      (count(*) FILTER (WHERE status = 'completed'))::int AS done
    FROM orders WHERE user_id = ${userId}::uuid`;
  return rows[0] ?? { total: 0, active: 0, done: 0 };
}

/** The changing part of those of `orderIds` that are the customer's own; others are left out. */
export async function listLiveCards(
  db: Db,
  { userId, orderIds }: { userId: string; orderIds: readonly string[] },
): Promise<LiveCard[]> {
  if (orderIds.length === 0) return [];
  const rows = await db.$queryRaw<LiveRow[]>`
    SELECT ${liveColumns}
    FROM orders
    LEFT JOIN order_fulfillment AS delivery ON delivery.order_id = orders.id
    WHERE orders.id = ANY (${[...orderIds]}::uuid[]) AND orders.user_id = ${userId}::uuid`;
  const ends = await loadOrderEnds(db, endedIds(rows));
  return rows.map((row) => toLiveCard(row, ends));
}

/** The cancelled orders among rows. */
function endedIds(rows: LiveRow[]): string[] {
  return rows.filter(({ status }) => status === "partial" || status === "failed").map(({ id }) => id);
}

/** The token of one of the customer's own orders; null for any other order. */
export async function findOwnOrderToken(
  db: Db,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<string | null> {
  const order = await db.order.findFirst({ where: { id: orderId, userId }, select: { token: true } });
  return order?.token ?? null;
}

function ofAll({ userId, after, limit }: OwnOrdersInput): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM orders
    WHERE user_id = ${userId}::uuid ${beyond(after)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
}

function ofGroup({ userId, after, limit }: OwnOrdersInput, statuses: readonly OrderStatus[]): Prisma.Sql {
  return Prisma.sql`
    SELECT found.id
    FROM unnest(${[...statuses]}::order_status[]) AS wanted (status)
    CROSS JOIN LATERAL (
      SELECT id, created_at FROM orders
      WHERE user_id = ${userId}::uuid AND status = wanted.status ${beyond(after)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}
    ) AS found
    ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit + 1}`;
}

function beyond(after: ListCursor | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty;
  return Prisma.sql`AND (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
}

type LiveRow = Omit<LiveCard, "progress" | "money" | "ending"> & {
  percent: number | null;
  delivered: number | null;
  remains: number | null;
  lastCheckedAt: Date | null;
};

type CardRow = LiveRow &
  Omit<OrderCard, keyof LiveCard | "accent" | "posts" | "createdAt"> & {
    platform: string;
    selectedPosts: unknown;
    createdAt: Date;
  };

const liveColumns = Prisma.sql`
  orders.id, orders.status::text AS status,
  (orders.status = 'processing' AND EXISTS (
    SELECT FROM fulfillment_items AS item WHERE item.order_id = orders.id AND item.state = 'paused'
  )) AS "isPaused",
  orders.refunded_cents AS "refundedCents", delivery.delivery_progress AS percent, delivery.delivered,
  delivery.remains, delivery.last_checked_at AS "lastCheckedAt"`;

const cardColumns = Prisma.sql`
  ${liveColumns}, orders.token, orders.platform_slug AS platform, ${soldNames},
  orders.username, orders.target, orders.quantity, orders.price_total_cents AS "totalCents", orders.post_url AS "postUrl",
  orders.selected_posts AS "selectedPosts",
  COALESCE(orders.parts -> 0 -> 'unit' ->> 'many', orders.unit_many) AS "postUnit",
  orders.provider_order_id AS "providerOrderId",
  orders.created_at AS "createdAt"`;

function toLiveCard(row: LiveRow, ends: Map<string, OrderEnd>): LiveCard {
  const { percent, delivered, remains } = row;
  const end = ends.get(row.id) ?? null;
  const isKnown = percent !== null && delivered !== null && remains !== null;
  return {
    ...withIsoDates(row, ["id", "status", "isPaused", "refundedCents"]),
    money: end?.money ?? null,
    ending: end?.ending ?? null,
    progress: isKnown ? { percent, delivered, remains, ...withIsoDates(row, ["lastCheckedAt"]) } : null,
  };
}

function toCard(row: CardRow, ends: Map<string, OrderEnd>): OrderCard {
  return {
    ...toLiveCard(row, ends),
    ...withIsoDates(row, [
      "token",
      "platformLabel",
      "serviceLabel",
      "unit",
      "username",
      "target",
      "quantity",
    ]),
    ...withIsoDates(row, ["totalCents", "postUrl", "postUnit", "providerOrderId", "createdAt"]),
    accent: findPlatform(row.platform)?.accent ?? null,
    posts: readSelectedPosts(row.selectedPosts).map((post) => withIsoDates(post, ["postUrl", "quantity"])),
  };
}
