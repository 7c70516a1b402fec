import { describe, expect, it, onTestFinished } from "vitest";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { likesOf, submitOptions } from "../../support/submitting";
import { answering, openEmulator, startHeldSupplier } from "../../support/suppliers";

const { database, db, panel, submit, findItem, findOrder, makeDue, isInReview } = useDeliveries();

describe("a certain refusal", () => {
  it("for lack of funds sends the item to the next supplier and puts the first one on hold", async () => {
    const { item, order } = await paidOrderFactory(db(), { quantity: 100 });
    await panel.control({ balance: { "panel-key-1": 0 } });
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "no_funds", reviewSince: null });
    await submit(item.id);
    const view = await panel.view();
    expect(Object.values(view.orders)).toMatchObject([{ key: "panel-key-2", quantity: 100 }]);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect((await findOrder(order.id)).status).toBe("processing");
  });

  it.each([
    ["service", "service_unavailable"],
    ["quantity", "bad_quantity"],
  ])(
    "of the %s is rejected, and an operator sees why, when no other supplier can be asked",
    async (fault, reason) => {
      const { item, order } = await paidOrderFactory(db(), { quantity: 50 });
      await panel.control({ faults: { add: [fault] } });
      await submit(item.id);
      await submit(item.id);
      expect(await findItem(item.id)).toMatchObject({ state: "rejected", reason, attempt: 1 });
      expect(await isInReview(item.id)).toBe(true);
      expect((await findOrder(order.id)).status).toBe("processing");
    },
  );

  it("of the service sends the item to the next supplier, once", async () => {
    const { item } = await paidOrderFactory(db(), { quantity: 100 });
    await panel.control({ faults: { add: ["service", "service"] } });
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("ready");
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "rejected", attempt: 2 });
    const calls = await db().supplierCall.findMany({ where: { itemId: item.id } });
    expect(new Set(calls.map((call) => call.supplierId)).size).toBe(2);
  });

  it("that ends the item releases the next order for the target", async () => {
    const first = await paidOrderFactory(db(), { username: "inline", quantity: 50 });
    const second = await paidOrderFactory(db(), { username: "inline", quantity: 50 });
    await panel.control({ faults: { add: ["quantity"] } });
    await submit(first.item.id);
    expect((await findItem(second.item.id)).state).toBe("ready");
  });

  it.each([
    ["You have an active order with this link", 200, "target_busy"],
    ["Too many requests", 429, "rate_limited"],
  ])("(%s) waits for the same supplier", async (error, status, reason) => {
    const { item } = await paidOrderFactory(db(), { quantity: 100 });
    // Without Retry-After, whose second may be over before the second call on a busy machine.
    const busy = await openEmulator(answering(JSON.stringify({ error }), status));
    await pointSuppliersAt(database.current, busy.url);
    await submit(item.id);
    await pointSuppliersAt(database.current, panel.url());
    await submit(item.id);
    const waiting = await findItem(item.id);
    expect(waiting).toMatchObject({ state: "ready", reason, attempt: 1 });
    expect(waiting.notBefore?.getTime()).toBeGreaterThan(Date.now());
    await makeDue(item.id);
    await submit(item.id);
    expect(Object.values((await panel.view()).orders)).toMatchObject([{ key: "panel-key-1" }]);
  });

  it("waits for its target's queue before it holds the item, like all that changes an order's items", async () => {
    const { item } = await paidOrderFactory(db());
    const unfamiliar = await openEmulator(answering('{"error":"An unfamiliar text"}'));
    await pointSuppliersAt(database.current, unfamiliar.url);
    const lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    const held = await holdRows(database.current, lock, [item.targetKey]);
    const sending = submit(item.id);
    await held.waiting(1);
    await db().$queryRaw`SELECT id FROM fulfillment_items WHERE id = ${item.id}::uuid FOR UPDATE NOWAIT`;
    await held.release();
    await sending;
    expect((await findItem(item.id)).state).toBe("rejected");
  });

  describe("for too many requests", () => {
    const first = () => db().supplier.findFirstOrThrow({ where: { name: { endsWith: "1" } } });
    const alerts = () => db().operatorAlert.count({ where: { kind: "supplier_failing", resolvedAt: null } });

    async function refuseFiveTimes(itemId: string) {
      const supplier = await openEmulator(answering('{"error":"Too many requests"}', 429));
      await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: supplier.url } });
      for (let attempt = 1; attempt <= 5; attempt++) {
        expect(await alerts()).toBe(0);
        await makeDue(itemId);
        await submit(itemId);
        expect(await findItem(itemId)).toMatchObject({ state: "ready", reason: "rate_limited", attempt });
      }
      expect(await alerts()).toBe(1);
      return supplier;
    }

    it("five times in a row sends the item to the next supplier, with an alert", async () => {
      const { item } = await paidOrderFactory(db(), { quantity: 100 });
      const supplier = await refuseFiveTimes(item.id);
      const { notBefore } = await findItem(item.id);
      // Due before the first supplier can be asked again.
      expect((await first()).openUntil?.getTime()).toBeGreaterThan(notBefore?.getTime() ?? Infinity);
      await makeDue(item.id);
      await submit(item.id);
      expect(Object.values((await panel.view()).orders)).toMatchObject([{ key: "panel-key-2" }]);
      expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 6 });
      expect(supplier.calls()).toBe(5);
    });

    it("five times in a row makes the item wait where no other supplier is mapped, until it is accepted", async () => {
      await db().supplier.updateMany({ where: { name: { endsWith: "2" } }, data: { isActive: false } });
      onTestFinished(async () => {
        await db().supplier.updateMany({ data: { isActive: true } });
      });
      const { item } = await paidOrderFactory(db(), { quantity: 100 });
      await refuseFiveTimes(item.id);
      await makeDue(item.id);
      await submit(item.id);
      expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "supplier_on_hold" });
      await db().supplier.updateMany({ data: { openUntil: new Date(0), apiUrl: panel.url() } });
      await makeDue(item.id);
      await submit(item.id);
      expect((await findItem(item.id)).state).toBe("submitted");
      expect(await first()).toMatchObject({ failures: 0, openUntil: null });
      expect(await alerts()).toBe(0);
    });

    it("counts once for calls that were in flight together, so that a burst loses the supplier no order", async () => {
      const supplier = await startHeldSupplier(() => ({ error: "Too many requests" }));
      await pointSuppliersAt(database.current, supplier.url);
      const { items } = await paidOrderFactory(db(), likesOf(10, 10, 10, 10, 10, 10));
      const sending = Promise.all(items.map((item) => submit(item.id)));
      await expect.poll(() => supplier.calls.length).toBe(6);
      supplier.answer();
      await sending;
      expect(await first()).toMatchObject({ failures: 1, openUntil: null });
    });
  });

  it("of the connection makes the item wait longer each time, and then buys it once", async () => {
    const { item } = await paidOrderFactory(db());
    await pointSuppliersAt(database.current, nowhere);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await makeDue(item.id);
      await submit(item.id);
      const after = await findItem(item.id);
      expect(after).toMatchObject({ state: "ready", reason: "unreachable", attempt });
      waits.push((after.notBefore?.getTime() ?? 0) - after.updatedAt.getTime());
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
    await pointSuppliersAt(database.current, panel.url());
    await makeDue(item.id);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 5 });
    expect((await panel.view()).addCalls).toBe(1);
  });

  it.each([
    ["a host name that does not resolve", () => "http://no-such-host.invalid/api/v2"],
    ["a port that doesn't speak TLS", () => panel.url().replace("http:", "https:")],
  ])("of the connection to %s leaves the item ready, because nothing was sent", async (_, address) => {
    const { item } = await paidOrderFactory(db());
    await pointSuppliersAt(database.current, address());
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "unreachable" });
  });

  it("because our key can't be unsealed sends no call", async () => {
    const { item } = await paidOrderFactory(db(), { quantity: 50 });
    const options = submitOptions(database.current);
    const provider = { ...options.provider, secret: "another secret than the one it was sealed with" };
    await submitItem({ ...options, provider, social: null }, item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "bad_key" });
    expect((await panel.view()).addCalls).toBe(0);
  });
});

describe("an item without a mapped supplier", () => {
  it("stays ready, in review, and is sent once one is mapped", async () => {
    await db().serviceMapping.updateMany({ data: { isActive: false } });
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "no_supplier", attempt: 0 });
    expect(await isInReview(item.id)).toBe(true);
    await db().serviceMapping.updateMany({ data: { isActive: true } });
    await makeDue(item.id);
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", reviewSince: null });
  });

  it("of its own quality waits, whoever delivers the others", async () => {
    const { item } = await paidOrderFactory(db(), { data: { variant: "lasting" } });
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({
      state: "ready",
      reason: "no_supplier",
      variant: "lasting",
    });
  });
});
