import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { type Order, Prisma } from "@/lib/base/db/generated/client";
import { OrderStatus } from "@/lib/base/db/generated/enums";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import { jsonText } from "@/lib/base/text/json-text";
import { addMs, day } from "@/lib/base/time/time";
import { momentIn, timeZoneSchema } from "@/lib/base/time/zone";
import { addressesWith } from "@/lib/operator/search/addresses-with";
import { isGuestOrderSql } from "@/lib/orders/order/guest-order";

/** The admin's filter of orders from the page's query string; invalid values are ignored. */
export const orderFilterSchema = z.object({
  status: z.enum(OrderStatus).optional().catch(undefined),
  /** A part of an email, an order's id or its first 8 characters, @name or its beginning, a supplier's id. */
  q: z.string().trim().max(254).optional().catch(undefined),
  /** First and last day, in `zone`. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  zone: timeZoneSchema,
  /** Flagged orders, or those assigned to the reader. */
  only: z.enum(["review", "mine"]).optional().catch(undefined),
  sort: z.enum(["newest", "oldest", "dearest", "cheapest"]).catch("newest"),
  /** The cursor of the previous page. */
  after: z.string().max(600).optional().catch(undefined),
});

export type OrderFilter = z.infer<typeof orderFilterSchema> & {
  /** The reader, for `only: "mine"`. */
  assigneeId?: string | undefined;
  /** These orders alone. */
  ids?: string[] | undefined;
};

/** The possible meanings of a search text; an order that matches any of them is found. */
type OrderSearch = {
  /** A whole order id, or all ids with that beginning. */
  ids?: { first: string; last: string };
  emailPart?: string;
  usernamePrefix?: string;
  providerOrderId?: string;
};

/** Reads a search text; null for an empty one. `@name` is a name, `a@b` an email, anything else may be several things. */
export function readOrderSearch(text: string | undefined): OrderSearch | null {
  const given = text?.trim().replace(/^#/, "") ?? "";
  const query = given.toLowerCase();
  if (query === "" || query === "@") return null;
  if (query.startsWith("@")) return { usernamePrefix: query.slice(1) };
  if (query.includes("@")) return { emailPart: query };
  const search: OrderSearch = { emailPart: query, usernamePrefix: query };
  const digits = query.replaceAll("-", "");
  if (/^[0-9a-f]{8,32}$/.test(digits)) search.ids = { first: uuid(digits, "0"), last: uuid(digits, "f") };
  if (/^\S{1,64}$/.test(given)) search.providerOrderId = given;
  return search;
}

/** Pads hex digits to a uuid. */
function uuid(digits: string, filler: string): string {
  return digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** An order in the admin's table and in its export. Without the token, because its holder can act as the buyer. */
export type OrderRow = Pick<
  Order,
  | "id"
  | "platform"
  | "platformLabel"
  | "serviceLabel"
  | "unitMany"
  | "email"
  | "postUrl"
  | "username"
  | "target"
  | "quantity"
  | "priceTotalCents"
  | "refundedCents"
  | "status"
  | "paymentStatus"
  | "providerOrderId"
  | "createdAt"
> & { service: string; isGuest: boolean; isFlagged: boolean };

/**
 * One page of orders, read by key, so that the last page costs as much as the first. A search is ordered by what it
 * matched, then newest first; otherwise by `sort`. `next` is the filter's `after` of the next page; null at the end.
 */
export async function listOrders(db: Db, filter: OrderFilter, size: number): Promise<ListPage<OrderRow>> {
  const found = await db.$queryRaw<SortedRow[]>(ordersQuery(filter, size + 1));
  const { rows, next } = pageOf(found, size, writeCursor);
  return { rows: rows.map(({ sortKey: _, ...row }) => row), next };
}

type SortedRow = OrderRow & { sortKey: string };

/** The statement of `listOrders` and, without a limit, of the export. */
export function ordersQuery(filter: OrderFilter, limit: number | null): Prisma.Sql {
  const search = readOrderSearch(filter.q);
  const found = search ? searchQuery(search, filter, limit) : sortedQuery(filter, limit);
  return Prisma.sql`
    SELECT o.id, o.platform_slug AS platform, o.service_slug AS service,
      o.platform_label AS "platformLabel", o.service_label AS "serviceLabel", o.unit_many AS "unitMany", o.email,
      o.post_url AS "postUrl", o.username, o.target,
      ${isGuestOrderSql} AS "isGuest", o.quantity, o.price_total_cents AS "priceTotalCents",
      o.refunded_cents AS "refundedCents", o.status::text, o.payment_status::text AS "paymentStatus",
      o.provider_order_id AS "providerOrderId", o.flagged_at IS NOT NULL AS "isFlagged", o.created_at AS "createdAt",
      o.sort_key AS "sortKey"
    FROM (${found}) AS o`;
}

const conditions = (filter: OrderFilter): Prisma.Sql[] => [
  ...(filter.status ? [Prisma.sql`o.status = ${filter.status}::order_status`] : []),
  ...(filter.only === "review" ? [Prisma.sql`o.flagged_at IS NOT NULL`] : []),
  ...(filter.only === "mine"
    ? [
        Prisma.sql`o.id IN (SELECT order_id FROM assignments WHERE assignee_id = ${filter.assigneeId ?? null}::uuid)`,
      ]
    : []),
  ...(filter.ids ? [Prisma.sql`o.id = ANY(${filter.ids}::uuid[])`] : []),
  ...(filter.from ? [Prisma.sql`o.created_at >= ${momentIn(filter.from, filter.zone)}`] : []),
  ...(filter.to ? [Prisma.sql`o.created_at < ${momentIn(dayAfter(filter.to), filter.zone)}`] : []),
];

const dayAfter = (date: string) => addMs(new Date(date), day).toISOString().slice(0, 10);

const limited = (limit: number | null) => (limit === null ? Prisma.empty : Prisma.sql`LIMIT ${limit}::int`);

function where(parts: Prisma.Sql[]): Prisma.Sql {
  return parts.length > 0 ? Prisma.sql`WHERE ${Prisma.join(parts, " AND ")}` : Prisma.empty;
}

function sortedQuery(filter: OrderFilter, limit: number | null): Prisma.Sql {
  const cursor = readCursor(filter.after);
  const parts = conditions(filter);
  const isAmount = filter.sort === "dearest" || filter.sort === "cheapest";
  const isUp = filter.sort === "oldest" || filter.sort === "cheapest";
  const keys = [Prisma.sql`o.created_at`, Prisma.sql`o.id`];
  if (isAmount) keys.unshift(Prisma.sql`o.price_total_cents`);
  if (cursor) {
    const values = Prisma.sql`${cursor.at}::timestamptz, ${cursor.id}::uuid`;
    const mark = isAmount ? Prisma.sql`${Number(cursor.key)}::int, ${values}` : values;
    parts.push(Prisma.sql`(${Prisma.join(keys)}) ${isUp ? Prisma.sql`>` : Prisma.sql`<`} (${mark})`);
  }
  const order = Prisma.join(keys.map((key) => (isUp ? key : Prisma.sql`${key} DESC`)));
  const key = isAmount ? Prisma.sql`o.price_total_cents::text` : Prisma.sql`''`;
  return Prisma.sql`SELECT o.*, ${key} AS sort_key FROM orders AS o ${where(parts)} ORDER BY ${order} ${limited(limit)}`;
}

/** Each meaning of the text is a range of one index; all ranges are sorted alike, so they can be merged. */
function searchQuery(search: OrderSearch, filter: OrderFilter, limit: number | null): Prisma.Sql {
  const cursor = readCursor(filter.after);
  const branches: Prisma.Sql[] = [];
  const add = (key: Prisma.Sql, condition: Prisma.Sql) => {
    const parts = [condition, ...conditions(filter)];
    if (cursor) {
      parts.push(Prisma.sql`${key} >= ${cursor.key}
        AND (${key} <> ${cursor.key} OR (o.created_at, o.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid))`);
    }
    branches.push(Prisma.sql`(SELECT o.*, ${key} AS sort_key FROM orders AS o ${where(parts)}
      ORDER BY ${key}, o.created_at DESC, o.id DESC ${limited(limit)})`);
  };
  const exact = Prisma.sql`''::text COLLATE "C"`;
  const byId = search.ids && Prisma.sql`o.id BETWEEN ${search.ids.first}::uuid AND ${search.ids.last}::uuid`;
  // The search text has lost its hash, which some suppliers' numbers begin with.
  const numbers = [search.providerOrderId, `#${search.providerOrderId}`];
  const byProvider =
    search.providerOrderId &&
    Prisma.sql`o.id IN (SELECT order_id FROM fulfillment_items
      WHERE provider_order_id = ANY(${numbers}) OR former_order_number = ANY(${numbers}))`;
  if (byId) add(exact, byId);
  if (byProvider) add(exact, byId ? Prisma.sql`${byProvider} AND NOT (${byId})` : byProvider);
  const others = [byId, byProvider].filter((part) => part !== undefined && part !== "");
  const addOthers = (column: Prisma.Sql, condition: Prisma.Sql) => {
    add(Prisma.sql`${column} COLLATE "C"`, Prisma.join([condition, ...others.map(not)], " AND "));
    others.push(condition);
  };
  const { emailPart, usernamePrefix } = search;
  if (emailPart !== undefined) {
    addOthers(Prisma.sql`o.email`, begins(Prisma.sql`o.email`, emailPart));
    addOthers(
      Prisma.sql`o.email`,
      Prisma.sql`o.email COLLATE "C" = ANY (ARRAY(${addressesWith(emailPart)}))`,
    );
  }
  if (usernamePrefix !== undefined)
    addOthers(Prisma.sql`o.username`, begins(Prisma.sql`o.username`, usernamePrefix));
  return Prisma.sql`SELECT * FROM (${Prisma.join(branches, " UNION ALL ")}) AS o
    ORDER BY o.sort_key, o.created_at DESC, o.id DESC ${limited(limit)}`;
}

const not = (part: Prisma.Sql) => Prisma.sql`NOT (${part})`;

/** A prefix as a range of an index in byte order; U+10FFFF sorts after every character. */
function begins(column: Prisma.Sql, prefix: string): Prisma.Sql {
  return Prisma.sql`${column} COLLATE "C" >= ${prefix} AND ${column} COLLATE "C" < ${`${prefix}\u{10FFFF}`}`;
}

type Cursor = { key: string; at: string; id: string };

const cursorSchema = jsonText().pipe(z.tuple([z.string().max(300), z.iso.datetime(), z.uuid()]));

function writeCursor(row: SortedRow): string {
  return Buffer.from(JSON.stringify([row.sortKey, row.createdAt.toISOString(), row.id])).toString(
    "base64url",
  );
}

/** An invalid cursor means the first page. */
function readCursor(text: string | undefined): Cursor | null {
  const parsed = cursorSchema.safeParse(Buffer.from(text ?? "", "base64url").toString("utf8"));
  if (!parsed.success) return null;
  const [key, at, id] = parsed.data;
  return { key, at, id };
}
