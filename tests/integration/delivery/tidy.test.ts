import { describe, expect, it, onTestFinished } from "vitest";
import { newId } from "@/lib/base/ids";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { cancelIfWanted } from "@/lib/delivery/cancel/cancel-at-supplier";
import { completeManually } from "@/lib/delivery/operator/deliver-manually";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { startHeartbeat } from "@/lib/running/worker/heartbeat";
import { tidyTables } from "@/lib/running/worker/tidy-tables";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import {
  attemptFactory,
  byOps,
  leaveQuarantine,
  orderFactory,
  paidOrderFactory,
  setItems,
} from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { submitOptions } from "../../support/submitting";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, panel, submit, findItem, isInReview, ...at } = useDeliveries("site_settings");
const { poll, sentOrder, eventsOf, jobs, sweep } = at;

describe("an item that its supplier has not begun", () => {
  async function lateItem() {
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    expect((await findItem(item.id)).submittedAt).not.toBeNull();
    expect((await sweep()).late).toBe(0);
    await db().$executeRaw`UPDATE fulfillment_items SET submitted_at = now() - interval '25 hours'`;
    return item;
  }

  it("in time goes into review once, with an alert that ends with the last of them", async () => {
    const item = await lateItem();
    expect((await sweep()).late).toBe(1);
    expect((await sweep()).late).toBe(0);
    expect(await isInReview(item.id)).toBe(true);
    const on = () => db().operatorAlert.count({ where: { kind: "not_started", resolvedAt: null } });
    expect(await on()).toBe(1);
    expect(await jobs()).not.toContain(`cancel-late:${item.id}`);
    await db().fulfillmentItem.updateMany({ data: { reviewSince: null, reason: null, remains: 10 } });
    await sweep();
    expect(await on()).toBe(0);
  });

  it("is canceled at a supplier that can cancel, where the settings say refund", async () => {
    await db().siteSetting.create({ data: { key: "whenNotStarted", value: "refund" } });
    await db().supplierService.updateMany({ data: { canCancel: true } });
    const item = await lateItem();
    await sweep();
    expect(await jobs()).toContain(`cancel-late:${item.id}`);
    const deps = submitOptions(database.current);
    // A worker died between its mark and its call.
    await db().$executeRaw`
      UPDATE fulfillment_items SET cancel_requested_at = now() - interval '61 seconds' WHERE id = ${item.id}::uuid`;
    // Until the first one's answer is recorded, the others fail, so that their jobs are retried.
    await Promise.allSettled([1, 2, 3].map(() => cancelIfWanted(deps, item.id)));
    const view = await panel.view();
    expect(view.calls.cancel).toBe(1);
    expect(Object.values(view.orders)).toMatchObject([{ status: "Canceled" }]);
    const after = await findItem(item.id);
    expect(after.cancelRequestedAt).not.toBeNull();
    expect(after.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, object]>([
    ["could not be reached", { apiUrl: nowhere }],
    ["has a key that can't be opened", { apiKeySealed: "damaged" }],
  ])("is asked for again when its supplier %s, because nothing was asked yet", async (_name, broken) => {
    const item = await lateItem();
    await sweep();
    const deps = submitOptions(database.current);
    const suppliers = await db().supplier.findMany();
    await db().supplier.updateMany({ data: broken });
    expect(await codeOf(cancelIfWanted(deps, item.id))).toBe("upstream_failed");
    expect(await findItem(item.id)).toMatchObject({ reason: "not_started", cancelRequestedAt: null });
    expect(await db().orderEvent.count({ where: { type: "item.cancel_requested" } })).toBe(0);
    for (const { id, apiUrl, apiKeySealed } of suppliers)
      await db().supplier.update({ where: { id }, data: { apiUrl, apiKeySealed } });
    await cancelIfWanted(deps, item.id);
    expect((await panel.view()).calls.cancel).toBe(1);
    expect((await findItem(item.id)).cancelRequestedAt).not.toBeNull();
  });

  it("is canceled after a quarantine during which its job ran", async () => {
    const item = await lateItem();
    await sweep();
    await startQuarantine(db(), { reason: "test" });
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
    const deps = submitOptions(database.current);
    await cancelIfWanted(deps, item.id);
    expect((await panel.view()).calls.cancel ?? 0).toBe(0);
    expect(await jobs()).toEqual([`cancel-late:${item.id}`]);
    await leaveQuarantine(db());
    await cancelIfWanted(deps, item.id);
    expect((await panel.view()).calls.cancel).toBe(1);
  });

  it("stays in review where its supplier can't cancel", async () => {
    await db().siteSetting.create({ data: { key: "whenNotStarted", value: "refund" } });
    await db().supplierService.updateMany({ data: { canCancel: false } });
    const item = await lateItem();
    await sweep();
    expect(await jobs()).not.toContain(`cancel-late:${item.id}`);
    expect(await isInReview(item.id)).toBe(true);
  });
});

describe("an item that its supplier has begun", () => {
  async function begunItem(hours: number) {
    const { order, item } = await sentOrder({ quantity: 100 });
    await panel.setOrder(item.providerOrderId, { status: "In progress", remains: "40" });
    await poll();
    await db()
      .$executeRaw`UPDATE fulfillment_items SET submitted_at = now() - ${hours}::int * interval '1 hour'`;
    return { order, item };
  }

  it("and not ended after 72 hours goes into review, once, until it ends", async () => {
    const { order, item } = await begunItem(71);
    expect((await sweep()).late).toBe(0);
    await db().$executeRaw`UPDATE fulfillment_items SET submitted_at = now() - interval '73 hours'`;
    expect((await sweep()).late).toBe(1);
    expect(await findItem(item.id)).toMatchObject({ state: "in_progress", reason: "not_finished" });
    expect(await isInReview(item.id)).toBe(true);
    expect(await eventsOf(order.id, "item.not_finished")).toMatchObject([{ data: { hours: 72 } }]);
    await panel.setOrder(item.providerOrderId, { status: "In progress", remains: "30" });
    await poll();
    expect((await sweep()).late).toBe(0);
    expect(await findItem(item.id)).toMatchObject({ remains: 30, reason: "not_finished" });
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    const ended = { state: "completed", reason: null, reviewSince: null };
    expect(await findItem(item.id)).toMatchObject(ended);
  });

  it.each([
    ["not_finished", "In progress", { status: "Processing", remains: "40" }],
    ["not_started", "Pending", { status: "Pending", remains: "100" }],
  ] as const)("keeps being %s when its supplier does not know it for once", async (reason, status, again) => {
    const { order, item } = await sentOrder({ quantity: 100 });
    await panel.setOrder(item.providerOrderId, { ...again, status });
    await poll();
    await panel.setOrder(item.providerOrderId, again);
    await db().$executeRaw`UPDATE fulfillment_items
      SET submitted_at = now() - interval '73 hours', leased_at = now() - interval '73 hours'`;
    expect((await sweep()).late).toBe(1);
    const { reviewSince } = await findItem(item.id);
    await panel.control({ faults: { status: ["unknown"] } });
    for (const providerStatus of [status, again.status]) {
      await poll();
      expect((await sweep()).late).toBe(0);
      expect(await findItem(item.id)).toMatchObject({ reason, reviewSince, providerStatus });
    }
    expect(await eventsOf(order.id, `item.${reason}`)).toHaveLength(1);
  });

  it("and is late shows its supplier's error, which tells more", async () => {
    const { item } = await begunItem(73);
    await sweep();
    await panel.setOrder(item.providerOrderId, { status: "Error" });
    await poll();
    expect(await findItem(item.id)).toMatchObject({ state: "in_progress", reason: "supplier_error" });
    expect(await isInReview(item.id)).toBe(true);
  });

  it("may take as long as the pages forecast for orders like it", async () => {
    await begunItem(95);
    await db()
      .$executeRaw`INSERT INTO variant_forecasts (platform_slug, service_slug, size, within_minutes, orders)
      VALUES ('instagram', 'followers', 0, ${96 * 60}, 40)`;
    onTestFinished(async () => {
      await db().$executeRaw`TRUNCATE variant_forecasts`;
    });
    expect((await sweep()).late).toBe(0);
    await db().$executeRaw`UPDATE fulfillment_items SET submitted_at = now() - interval '97 hours'`;
    expect((await sweep()).late).toBe(1);
  });

  it("goes into review too when its supplier refuses to report on it, and can be ended manually", async () => {
    const { item } = await begunItem(73);
    const supplier = await openEmulator(answering('{"error":"Invalid API key"}'));
    await pointSuppliersAt(database.current, supplier.url);
    await poll();
    await sweep();
    expect(await isInReview(item.id)).toBe(true);
    await completeManually(db(), { itemId: item.id, deliveredUnits: 60, ...byOps });
    expect(await findItem(item.id)).toMatchObject({ state: "partial", remains: 40, reviewSince: null });
  });

  it("is not cancelled at its supplier because it is late", async () => {
    await db().siteSetting.create({ data: { key: "whenNotStarted", value: "refund" } });
    await db().supplierService.updateMany({ data: { canCancel: true } });
    const { item } = await begunItem(73);
    await sweep();
    expect(await jobs()).not.toContain(`cancel-late:${item.id}`);
  });
});

describe("an undelivered share of less than half a cent", () => {
  it("is looked at once, also one that release 1.0 ended; a share of half a cent or more is refunded", async () => {
    const ended = { status: "partial" as const, finishedAt: new Date(Date.now() - 300_000) };
    const tiny = await paidOrderFactory(db(), { quantity: 100_000, priceCents: 4_999 });
    const owed = await paidOrderFactory(db(), { quantity: 100_000, priceCents: 5_000 });
    for (const { order } of [tiny, owed]) {
      await db().order.update({ where: { id: order.id }, data: ended });
      await attemptFactory(db(), order.id, { status: "paid", amountCents: order.paidCents });
    }
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await setItems(db(), {}, { state: "partial", remains: 10 });
    await sweep();
    const both = [tiny, owed].map(({ order }) => `refund-undelivered:${order.id}`);
    expect((await jobs()).toSorted()).toEqual(both.toSorted());
    for (const { order } of [tiny, owed]) await refundUndelivered(db(), order.id);
    expect(await db().refund.findMany()).toMatchObject([{ orderId: owed.order.id, amountCents: 1 }]);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweep();
    expect(await jobs("refund-undelivered")).toEqual([]);
  });
});

describe("the table of totals", () => {
  const sum = async () => {
    const rows = await db().orderTotal.findMany();
    return rows.reduce((total, row) => total + row.orders, 0);
  };

  it("becomes one row a day, and is exact while orders come and ten workers tidy it", async () => {
    await db().$executeRaw`TRUNCATE order_totals`;
    const place = async () => {
      for (let nth = 0; nth < 10; nth++) await orderFactory(db());
    };
    const watch = async () => {
      const seen: number[] = [];
      for (let nth = 0; nth < 20; nth++) seen.push(await sum());
      return seen;
    };
    const tidy = async () => {
      for (let nth = 0; nth < 5; nth++) await tidyTables(db());
    };
    const [seen] = await Promise.all([
      watch(),
      place(),
      place(),
      place(),
      ...Array.from({ length: 10 }, tidy),
    ]);
    // The total never falls, so no row is missing while rows are being merged.
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    await tidyTables(db());
    expect(await sum()).toBe(30);
    expect(await db().orderTotal.count()).toBe(1);
  });
});

describe("expired rows", () => {
  it("are deleted, and no others", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const days of [1, 61]) {
      const receivedAt = daysAgo(days);
      await db().stripeEvent.create({
        data: { id: `evt_${days}`, type: "t", createdAt: receivedAt, receivedAt, outcome: "done" },
      });
      const failure = { type: "t", createdAt: receivedAt, lastAt: receivedAt, code: "internal" };
      await db().stripeEventFailure.create({ data: { id: `evt_failed_${days}`, ...failure } });
    }
    await db().workerHeartbeat.createMany({
      data: [0, 2].map((days) => ({ id: newId(), host: "h", pid: days, lastSeenAt: daysAgo(days) })),
    });
    await db().rateLimit.createMany({
      data: [
        { key: "over", expire: BigInt(Date.now() - 1_000) },
        { key: "running", expire: BigInt(Date.now() + 60_000) },
        { key: "for ever", expire: null },
      ],
    });
    await tidyTables(db());
    expect(await db().stripeEvent.findMany({ select: { id: true } })).toEqual([{ id: "evt_1" }]);
    expect(await db().stripeEventFailure.findMany({ select: { id: true } })).toEqual([
      { id: "evt_failed_1" },
    ]);
    expect((await db().workerHeartbeat.findMany()).map((row) => row.pid)).toEqual([0]);
    expect((await db().rateLimit.findMany()).map((row) => row.key).sort()).toEqual(["for ever", "running"]);
  });
});

describe("a worker's heartbeat", () => {
  it("exists while the worker runs, and is removed when it stops", async () => {
    await db().workerHeartbeat.deleteMany();
    const began = await readDatabaseTime(db());
    const heartbeat = startHeartbeat(db(), { onRight() {}, onWrong() {} });
    await expect.poll(() => db().workerHeartbeat.count()).toBe(1);
    const [row] = await db().workerHeartbeat.findMany();
    expect(row?.pid).toBe(process.pid);
    expect(row?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(began.getTime() - 1);
    await heartbeat.stop();
    expect(await db().workerHeartbeat.count()).toBe(0);
  });
});
