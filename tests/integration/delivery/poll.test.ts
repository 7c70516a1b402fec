import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { useDeliveries } from "../../support/deliveries";
import { type OrderOptions, paidOrderFactory } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { likesOf } from "../../support/submitting";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, panel, ...at } = useDeliveries();
const { provider, poll, sentOrder, findItem, findOrder: orderOf, eventsOf, jobs, submit } = at;
const { setOrder } = panel;

async function submittedOrder(options: OrderOptions = {}) {
  const { order } = await paidOrderFactory(db(), options);
  const ready = await db().fulfillmentItem.findMany({ where: { orderId: order.id, state: "ready" } });
  for (const item of ready) await submit(item.id);
  return { orderId: order.id, items: await itemsOf(order.id) };
}

const itemsOf = (orderId: string) =>
  db().fulfillmentItem.findMany({ where: { orderId }, orderBy: { position: "asc" } });

const refundJobs = () => jobs("refund-undelivered");

describe("polling", () => {
  it("brings an item's progress to the order, in whole percent rounded down", async () => {
    const { orderId, items } = await submittedOrder({ quantity: 600 });
    await setOrder(items[0]?.providerOrderId, { status: "In progress", remains: "343", start_count: "1200" });
    await poll();
    expect(await itemsOf(orderId)).toMatchObject([{ state: "in_progress", remains: 343, startCount: 1200 }]);
    const order = await orderOf(orderId);
    expect(order.status).toBe("processing");
    expect(order.fulfillment).toMatchObject({ delivered: 257, remains: 343, deliveryProgress: 42 });
    expect(order.fulfillment?.lastCheckedAt).toBeInstanceOf(Date);
  });

  it("stays below 100 percent until every item is completed, then closes the order", async () => {
    const { orderId, items } = await submittedOrder(likesOf(50, 50));
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

  it("sends one request for a hundred items, counts all of them, and leaves finished ones out", async () => {
    const { orderId } = await submittedOrder(likesOf(...Array(150).fill(1)));
    await panel.control({ speed: 0 });
    expect(await poll()).toBe(150);
    expect((await panel.view()).calls.status).toBe(2);
    // Both batches of the order were read at the same time.
    expect(await orderOf(orderId)).toMatchObject({ status: "completed", fulfillment: { delivered: 150 } });
    expect(await eventsOf(orderId, "order.closed")).toHaveLength(1);
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

  it.each(["unknown", "missing", "garbage"])(
    "a batch with one entry that is %s updates all the others",
    async (fault) => {
      const { orderId, items } = await submittedOrder(likesOf(10, 10, 10, 10, 10));
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

  it.each([
    ["Fail", "supplier_error"],
    ["On fire", "unknown_status"],
  ])("puts an item of the status '%s' into review as %s and keeps polling", async (status, reason) => {
    const { orderId, items } = await submittedOrder();
    const review = () => listItemsInReview(db(), { limit: 10 });
    await setOrder(items[0]?.providerOrderId, { status });
    await poll();
    expect(await review()).toMatchObject([{ id: items[0]?.id, state: "submitted", reason }]);
    await setOrder(items[0]?.providerOrderId, { status: "Completed" });
    await poll();
    expect(await review()).toEqual([]);
    expect((await orderOf(orderId)).status).toBe("completed");
  });

  it("puts a supplier's only open item into review when the supplier does not know its number", async () => {
    const { item } = await sentOrder();
    const supplier = await openEmulator(answering('{"error":"Incorrect order ID"}'));
    await pointSuppliersAt(database.current, supplier.url);
    await poll();
    expect((await findItem(item.id)).reviewSince).toBeNull();
    await db().$executeRaw`UPDATE fulfillment_items SET leased_at = now() - interval '61 minutes'`;
    await poll();
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", reason: "not_known_to_supplier" });
    expect((await findItem(item.id)).reviewSince).not.toBeNull();
  });

  it("completes the siblings of a number for which its supplier refuses the whole request", async () => {
    const { orderId, items } = await submittedOrder(likesOf(10, 10, 10, 10, 10));
    const bad = items[2]?.providerOrderId ?? "";
    const supplier = await openEmulator((response, form) => {
      const numbers = form.get("orders")?.split(",") ?? [];
      const known = numbers.map((number) => [number, { status: "Completed", remains: "0" }]);
      const answer = numbers.includes(bad) ? { error: "Something went wrong" } : Object.fromEntries(known);
      response.end(JSON.stringify(answer));
    });
    await pointSuppliersAt(database.current, supplier.url);
    await db().$executeRaw`UPDATE fulfillment_items SET leased_at = now() - interval '61 minutes'`;
    await poll();
    expect((await itemsOf(orderId)).map(({ state, reason }) => [state, reason])).toEqual([
      ["completed", null],
      ["completed", null],
      ["submitted", "not_known_to_supplier"],
      ["completed", null],
      ["completed", null],
    ]);
  });

  it("changes nothing while a supplier doesn't answer, and asks again later", async () => {
    const { orderId } = await submittedOrder();
    await pointSuppliersAt(database.current, nowhere);
    await poll();
    const [item] = await itemsOf(orderId);
    expect(item?.state).toBe("submitted");
    expect(item?.nextCheckAt?.getTime()).toBeLessThan(Date.now() + 5_000);
    await pointSuppliersAt(database.current, panel.url());
    await panel.control({ speed: 0 });
    await poll();
    expect((await orderOf(orderId)).status).toBe("completed");
  });

  it("by five pollers at once asks about each item once and closes each order once", async () => {
    const orders = [];
    for (let index = 0; index < 30; index++) orders.push(await submittedOrder());
    await panel.control({ speed: 0 });
    await db().$executeRaw`UPDATE fulfillment_items SET next_check_at = now() - interval '1 second'`;
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => pollItems({ db: db(), provider, baseMs: 1_000, budgetMs: 10_000 })),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(await db().order.count({ where: { status: "completed" } })).toBe(30);
    expect(await db().orderEvent.count({ where: { type: "order.closed" } })).toBe(30);
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

/**
 * Two pollers asked about one item in progress at the same time: `slow` answers the first one once the second one has
 * written `quick`. `remains` is what both have read here.
 */
async function answerTwice(remains: string, { quick, slow }: { quick: object; slow: object }) {
  const { order, item } = await sentOrder();
  await setOrder(item.providerOrderId, { status: "In progress", remains });
  await poll();
  const held: ServerResponse[] = [];
  const supplier = await openEmulator((response) => void held.push(response));
  await pointSuppliersAt(database.current, supplier.url);
  const first = poll();
  await expect.poll(() => held.length).toBe(1);
  const second = poll();
  await expect.poll(() => held.length).toBe(2);
  const say = (response: ServerResponse | undefined, fields: object) => {
    const report = { charge: "0.09", start_count: "1", ...fields };
    if (response) answering(JSON.stringify({ [item.providerOrderId ?? ""]: report }))(response);
  };
  say(held[1], quick);
  await second;
  say(held[0], slow);
  await first;
  return { order, item };
}

it("a report that was read before the item ended does not reopen the item", async () => {
  const { order, item } = await answerTwice("0", {
    quick: { status: "Completed", remains: "0" },
    slow: { status: "In progress", remains: "0" },
  });
  expect(await findItem(item.id)).toMatchObject({ state: "completed", remains: 0 });
  expect((await orderOf(order.id)).status).toBe("completed");
  // An old report is nothing unusual: the statement leaves the item out, so the trigger of transitions refuses nothing.
  expect(await db().setAsideEntry.findMany()).toEqual([]);
});

it("a report that was read before a newer one was written does not take its progress back", async () => {
  const { item } = await answerTwice("90", {
    quick: { status: "In progress", remains: "10" },
    slow: { status: "In progress", remains: "80" },
  });
  expect(await findItem(item.id)).toMatchObject({ state: "in_progress", remains: 10 });
});
