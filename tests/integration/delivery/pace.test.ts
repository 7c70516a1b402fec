import { beforeEach, describe, expect, it } from "vitest";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { likesOf } from "../../support/submitting";
import { answering, openEmulator, startHeldSupplier } from "../../support/suppliers";

const { database, db, panel, submit, findItem, makeDue, sweep } = useDeliveries();

beforeEach(async () => {
  await db().supplier.updateMany({ data: { ratePerSecond: 500, maxConcurrent: 20, errorRules: [] } });
  // Without the second supplier no item fails over.
  await db().supplier.updateMany({ where: { name: { endsWith: "2" } }, data: { isActive: false } });
});

const first = () => db().supplier.findFirstOrThrow({ where: { name: { endsWith: "1" } } });

const likes = async (count: number) =>
  (await paidOrderFactory(db(), likesOf(...Array(count).fill(10)))).items;

/** Ends the waiting time of items, and sends them all at once. */
async function sendAll(items: { id: string }[]): Promise<void> {
  for (const item of items) await makeDue(item.id);
  await Promise.all(items.map((item) => submit(item.id)));
}

const alerts = async () =>
  (await db().operatorAlert.findMany({ where: { resolvedAt: null } })).map(({ kind }) => kind);

describe("a supplier's pace", () => {
  it("is kept by all workers together: no more calls than tokens", async () => {
    await db().supplier.updateMany({ data: { ratePerSecond: 1, tokens: 1, tokensAt: new Date() } });
    const items = await likes(30);
    const begunAt = Date.now();
    const begun = performance.now();
    await Promise.all(items.map((item) => submit(item.id)));
    const seconds = (performance.now() - begun) / 1_000;
    const { addCalls } = await panel.view();
    // One token at the beginning, and one for each second that the leases may have taken.
    expect(addCalls).toBeGreaterThanOrEqual(1);
    expect(addCalls).toBeLessThanOrEqual(2 + seconds);
    const deferred = await db().fulfillmentItem.findMany({ where: { reason: "supplier_busy" } });
    expect(deferred).toHaveLength(30 - addCalls);
    // The waiting items are spread over the time that the queue takes, not all due at once.
    const latest = Math.max(...deferred.map((item) => item.notBefore?.getTime() ?? 0));
    expect(latest - begunAt).toBeGreaterThan(5_000);
  });

  it("allows no more calls at once than its limit", async () => {
    await db().supplier.updateMany({ data: { maxConcurrent: 3 } });
    const supplier = await startHeldSupplier();
    await pointSuppliersAt(database.current, supplier.url);
    const items = await likes(12);
    const sending = Promise.all(items.map((item) => submit(item.id)));
    await expect.poll(() => supplier.calls.length).toBe(3);
    const states = await db().fulfillmentItem.groupBy({ by: ["state"], _count: true });
    expect(states.find((row) => row.state === "submitting")?._count).toBe(3);
    // The others have been asked for before a call ends and makes room.
    const deferred = () => db().fulfillmentItem.count({ where: { reason: "supplier_busy" } });
    await expect.poll(deferred).toBe(9);
    supplier.answer();
    await sending;
    expect(supplier.calls).toHaveLength(3);
  });

  it("pauses after 'too many requests', for other items too", async () => {
    const { item } = await paidOrderFactory(db());
    const other = await paidOrderFactory(db());
    // Without Retry-After, whose second may be over before the second call on a busy machine.
    const busy = await openEmulator(answering('{"error":"Too many requests"}', 429));
    await pointSuppliersAt(database.current, busy.url);
    await submit(item.id);
    await submit(other.item.id);
    expect(await findItem(other.item.id)).toMatchObject({ state: "ready", reason: "supplier_busy" });
    expect((await first()).tokens).toBeLessThan(0);
  });
});

describe("a supplier that fails five times in a row", () => {
  async function failing() {
    const items = await likes(8);
    await pointSuppliersAt(database.current, nowhere);
    for (const item of items.slice(0, 5)) await submit(item.id);
    return items;
  }

  it("gets no more calls, with one alert, and its items wait", async () => {
    const items = await failing();
    expect((await first()).openUntil?.getTime()).toBeGreaterThan(Date.now());
    expect(await alerts()).toEqual(["supplier_failing"]);
    const untouched = items[6];
    if (!untouched) throw new Error("there are eight");
    await submit(untouched.id);
    const waiting = { state: "ready", reason: "supplier_on_hold", attempt: 0 };
    expect(await findItem(untouched.id)).toMatchObject(waiting);
  });

  it("gets one probing call when the time is up, and a longer pause when that fails", async () => {
    const items = await failing();
    await db().supplier.updateMany({ data: { openUntil: new Date(0) } });
    await sendAll(items);
    expect(await db().supplierCall.count()).toBe(6);
    expect((await first()).failures).toBe(6);
    const probe = await db().supplierCall.findFirstOrThrow({ orderBy: { startedAt: "desc" } });
    expect(((await first()).openUntil?.getTime() ?? 0) - probe.startedAt.getTime()).toBeGreaterThan(15_000);
  });

  it("gets calls as before once a probe succeeds, and the alert ends", async () => {
    const items = await failing();
    await db().supplier.updateMany({ data: { openUntil: new Date(0), apiUrl: panel.url() } });
    for (const item of items) await makeDue(item.id);
    const [probe, ...rest] = items;
    await submit(probe?.id ?? "");
    expect(await first()).toMatchObject({ failures: 0, openUntil: null });
    expect(await alerts()).toEqual([]);
    await Promise.all(rest.map((item) => submit(item.id)));
    expect((await panel.view()).accepted).toBe(8);
  });

  it("loses new items to the next supplier meanwhile, because no call was made for them", async () => {
    await failing();
    await db().supplier.updateMany({
      where: { name: { endsWith: "2" } },
      data: { isActive: true, apiUrl: panel.url(), openUntil: null },
    });
    const { item } = await paidOrderFactory(db(), { quantity: 100 });
    await submit(item.id);
    expect(Object.values((await panel.view()).orders)).toMatchObject([{ key: "panel-key-2" }]);
    expect((await findItem(item.id)).state).toBe("submitted");
  });
});

describe("an empty account", () => {
  it("raises an alert, is tried by one item a minute, and resumes after a top-up", async () => {
    const items = await likes(6);
    await panel.control({ balance: 0 });
    for (const item of items) await submit(item.id);
    expect((await panel.view()).addCalls).toBe(1);
    const waiting = { state: "ready", reason: "supplier_on_hold", attempt: 0 };
    expect(await findItem(items[5]?.id ?? "")).toMatchObject(waiting);
    expect(await alerts()).toEqual(["no_funds"]);
    expect(await db().order.count({ where: { status: { not: "processing" } } })).toBe(0);

    await db().supplier.updateMany({ data: { holdUntil: new Date(0) } });
    await sendAll(items);
    expect((await panel.view()).addCalls).toBe(2);

    await panel.control({ balance: 1_000 });
    await db().supplier.updateMany({ data: { holdUntil: new Date(0) } });
    for (const item of items) await makeDue(item.id);
    await submit(items[0]?.id ?? "");
    expect(await first()).toMatchObject({ holdUntil: null, holdReason: null });
    expect(await alerts()).toEqual([]);
    await sendAll(items);
    expect((await panel.view()).accepted).toBe(6);
  });

  it("that an operator put on hold stays on hold, whatever the answer to an older call", async () => {
    const supplier = await startHeldSupplier();
    await pointSuppliersAt(database.current, supplier.url);
    const { item } = await paidOrderFactory(db());
    const sending = submit(item.id);
    await expect.poll(() => supplier.calls.length).toBe(1);
    await db().supplier.updateMany({ data: { holdUntil: new Date(0), holdReason: "paused_manually" } });
    supplier.answer();
    await sending;
    expect((await first()).holdReason).toBe("paused_manually");
  });
});

describe("a supplier's own error texts", () => {
  it("take precedence over the common ones", async () => {
    const rules = [{ pattern: "incorrect service*", code: "target_busy" }];
    await db().supplier.updateMany({ data: { errorRules: rules } });
    const { item } = await paidOrderFactory(db());
    await panel.control({ faults: { add: ["service"] } });
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "target_busy" });
  });

  it("that refuse a service again and again raise an alert, which ends after an hour without them", async () => {
    const items = await likes(3);
    await panel.control({ faults: { add: ["service", "service", "service"] } });
    for (const item of items) await submit(item.id);
    expect(await alerts()).toEqual(["service_unavailable"]);
    await db().operatorAlert.updateMany({ data: { lastAt: new Date(Date.now() - 3_700_000) } });
    await sweep();
    expect(await alerts()).not.toContain("service_unavailable");
  });
});

describe("items left in review", () => {
  it("raise one alert after half an hour in review, which ends with the last of them", async () => {
    const items = await likes(2);
    await panel.control({ faults: { add: ["lost", "lost"] } });
    for (const item of items) await submit(item.id);
    await sweep();
    expect(await alerts()).toEqual([]);
    await db().$executeRaw`UPDATE fulfillment_items SET review_since = now() - interval '31 minutes'`;
    await sweep();
    await sweep();
    expect(await alerts()).toEqual(["items_in_review"]);
    expect(await db().emailLog.count({ where: { kind: "operator-alert" } })).toBe(1);
    await db().fulfillmentItem.updateMany({ data: { reviewSince: null } });
    await sweep();
    expect(await alerts()).toEqual([]);
  });
});
