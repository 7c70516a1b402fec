import { describe, expect, it } from "vitest";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { completeManually } from "@/lib/delivery/operator/deliver-manually";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { byOps } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { startNumberedSupplier } from "../../support/suppliers";

const { database, db, provider, findItem, findOrder, sentOrder, poll, nextDay, isInReview } = useDeliveries();
const deps = () => ({ db: db(), provider });
const attach = ({ id: itemId }: { id: string }, providerOrderId: string) =>
  attachProviderOrder(deps(), { itemId, providerOrderId, ...byOps });

/** A supplier that gives these numbers, one after the other. */
async function supplierGiving(...numbers: string[]) {
  const supplier = await startNumberedSupplier(...numbers);
  await pointSuppliersAt(database.current, supplier.url);
  return supplier;
}

const completed = { status: "Completed", remains: "0" };
const running = { status: "In progress", remains: "40" };

describe("a supplier's order number", () => {
  it.each([
    ["a UUID", '"0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"', "0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"],
    ["with a hash", '"#123"', "#123"],
    ["with letters", '" ABC-12 "', "ABC-12"],
    ["beyond what a JavaScript number holds", "9007199254740993", "9007199254740993"],
  ])("may be text: %s", async (_, written, number) => {
    const supplier = await supplierGiving(written);
    supplier.reports.set(number, completed);
    const { order, item } = await sentOrder();
    expect(item).toMatchObject({ state: "submitted", providerOrderId: number });
    await poll();
    expect((await findOrder(order.id)).status).toBe("completed");
  });

  it.each(['"error"', '"0"', "-1", '"-1"', "0", '"Error 500"', '""', "true", '"1,2"', `"${"1".repeat(65)}"`])(
    "is not what only stands in its place: %s",
    async (written) => {
      await supplierGiving(written);
      const { item } = await sentOrder();
      expect(item).toMatchObject({ state: "unknown", reason: "unreadable_answer", providerOrderId: null });
    },
  );

  it("of an ended item belongs to the newer item, which is followed to its end while the old one isn't", async () => {
    const supplier = await supplierGiving("5");
    supplier.reports.set("5", completed);
    const old = await sentOrder();
    await poll();
    expect((await findItem(old.item.id)).state).toBe("completed");
    // The counter was reset, and the new order is another one.
    const { order, item } = await sentOrder();
    expect(item).toMatchObject({ state: "submitted", providerOrderId: "5" });
    expect(await findItem(old.item.id)).toMatchObject({ providerOrderId: null, formerOrderNumber: "5" });
    supplier.reports.set("5", { status: "Canceled", remains: "100" });
    await nextDay();
    supplier.asked.length = 0;
    await recheckEnded(deps());
    expect(supplier.asked).toEqual([]);
    expect((await findOrder(old.order.id)).flagReason).toBeNull();
    await poll();
    expect((await findOrder(order.id)).status).toBe("failed");
  });

  it("that an ended item had can be attached to the item of a lost call", async () => {
    const supplier = await supplierGiving("5", '"error"');
    supplier.reports.set("5", completed);
    const old = await sentOrder();
    await poll();
    const { item } = await sentOrder();
    supplier.reports.set("5", running);
    await attach(item, " 5 ");
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: "5" });
    expect(await findItem(old.item.id)).toMatchObject({ providerOrderId: null, formerOrderNumber: "5" });
  });

  it("of a panel that moved is replaced by the one that the operator attaches", async () => {
    const supplier = await supplierGiving("5");
    const { item } = await sentOrder();
    await db().$executeRaw`UPDATE fulfillment_items SET leased_at = leased_at - interval '2 hours'`;
    await poll();
    expect(await findItem(item.id)).toMatchObject({ reason: "not_known_to_supplier" });
    supplier.reports.set("N-71", running);
    await attach(item, "N-71");
    await poll();
    expect(await findItem(item.id)).toMatchObject({
      state: "in_progress",
      providerOrderId: "N-71",
      remains: 40,
      reviewSince: null,
    });
  });

  it("is not replaced while its supplier reports on it", async () => {
    const supplier = await supplierGiving("5");
    supplier.reports.set("5", running).set("6", running);
    const { item } = await sentOrder();
    expect(await codeOf(attach(item, "6"))).toBe("conflict");
  });

  it.each(["", "1,2", "1\u0007", "1".repeat(65)])("that an operator enters may not be %j", async (number) => {
    await supplierGiving('"error"');
    const { item } = await sentOrder();
    expect(await codeOf(attach(item, number))).toBe("invalid_input");
  });

  it("that can't be found out does not keep an operator from entering what arrived", async () => {
    await supplierGiving('"error"');
    const { order, item } = await sentOrder({ quantity: 100 });
    const end = (deliveredUnits: number) =>
      completeManually(db(), { itemId: item.id, deliveredUnits, ...byOps });
    await expect(end(0)).rejects.toThrow(/cancel/i);
    await end(60);
    expect(await findItem(item.id)).toMatchObject({ state: "partial", remains: 40, leaseToken: null });
    expect((await findOrder(order.id)).status).toBe("partial");
  });
});

describe("a number that a supplier gives to two items in flight", () => {
  async function repeatedNumber() {
    const supplier = await supplierGiving("77");
    supplier.reports.set("77", completed);
    const first = await sentOrder();
    const second = await sentOrder();
    return { supplier, first, second };
  }

  it("proves nothing about either: both wait for an operator, and neither is polled", async () => {
    const { supplier, first, second } = await repeatedNumber();
    await poll();
    const waiting = { reason: "duplicate_order_id", reviewSince: expect.any(Date) };
    expect(await findItem(first.item.id)).toMatchObject({ state: "submitted", ...waiting });
    expect(await findItem(second.item.id)).toMatchObject({ state: "unknown", ...waiting });
    expect(await isInReview(first.item.id)).toBe(true);
    expect(await isInReview(second.item.id)).toBe(true);
    expect(supplier.asked).toEqual([]);
  });

  it("holds its supplier, with an alert: the next item goes to another supplier", async () => {
    await repeatedNumber();
    const [held, other] = await db().supplier.findMany({ orderBy: { name: "asc" } });
    expect(held).toMatchObject({ holdReason: "repeated_number", holdUntil: expect.any(Date) });
    const [alert] = await db().operatorAlert.findMany({ where: { kind: "repeated_number" } });
    expect(alert).toMatchObject({ message: expect.stringContaining(held?.name ?? "-"), resolvedAt: null });
    const third = await sentOrder();
    expect(third.item).toMatchObject({ supplierId: other?.id });
  });

  it("is no dead end: the operator gives each item its number, in any order that keeps them apart", async () => {
    const { supplier, first, second } = await repeatedNumber();
    supplier.reports.set("78", running).set("77", running);
    expect(await codeOf(attach(second.item, "77"))).toBe("conflict");
    await attach(first.item, "78");
    await attach(second.item, "77");
    await poll();
    expect(await findItem(first.item.id)).toMatchObject({ state: "in_progress", providerOrderId: "78" });
    expect(await findItem(second.item.id)).toMatchObject({ state: "in_progress", providerOrderId: "77" });
  });

  it("is polled again once the operator confirms it for the item that had it", async () => {
    const { first } = await repeatedNumber();
    await attach(first.item, "77");
    await poll();
    expect((await findItem(first.item.id)).state).toBe("completed");
  });
});
