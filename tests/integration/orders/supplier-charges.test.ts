import { describe, expect, it } from "vitest";
import { recordSupplierCharge } from "@/lib/delivery/suppliers/record-supplier-charge";
import { orderTotals } from "@/lib/orders/ledger/order-totals";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import { useDatabase } from "../../support/database";
import { paidOrderFactory } from "../../support/factories";

const { db } = useDatabase();

let counter = 0;

/** A paid order of $13.49 whose item is at a supplier. */
async function orderAtSupplier(balanceCurrency: string | null = null) {
  const { order, item } = await paidOrderFactory(db());
  const supplier = await db().supplier.create({ data: { name: `Panel ${++counter}`, balanceCurrency } });
  await db().fulfillmentItem.update({ where: { id: item.id }, data: { supplierId: supplier.id } });
  return { orderId: order.id, itemId: item.id, supplierId: supplier.id };
}

/** Does what a supplier's report does: writes the item and adjusts the ledger, in one transaction. */
async function report(itemId: string, charge: string, chargeCurrency: string | null = "USD", repeat = 1) {
  await db().$transaction(async (tx) => {
    await tx.fulfillmentItem.update({ where: { id: itemId }, data: { charge, chargeCurrency } });
    for (let time = 0; time < repeat; time++) await recordSupplierCharge(tx, [itemId]);
  });
}

const costEntries = (orderId: string) =>
  db().ledgerEntry.findMany({
    where: { orderId, account: "supplier_costs" },
    orderBy: { id: "asc" },
  });

async function costs(orderId: string): Promise<[string, string, bigint][]> {
  const entries = await costEntries(orderId);
  return entries.map((entry) => [entry.movement.split(":")[2] ?? "", entry.currency, entry.amountMicros]);
}

describe("a supplier's charge", () => {
  it("is posted to the millionth, once, however often it is reported", async () => {
    const { orderId, itemId } = await orderAtSupplier();
    await report(itemId, "0.00027", "USD", 3);
    await report(itemId, "0.00027");
    expect(await costs(orderId)).toEqual([["1", "usd", 270n]]);
  });

  it("that changes is posted by its difference, down to zero after a cancellation", async () => {
    const { orderId, itemId } = await orderAtSupplier();
    await report(itemId, "0.9");
    await report(itemId, "0.759");
    await report(itemId, "0");
    expect(await costs(orderId)).toEqual([
      ["1", "usd", 900_000n],
      ["2", "usd", -141_000n],
      ["3", "usd", -759_000n],
    ]);
    expect(await orderTotals(db(), orderId)).toMatchObject([{ supplierCostsMicros: 0n }]);
  });

  it("in another currency is posted in that one, and moved when the supplier reports a different one", async () => {
    const { orderId, itemId } = await orderAtSupplier("EUR");
    await report(itemId, "1.5", null);
    await report(itemId, "1.7", "USD");
    const totals = await orderTotals(db(), orderId);
    expect(totals.map(({ currency, supplierCostsMicros }) => [currency, supplierCostsMicros])).toEqual([
      ["eur", 0n],
      ["usd", 1_700_000n],
    ]);
  });

  it("of an earlier supplier stays posted when another supplier takes over", async () => {
    const { orderId, itemId, supplierId } = await orderAtSupplier();
    await report(itemId, "0.5");
    const next = await db().supplier.create({ data: { name: `Panel ${++counter}` } });
    await db().fulfillmentItem.update({ where: { id: itemId }, data: { supplierId: next.id } });
    await report(itemId, "0.7");
    const entries = await costEntries(orderId);
    const sums = new Map(entries.map((entry) => [entry.supplierId, entry.amountMicros]));
    expect(sums).toEqual(
      new Map([
        [supplierId, 500_000n],
        [next.id, 700_000n],
      ]),
    );
  });

  it("in five reports at once is posted once", async () => {
    const { orderId, itemId } = await orderAtSupplier();
    await Promise.all(Array.from({ length: 5 }, () => report(itemId, "0.31")));
    expect(await costs(orderId)).toEqual([["1", "usd", 310_000n]]);
  });
});

describe("the ledger", () => {
  it("has the revenue, the costs and the margin of an order", async () => {
    const { orderId, itemId } = await orderAtSupplier();
    const post = (
      movement: string,
      debit: "stripe_balance" | "refunds" | "stripe_fees",
      credit: "sales" | "stripe_balance",
      amountMicros: bigint,
    ) =>
      db().$transaction((tx) =>
        recordMovement(tx, {
          movement: `${movement}:${orderId}`,
          currency: "USD",
          orderId,
          entries: [
            { account: debit, amountMicros },
            { account: credit, amountMicros: -amountMicros },
          ],
        }),
      );
    await post("payment", "stripe_balance", "sales", 13_490_000n);
    await post("payment", "stripe_balance", "sales", 13_490_000n);
    await post("fee", "stripe_fees", "stripe_balance", 690_000n);
    await post("refund", "refunds", "stripe_balance", 2_120_000n);
    await report(itemId, "0.9");
    const wanted = {
      currency: "usd",
      revenueMicros: 13_490_000n,
      refundsMicros: 2_120_000n,
      feesMicros: 690_000n,
      disputesMicros: 0n,
      supplierCostsMicros: 900_000n,
      marginMicros: 9_780_000n,
    };
    expect(await orderTotals(db(), orderId)).toEqual([wanted]);
  });

  it("refuses a movement that does not add up to zero, and any change of its entries", async () => {
    const { orderId, itemId } = await orderAtSupplier();
    await report(itemId, "0.5");
    await expect(
      db().$executeRaw`
        INSERT INTO ledger_entries (movement, account, amount_micros, currency) VALUES ('x', 'sales', 1, 'usd')`,
    ).rejects.toThrow(/off by 1/);
    await expect(
      db().$executeRaw`UPDATE ledger_entries SET amount_micros = 0 WHERE order_id = ${orderId}::uuid`,
    ).rejects.toThrow(/append-only/);
  });
});
