import { beforeEach, describe, expect, it } from "vitest";
import type { OrderStatus } from "@/lib/db/generated/enums";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { errorOf, useDatabase } from "../../support/database";
import { type OrderOptions, paidOrderFactory } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { delivering, jobKeys, submitting } from "../../support/submitting";

const database = useDatabase();
const panel = usePanel(database);
const { submit } = submitting(database);
const { provider, findOrder: orderOf, eventsOf } = delivering(database);

beforeEach(async () => {
  await database.current.db.$executeRaw`TRUNCATE orders, order_events, graphile_worker._private_jobs CASCADE`;
  // Long enough that nothing completes within a test.
  await panel.control({ speed: 3_600 });
});

/** Asks the suppliers about every open item now, due or not. */
async function poll(): Promise<number> {
  const { db } = database.current;
  await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now() WHERE next_check_at IS NOT NULL`;
  return pollItems({ db, provider, baseMs: 1_000, budgetMs: 10_000 });
}

async function submittedOrder(options: OrderOptions = {}) {
  const { db } = database.current;
  const { order } = await paidOrderFactory(db, options);
  const ready = await db.fulfillmentItem.findMany({ where: { orderId: order.id, state: "ready" } });
  for (const item of ready) await submit(item.id);
  return { orderId: order.id, items: await itemsOf(order.id) };
}

const itemsOf = (orderId: string) =>
  database.current.db.fulfillmentItem.findMany({ where: { orderId }, orderBy: { position: "asc" } });

const setOrder = (order: string | null | undefined, fields: object) =>
  panel.control({ set: { order, fields } });

const refundJobs = () => jobKeys(database.current, "refund-undelivered");

describe("polling", () => {
  it("brings an item's progress to the order, in whole percent rounded down", async () => {
    const { orderId, items } = await submittedOrder({ quantity: 600 });
    await setOrder(items[0]?.providerOrderId, { status: "In progress", remains: "343", start_count: "1200" });
    await poll();
    expect(await itemsOf(orderId)).toMatchObject([{ state: "in_progress", remains: 343, startCount: 1200 }]);
    const order = await orderOf(orderId);
    expect(order.status).toBe("processing");
    expect(order.fulfillment).toMatchObject({ delivered: 257, remains: 343, deliveryProgress: 42 });
    expect(order.fulfillment?.lastCheckedAt).not.toBeNull();
  });

  it("stays below 100 percent until every item is completed, then closes the order", async () => {
    const posts = [
      { postId: "one", quantity: 50 },
      { postId: "two", quantity: 50 },
    ];
    const { orderId, items } = await submittedOrder({ service: "likes", quantity: 100, posts });
    await setOrder(items[0]?.providerOrderId, { status: "Completed", remains: "0" });
    await setOrder(items[1]?.providerOrderId, { status: "In progress", remains: "0" });
    await poll();
    expect((await orderOf(orderId)).fulfillment).toMatchObject({ delivered: 100, deliveryProgress: 99 });
    await setOrder(items[1]?.providerOrderId, { status: "Completed", remains: "0" });
    await poll();
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ status: "completed", fulfillment: { deliveryProgress: 100, remains: 0 } });
    expect(order.finishedAt).not.toBeNull();
    expect(await refundJobs()).toEqual([]);
  });

  it("sends one request for a hundred items, and leaves finished ones out", async () => {
    const posts = Array.from({ length: 150 }, (_, index) => ({ postId: `p${index}`, quantity: 1 }));
    await submittedOrder({ service: "likes", quantity: 150, posts });
    await panel.control({ speed: 0 });
    expect(await poll()).toBe(150);
    expect((await panel.view()).calls.status).toBe(2);
    expect(await poll()).toBe(0);
    expect((await panel.view()).calls.status).toBe(2);
  });

  it.each<[string, object, OrderStatus, number]>([
    ["Partial with 157 of 500 left", { status: "Partial", remains: "157" }, "partial", 343],
    ["Canceled with 100 of 500 left", { status: "Canceled", remains: "100" }, "partial", 400],
    ["Canceled with nothing delivered", { status: "Canceled", remains: "500" }, "failed", 0],
  ])("ends an order at %s, and hands the rest to one refund", async (_, fields, status, delivered) => {
    const { orderId, items } = await submittedOrder({ quantity: 500 });
    await setOrder(items[0]?.providerOrderId, fields);
    await poll();
    await poll();
    expect(await orderOf(orderId)).toMatchObject({
      status,
      fulfillment: { delivered, remains: 500 - delivered },
    });
    expect(await refundJobs()).toEqual([`refund-undelivered:${orderId}`]);
    expect(await eventsOf(orderId, "order.closed")).toMatchObject([{ from: "processing", to: status }]);
  });

  it("waits for the last item before it ends an order as partial", async () => {
    const posts = [
      { postId: "one", quantity: 60 },
      { postId: "two", quantity: 40 },
    ];
    const { orderId, items } = await submittedOrder({ service: "likes", quantity: 100, posts });
    await setOrder(items[0]?.providerOrderId, { status: "Canceled", remains: "60" });
    await poll();
    expect((await orderOf(orderId)).status).toBe("processing");
    await setOrder(items[1]?.providerOrderId, { status: "Completed", remains: "0" });
    await poll();
    expect(await orderOf(orderId)).toMatchObject({
      status: "partial",
      fulfillment: { delivered: 40, deliveryProgress: 40 },
    });
  });

  it.each(["unknown", "missing", "garbage"])(
    "a batch with one entry that is %s updates all the others",
    async (fault) => {
      const posts = Array.from({ length: 5 }, (_, index) => ({ postId: `p${index}`, quantity: 10 }));
      const { orderId, items } = await submittedOrder({ service: "likes", quantity: 50, posts });
      for (const item of items) await setOrder(item.providerOrderId, { status: "In progress", remains: "4" });
      await panel.control({ faults: { status: [fault] } });
      await poll();
      const after = await itemsOf(orderId);
      expect(after.filter((item) => item.remains === 4)).toHaveLength(4);
      expect(after.filter((item) => item.state === "submitted")).toHaveLength(1);
      await poll();
      expect((await itemsOf(orderId)).filter((item) => item.remains === 4)).toHaveLength(5);
    },
  );

  it("puts an item with an error at its supplier, or an unknown status, into review and keeps polling", async () => {
    const { orderId, items } = await submittedOrder();
    const review = () => listItemsInReview(database.current.db, { limit: 10 });
    for (const [status, reason] of [
      ["Fail", "supplier_error"],
      ["On fire", "unknown_status"],
    ]) {
      await setOrder(items[0]?.providerOrderId, { status });
      await poll();
      expect(await review()).toMatchObject([{ id: items[0]?.id, state: "submitted", reason }]);
    }
    await setOrder(items[0]?.providerOrderId, { status: "Completed" });
    await poll();
    expect(await review()).toEqual([]);
    expect((await orderOf(orderId)).status).toBe("completed");
  });

  it("changes nothing while a supplier doesn't answer, and asks again later", async () => {
    const { orderId } = await submittedOrder();
    await panel.control({ offlineMs: 300 });
    await poll();
    const [item] = await itemsOf(orderId);
    expect(item?.state).toBe("submitted");
    expect(item?.nextCheckAt?.getTime()).toBeLessThan(Date.now() + 5_000);
    await expect.poll(() => errorOf(panel.view())).toBeNull();
    await panel.control({ speed: 0 });
    await poll();
    expect((await orderOf(orderId)).status).toBe("completed");
  });

  it("by five pollers at once asks about each item once and closes each order once", async () => {
    const { db } = database.current;
    const orders = [];
    for (let index = 0; index < 30; index++) orders.push(await submittedOrder());
    await panel.control({ speed: 0 });
    await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now()`;
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => pollItems({ db, provider, baseMs: 1_000, budgetMs: 10_000 })),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(await db.order.count({ where: { status: "completed" } })).toBe(30);
    expect(await db.orderEvent.count({ where: { type: "order.closed" } })).toBe(30);
  });

  it("reads batches of one order at the same time into a delivery summary that counts them all", async () => {
    const { db } = database.current;
    const posts = Array.from({ length: 240 }, (_, index) => ({ postId: `p${index}`, quantity: 1 }));
    const { orderId } = await submittedOrder({ service: "likes", quantity: 240, posts });
    await panel.control({ speed: 0 });
    await poll();
    expect(await orderOf(orderId)).toMatchObject({ status: "completed", fulfillment: { delivered: 240 } });
    expect(await db.orderEvent.count({ where: { orderId, type: "order.closed" } })).toBe(1);
  });

  it("releases the next order for a target when the one before it ends", async () => {
    const first = await submittedOrder({ username: "harbor" });
    const second = await submittedOrder({ username: "harbor" });
    expect(second.items).toMatchObject([{ state: "waiting" }]);
    await setOrder(first.items[0]?.providerOrderId, { status: "Completed" });
    await poll();
    expect(await itemsOf(second.orderId)).toMatchObject([{ state: "ready" }]);
    expect((await panel.view()).overlaps).toBe(0);
  });

  it("never takes an order out of its final status, whatever its supplier says later", async () => {
    const { orderId, items } = await submittedOrder();
    await setOrder(items[0]?.providerOrderId, { status: "Completed" });
    await poll();
    await setOrder(items[0]?.providerOrderId, { status: "Canceled", remains: "100" });
    await poll();
    expect(await orderOf(orderId)).toMatchObject({
      status: "completed",
      fulfillment: { deliveryProgress: 100 },
    });
  });

  it("records each change of an item in the timeline", async () => {
    const { orderId, items } = await submittedOrder({ quantity: 500 });
    await setOrder(items[0]?.providerOrderId, { status: "In progress", remains: "400" });
    await poll();
    await setOrder(items[0]?.providerOrderId, { status: "Partial", remains: "157" });
    await poll();
    const events = await eventsOf(orderId, "item.changed");
    expect(events.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "waiting ready",
      "ready submitting",
      "submitting submitted",
      "submitted in_progress",
      "in_progress partial",
    ]);
  });
});
