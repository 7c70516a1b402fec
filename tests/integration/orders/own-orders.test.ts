import { beforeAll, describe, expect, it } from "vitest";
import type { Order } from "@/lib/base/db/generated/client";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { newOrderId } from "@/lib/base/ids";
import { readCursor } from "@/lib/base/list-page";
import {
  countOwnOrders,
  findOwnOrderToken,
  listLiveCards,
  listOwnOrders,
} from "@/lib/orders/views/own-orders";
import { useDatabase } from "../../support/database";
import { customerFactory, type OrderOptions, orderFactory, paidOrderFactory } from "../../support/factories";

const { database, db } = useDatabase();

const newCustomer = async () => (await customerFactory(db())).id;

/** Creates one customer's orders, the newest first; several share a timestamp, like orders of the same second. */
async function giveOrders(userId: string | null, statuses: OrderStatus[]): Promise<string[]> {
  const newest = Date.UTC(2026, 0, 1);
  const orders: Order[] = [];
  for (const [index, status] of statuses.entries()) {
    const createdAt = new Date(newest - Math.floor(index / 3) * 1_000);
    const isPaid = status !== "pending" && status !== "expired";
    const options: OrderOptions = {
      service: "likes",
      quantity: 1_100,
      priceCents: 249,
      posts: [{ postId: "p1", quantity: 1_100 }],
      status: isPaid ? "processing" : "pending",
      data: { id: newOrderId(), userId, status, createdAt },
    };
    orders.push(await orderFactory(db(), options));
  }
  return orders
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

/** Walks through all pages as a customer does, by the addresses in the pages. */
async function walk(userId: string, limit: number, group?: "active" | "completed" | "closed") {
  const seen: string[] = [];
  let pages = 0;
  let before: string | null = "";
  while (before !== null) {
    const page = await listOwnOrders(db(), {
      userId,
      limit,
      after: readCursor(before),
      ...(group && { group }),
    });
    seen.push(...page.orders.map(({ id }) => id));
    before = page.next;
    pages += 1;
  }
  return { seen, pages };
}

describe("a customer's own orders", () => {
  it("are all listed, once and newest first, page after page, also where many share a moment", async () => {
    const mine = await newCustomer();
    const ids = await giveOrders(mine, Array(23).fill("completed"));
    expect(await walk(mine, 5)).toEqual({ seen: ids, pages: 5 });
  });

  it("are never another customer's, nor a guest's, in any list, count, live card or link", async () => {
    const mine = await newCustomer();
    const other = await newCustomer();
    const [own = ""] = await giveOrders(mine, ["processing"]);
    const [foreign = ""] = await giveOrders(other, ["processing", "completed", "failed"]);
    const [guests = ""] = await giveOrders(null, ["processing"]);
    expect((await walk(mine, 10)).seen).toEqual([own]);
    expect((await walk(mine, 10, "active")).seen).toEqual([own]);
    expect((await walk(mine, 10, "completed")).seen).toEqual([]);
    expect(await countOwnOrders(db(), mine)).toEqual({ total: 1, active: 1, done: 0 });
    const live = await listLiveCards(db(), { userId: mine, orderIds: [foreign, own, guests, newOrderId()] });
    expect(live.map(({ id }) => id)).toEqual([own]);
    expect(await findOwnOrderToken(db(), { userId: mine, orderId: own })).toMatch(/^[\w-]{27}$/);
    expect(await findOwnOrderToken(db(), { userId: mine, orderId: foreign })).toBeNull();
    expect(await findOwnOrderToken(db(), { userId: mine, orderId: guests })).toBeNull();
  });

  it.each([
    ["an empty text", ""],
    ["nonsense", "nonsense"],
    ["two numbers", "1-2"],
    ["a time out of range", `99999999999999999999-${newOrderId()}`],
    ["a list", ["a"]],
    ["nothing", undefined],
  ])("begin at the start for %s in place of a cursor", async (_, text) => {
    const mine = await newCustomer();
    const ids = await giveOrders(mine, ["completed", "completed"]);
    const { orders } = await listOwnOrders(db(), { userId: mine, limit: 5, after: readCursor(text) });
    expect(orders.map(({ id }) => id)).toEqual(ids);
  });

  it("are the customer's own also with another's cursor", async () => {
    const mine = await newCustomer();
    await giveOrders(mine, ["completed", "completed"]);
    const far = readCursor(`${Date.UTC(2030, 0, 1)}-${newOrderId()}`);
    expect((await listOwnOrders(db(), { userId: mine, limit: 5, after: far })).orders).toHaveLength(2);
  });

  it("are divided into active, completed and closed ones, and counted over all of them", async () => {
    const mine = await newCustomer();
    const statuses: OrderStatus[] = ["pending", "processing", "completed", "failed", "expired", "partial"];
    await giveOrders(mine, [...statuses, ...statuses]);
    expect((await walk(mine, 3, "active")).seen).toHaveLength(4);
    expect((await walk(mine, 3, "completed")).seen).toHaveLength(2);
    expect((await walk(mine, 4, "closed")).seen).toHaveLength(6);
    expect(await countOwnOrders(db(), mine)).toEqual({ total: 12, active: 4, done: 2 });
  });

  it("have the data that a card shows, with the delivery as last reported", async () => {
    const mine = await newCustomer();
    const [id = ""] = await giveOrders(mine, ["processing"]);
    const lastCheckedAt = new Date("2026-01-02T03:04:05.678Z");
    await db().orderFulfillment.create({
      data: { orderId: id, deliveryProgress: 40, delivered: 440, remains: 660, lastCheckedAt },
    });
    const { orders } = await listOwnOrders(db(), { userId: mine, limit: 5 });
    expect(orders[0]).toMatchObject({
      id,
      status: "processing",
      serviceLabel: "Likes",
      quantity: 1_100,
      totalCents: 249,
      posts: [{ postUrl: "https://www.instagram.com/p/p1/", quantity: 1_100 }],
      createdAt: "2026-01-01T00:00:00.000Z",
      progress: { percent: 40, delivered: 440, remains: 660, lastCheckedAt: lastCheckedAt.toISOString() },
    });
  });
});

it("a customer's order whose delivery is paused says so in the list and live, as its own page does", async () => {
  const userId = await newCustomer();
  const pausedUntil = new Date("2026-01-03T00:00:00Z");
  const made = [];
  for (const state of ["paused", "submitted"] as const) {
    const { order, item } = await paidOrderFactory(db(), { data: { userId } });
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { state, pausedUntil } });
    made.push(order);
  }
  const listed = await listOwnOrders(db(), { userId, limit: 5 });
  const live = await listLiveCards(db(), { userId, orderIds: made.map(({ id }) => id) });
  const paused = [made[0]?.id];
  expect(listed.orders.filter((card) => card.isPaused).map(({ id }) => id)).toEqual(paused);
  expect(live.filter((card) => card.isPaused).map(({ id }) => id)).toEqual(paused);
});

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
};

/** How many rows each node of a plan that reads orders returned in all; without an index, infinitely many. */
function readsOf(plan: Plan): number[] {
  if (plan["Node Type"] === "Seq Scan") return [Number.POSITIVE_INFINITY];
  const below = (plan.Plans ?? []).flatMap(readsOf);
  const isOfOrders = plan["Node Type"].includes("Scan") && plan["Index Name"]?.startsWith("orders");
  return isOfOrders ? [plan["Actual Rows"] * plan["Actual Loops"], ...below] : below;
}

describe("an account with 5,000 orders", () => {
  let userId = "";

  beforeAll(async () => {
    userId = await newCustomer();
    const { pool } = database.current;
    await pool.query(
      `INSERT INTO orders (id, token, user_id, email, platform_slug, service_slug, platform_label, service_label,
         unit_one, unit_many, target, surface, package_id, quantity, price_total_cents, status, username, profile, post_url, created_at, updated_at)
       SELECT gen_random_uuid(), encode(gen_random_uuid()::text::bytea, 'hex'), CASE WHEN n <= 5000 THEN $1::uuid END, 'buyer@example.com', 'instagram',
         'followers', 'Instagram', 'Followers', 'follower', 'followers', 'profile', 'checkout', 'followers-100', 100, 229, (ARRAY['pending','expired','failed'])[1 + n % 3]::order_status,
         'wanderwithmara', '{}', 'https://www.instagram.com/wanderwithmara/', now() - n * interval '1 minute', now()
       FROM generate_series(1, 25000) AS n`,
      [userId],
    );
    await pool.query("VACUUM ANALYZE orders");
  });

  /** The plan of the statement that the query really sent, with the rows that it really read. */
  async function readsOfStatement(work: () => Promise<unknown>) {
    const { pool } = database.current;
    const query = pool.query.bind(pool);
    const statements: { text: string; values: unknown[] }[] = [];
    const spy = (...args: Parameters<typeof query>) => {
      statements.push((args as unknown as typeof statements)[0] ?? { text: "", values: [] });
      return query(...args);
    };
    pool.query = spy as typeof pool.query;
    try {
      await work();
    } finally {
      pool.query = query as typeof pool.query;
    }
    const [statement] = statements;
    if (!statement) throw new Error("nothing was asked");
    const { rows } = await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, statement.values);
    return readsOf(rows[0]["QUERY PLAN"][0].Plan);
  }

  it.each([undefined, "active", "closed"] as const)(
    "shows a page of %s orders from its middle by reading only as many rows as the page has",
    async (group) => {
      const middle = await db().order.findMany({
        where: { userId },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        skip: 2_500,
        take: 1,
      });
      const reads = await readsOfStatement(() =>
        listOwnOrders(db(), { userId, limit: 20, after: middle[0] ?? null, ...(group && { group }) }),
      );
      expect(reads.length).toBeGreaterThan(0);
      expect(Math.max(...reads)).toBeLessThanOrEqual(3 * 21);
    },
  );

  it("is counted exactly", async () => {
    const counts = await countOwnOrders(db(), userId);
    expect(counts).toEqual({ total: 5_000, active: 1_666, done: 0 });
  });
});
