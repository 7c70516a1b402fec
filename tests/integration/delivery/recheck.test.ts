import { describe, expect, it } from "vitest";
import { day, hour } from "@/lib/base/time/time";
import { watchReview } from "@/lib/delivery/items/watch-review";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { useDeliveries } from "../../support/deliveries";
import { nowhere, pointSuppliersAt } from "../../support/panel";

const { database, db, panel, ...at } = useDeliveries();
const { provider, sentOrder, completedOrder, nextDay, poll, findItem, findOrder, eventsOf, jobs } = at;

const recheck = () => recheckEnded({ db: db(), provider });

describe("a completed item", () => {
  it("is checked on four days after its end, an hour before the promise ends, and then no more", async () => {
    const { item } = await completedOrder(panel);
    expect(await recheck()).toBe(0);
    for (let passed = 1; passed <= 4; passed++) {
      await nextDay();
      expect(await recheck()).toBe(1);
      expect(await recheck()).toBe(0);
    }
    const { nextCheckAt, finishedAt } = await findItem(item.id);
    expect(nextCheckAt).toEqual(new Date((finishedAt?.getTime() ?? 0) + 5 * day - hour));
    await nextDay();
    expect(await recheck()).toBe(1);
    expect((await findItem(item.id)).nextCheckAt).toBeNull();
  });

  it.each(["Partial", "Canceled", "Refunded"])(
    "that its supplier later reports as %s flags its order once, and stays completed and counted",
    async (status) => {
      const { order, item } = await completedOrder(panel);
      await nextDay();
      await panel.setOrder(item.providerOrderId, { status, remains: "40" });
      await recheck();
      expect(await findItem(item.id)).toMatchObject({ state: "completed", remains: 0 });
      expect(await findOrder(order.id)).toMatchObject({
        status: "completed",
        flaggedAt: expect.any(Date),
        flagReason: "late_change",
        fulfillment: { deliveryProgress: 100 },
      });
      expect(await eventsOf(order.id, "item.late_change")).toMatchObject([
        { data: { word: status, remains: 40 } },
      ]);
      await db().order.update({ where: { id: order.id }, data: { flaggedAt: null, flagReason: null } });
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
      await nextDay();
      expect(await recheck()).toBe(1);
      expect(await jobs("count-targets")).toEqual([`count:${order.id}`]);
      expect((await findOrder(order.id)).flaggedAt).toBeNull();
      expect(await eventsOf(order.id, "item.late_change")).toHaveLength(1);
    },
  );

  it("of a supplier that no longer answers is counted for five days, and then left alone", async () => {
    const { order } = await completedOrder(panel);
    await pointSuppliersAt(database.current, nowhere);
    for (let passed = 1; passed <= 4; passed++) {
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
      await nextDay();
      expect(await recheck()).toBe(1);
      expect(await jobs("count-targets")).toEqual([`count:${order.id}`]);
    }
    await nextDay();
    await recheck();
    await nextDay();
    expect(await recheck()).toBe(0);
  });

  it("stays unchanged while its supplier sends an unusable report, or none", async () => {
    const { order } = await completedOrder(panel);
    await nextDay();
    await panel.control({ faults: { status: ["unknown"] } });
    expect(await recheck()).toBe(1);
    await nextDay();
    await pointSuppliersAt(database.current, nowhere);
    expect(await recheck()).toBe(1);
    expect((await findOrder(order.id)).flaggedAt).toBeNull();
  });
});

describe("an item that ended without all its units", () => {
  async function endedAs(status: string, remains: string) {
    const sent = await sentOrder({ quantity: 500 });
    await panel.setOrder(sent.item.providerOrderId, { status, remains });
    await poll();
    return sent;
  }

  it("is asked about once more a day after it was canceled, and then left alone", async () => {
    const { order } = await endedAs("Canceled", "500");
    expect(await recheck()).toBe(0);
    await nextDay();
    expect(await recheck()).toBe(1);
    await nextDay();
    expect(await recheck()).toBe(0);
    expect((await findOrder(order.id)).flaggedAt).toBeNull();
  });

  it.each([
    ["Canceled", "500", { status: "Completed", remains: "0" }],
    ["Canceled", "500", { status: "Partial", remains: "100" }],
    ["Partial", "157", { status: "Canceled", remains: "500" }],
    ["Partial", "157", { status: "Partial", remains: "300" }],
  ])("flags its order once when %s with %s left becomes %j", async (status, remains, later) => {
    const { order, item } = await endedAs(status, remains);
    const before = await findItem(item.id);
    await nextDay();
    await panel.setOrder(item.providerOrderId, later);
    await recheck();
    await nextDay();
    await recheck();
    expect(await findOrder(order.id)).toMatchObject({ flagReason: "late_change" });
    expect(await eventsOf(order.id, "item.late_change")).toMatchObject([
      { data: { remains: Number(later.remains) } },
    ]);
    expect(await findItem(item.id)).toMatchObject({ state: before.state, remains: before.remains });
  });
});

describe("polling", () => {
  it("alerts the operator once about an unknown status, until the last order that has it, and then again", async () => {
    const standing = () => db().operatorAlert.count({ where: { kind: "unknown_status", resolvedAt: null } });
    const { item: first, order } = await sentOrder();
    const { item: second } = await sentOrder();
    const say = async (status: string, ...items: (typeof first)[]) => {
      for (const { providerOrderId } of items) await panel.setOrder(providerOrderId, { status });
      await poll();
      await watchReview(db());
    };
    await say("Brewing", first, second);
    await poll();
    expect(await db().operatorAlert.findMany()).toMatchObject([
      { kind: "unknown_status", times: 1, message: expect.stringContaining("“Brewing”") },
    ]);
    await say("Completed", first);
    expect((await findOrder(order.id)).status).toBe("completed");
    expect(await standing()).toBe(1);
    await say("In progress", second);
    expect(await standing()).toBe(0);
    await say("BREWING", second);
    expect(await db().operatorAlert.findMany()).toMatchObject([{ times: 2, resolvedAt: null }]);
  });

  it("leaves an item in review that was put there for another reason, until its state changes", async () => {
    const { item } = await sentOrder({ quantity: 100 });
    const since = new Date(Date.now() - 60_000);
    await db().fulfillmentItem.update({
      where: { id: item.id },
      data: { reason: "not_started", reviewSince: since },
    });
    await poll();
    expect(await findItem(item.id)).toMatchObject({ reason: "not_started", reviewSince: since });
    await panel.setOrder(item.providerOrderId, { status: "In progress", remains: "60" });
    await poll();
    expect(await findItem(item.id)).toMatchObject({ state: "in_progress", reason: null, reviewSince: null });
  });
});
