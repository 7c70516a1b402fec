import { describe, expect, it } from "vitest";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { submitOptions } from "../../support/submitting";

const { database, db, panel, submit, findItem, makeDue, isInReview } = useDeliveries();

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
    expect((await db().order.findUnique({ where: { id: order.id } }))?.status).toBe("processing");
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
      const unchanged = await db().order.findUnique({ where: { id: order.id } });
      expect(unchanged?.status).toBe("processing");
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
    ["busy", "target_busy"],
    ["rate", "rate_limited"],
  ])("(%s) waits for the same supplier", async (fault, reason) => {
    const { item } = await paidOrderFactory(db(), { quantity: 100 });
    await panel.control({ faults: { add: [fault] } });
    await submit(item.id);
    await submit(item.id);
    const waiting = await findItem(item.id);
    expect(waiting).toMatchObject({ state: "ready", reason, attempt: 1 });
    expect(waiting.notBefore?.getTime()).toBeGreaterThan(Date.now());
    await makeDue(item.id);
    await submit(item.id);
    expect(Object.values((await panel.view()).orders)).toMatchObject([{ key: "panel-key-1" }]);
  });

  it("of the connection makes the item wait longer each time, and then buys it once", async () => {
    const { item } = await paidOrderFactory(db());
    await pointSuppliersAt(database.current, "http://127.0.0.1:1/api/v2");
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
    ["a host without a name", () => "http://no-such-host.invalid/api/v2"],
    ["a port that doesn't speak TLS", () => panel.url().replace("http:", "https:")],
  ])("of the connection to %s was proven before anything was sent", async (_, address) => {
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
});
