import { beforeEach, describe, expect, it } from "vitest";
import { mapService } from "@/lib/delivery/suppliers/map-service";
import { orderTotals } from "@/lib/orders/ledger/order-totals";
import { useDeliveries } from "../../support/deliveries";
import { byOps, type OrderOptions } from "../../support/factories";

const { db, panel, findItem, sentOrder, poll } = useDeliveries();

beforeEach(async () => {
  await db().serviceMapping.updateMany({ data: { isActive: true, stoppedAt: null, stopReason: null } });
  await db().supplier.updateMany({ data: { balanceCurrency: "USD" } });
});

/** A sent order of 1,000 units for $2.49 whose supplier reports this charge. The imported rate is $0.90. */
async function chargedOrder(
  report: { charge: string | number; currency?: string },
  options: OrderOptions = {},
) {
  const sent = await sentOrder({ quantity: 1_000, priceCents: 249, ...options });
  const where = { id: sent.item.supplierServiceId ?? "" };
  await db().supplierService.update({ where, data: { ratePer1000: "0.9" } });
  await panel.setOrder(sent.item.providerOrderId, report);
  await poll();
  return { ...sent, item: await findItem(sent.item.id) };
}

const stoppedMappings = () => db().serviceMapping.findMany({ where: { isActive: false } });
const alerts = (kind: string) => db().operatorAlert.findMany({ where: { kind, resolvedAt: null } });

describe("a supplier's charge", () => {
  it.each([
    ["as listed", "0.9"],
    ["1.2 times the imported rate", "1.08"],
    ["a rounded cent of a few units", "0.01"],
  ])("that is %s stops nothing", async (_, charge) => {
    await chargedOrder({ charge }, charge === "0.01" ? { quantity: 10 } : {});
    expect(await stoppedMappings()).toEqual([]);
    expect(await alerts("supplier_price")).toEqual([]);
  });

  it.each([
    ["above 1.2 times the imported rate", "1.09", {}, /its list says 0\.9 USD/],
    ["above what the buyer paid", "1.0", { priceCents: 99 }, /the buyer paid \$0\.99/],
  ])("%s stops the mapping at the first order, with an alert", async (_, charge, options, why) => {
    const { item } = await chargedOrder({ charge }, options);
    expect(await stoppedMappings()).toMatchObject([
      { supplierServiceId: item.supplierServiceId, stopReason: expect.stringMatching(why) },
    ]);
    expect(await alerts("supplier_price")).toMatchObject([{ message: expect.stringMatching(why) }]);
    const [totals] = await orderTotals(db(), item.orderId);
    expect(totals?.supplierCostsMicros).toBe(BigInt(Number(charge) * 1_000_000));
    const next = await sentOrder();
    expect(next.item.supplierId).not.toBe(item.supplierId);
  });

  it("that no order can cost is neither the item's nor in the ledger, however often it is reported", async () => {
    const { item } = await chargedOrder({ charge: "9999999999.99" });
    await poll();
    expect((await findItem(item.id)).charge).toBeNull();
    expect(await orderTotals(db(), item.orderId)).toEqual([]);
    expect(await stoppedMappings()).toHaveLength(1);
    expect(await alerts("supplier_price")).toMatchObject([
      { message: expect.stringMatching(/9999999999\.99 USD.*not in the ledger/) },
    ]);
  });

  it("in another currency than the account's is not compared as dollars, but no order costs a million of any", async () => {
    const { item } = await chargedOrder({ charge: "75", currency: "RUB" });
    expect(item.charge?.toString()).toBe("75");
    expect(await stoppedMappings()).toEqual([]);
    const absurd = await chargedOrder({ charge: "1000001", currency: "RUB" });
    expect(absurd.item.charge).toBeNull();
    expect(await stoppedMappings()).toHaveLength(1);
  });

  it("that can't be read raises an alert and is not recorded", async () => {
    const { item } = await chargedOrder({ charge: "1.234" });
    expect(item.charge).toBeNull();
    expect(await alerts("unreadable_charge")).toMatchObject([
      { message: expect.stringContaining("“1.234”") },
    ]);
  });
});

describe("a mapping that was stopped", () => {
  it("is not stopped again by the orders from before, once an administrator maps the service again", async () => {
    const { item } = await chargedOrder({ charge: "9999999999.99" });
    const [mapping] = await stoppedMappings();
    if (!mapping) throw new Error("it was stopped");
    const { smmServiceId, supplierServiceId } = mapping;
    await mapService(db(), { smmServiceId, supplierServiceId, ...byOps });
    expect(await alerts("supplier_price")).toEqual([]);
    await poll();
    expect(await stoppedMappings()).toEqual([]);
    expect(await alerts("supplier_price")).toEqual([]);
    const again = await chargedOrder({ charge: "5" });
    expect(again.item.supplierServiceId).toBe(item.supplierServiceId);
    expect(await stoppedMappings()).toHaveLength(1);
  });
});
