import { beforeEach, describe, expect, it } from "vitest";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import { reconcileLedger } from "@/lib/money/reconciliation/reconcile-ledger";
import { byOps } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { useShopAtStripe } from "../../support/shop";
import { delivering } from "../../support/submitting";

const { database, db, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);
const { provider, sentOrder, poll } = delivering(database);
const key = "panel-key-1";

beforeEach(async () => {
  await stripe.control("/reset");
  await db().$executeRaw`
    TRUNCATE orders, order_events, ledger_entries, discrepancies, reconcile_cursors, stripe_balance_rows, operator_alerts CASCADE`;
  await db()
    .$executeRaw`UPDATE suppliers SET spent = 0, credited = 0, spent_since = NULL, balance = NULL, balance_at = NULL`;
  await panel.control({ speed: 0, balance: 100 });
  await read();
});

const read = () => refreshBalances({ db: db(), provider });

/** Runs the daily comparison, with the last one a day ago. */
async function compare() {
  await db().$executeRaw`UPDATE suppliers SET spent_since = spent_since - interval '1 day'`;
  // The orders of these tests have no payment at Stripe, which would be a discrepancy of its own.
  await db().$executeRaw`UPDATE orders SET paid_cents = 0`;
  await reconcileLedger(shop.deps(), new Date());
  return db().discrepancy.findMany({ where: { kind: "supplier_spending", resolvedAt: null } });
}

/** Sets the account's balance at the panel, which purchases and refunds then change. */
const setBalance = (balance: number) => panel.control({ balance: { [key]: balance } });

describe("what a supplier's account paid", () => {
  it("is explained by our orders, also by those whose charge has not been read yet", async () => {
    await sentOrder();
    await poll();
    await sentOrder();
    await read();
    const { spent } = await db().supplier.findFirstOrThrow({ orderBy: { name: "asc" } });
    expect(Number(spent)).toBeCloseTo(0.18, 5);
    expect(await compare()).toEqual([]);
  });

  it("beyond that is a discrepancy with both figures, with an alert, listed for a week", async () => {
    await sentOrder();
    await poll();
    await setBalance(98.91);
    await read();
    const message = /Emulator supplier 1 has spent 1\.09 USD; our orders explain 0\.09 USD\. Look/;
    expect(await compare()).toMatchObject([{ message: expect.stringMatching(message) }]);
    const alert = () => db().operatorAlert.findUnique({ where: { key: "reconcile" } });
    expect(await alert()).toMatchObject({ resolvedAt: null });
    await read();
    expect(await compare()).toHaveLength(1);
    await db().$executeRaw`UPDATE discrepancies SET found_at = found_at - interval '8 days'`;
    expect(await compare()).toEqual([]);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
  });

  it("is not raised by a top-up, or by a refunded charge, whenever it came", async () => {
    const { item } = await sentOrder();
    await poll();
    await read();
    await setBalance(500);
    await read();
    await panel.setOrder(item.providerOrderId, { charge: "0" });
    await setBalance(500.09);
    await read();
    expect(await compare()).toEqual([]);
  });

  it("is not compared across a change of the account, nor twice within a day", async () => {
    const supplier = await db().supplier.findFirstOrThrow({ orderBy: { name: "asc" } });
    await changeSupplier(
      { db: db(), provider },
      { supplierId: supplier.id, change: { apiKey: key }, ...byOps },
    );
    await setBalance(50);
    await read();
    expect(await compare()).toEqual([]);
    await setBalance(40);
    await read();
    await reconcileLedger(shop.deps(), new Date());
    expect(await db().discrepancy.count({ where: { kind: "supplier_spending" } })).toBe(0);
  });

  it("counts a reading once, however many ask at the same time", async () => {
    await setBalance(90);
    await Promise.all(Array.from({ length: 5 }, read));
    const { spent } = await db().supplier.findFirstOrThrow({ orderBy: { name: "asc" } });
    expect(Number(spent)).toBe(10);
  });
});

describe("a supplier that was ordered from, but whose spending does not show", () => {
  const alert = () => db().operatorAlert.findFirst({ where: { kind: "spending_unseen", resolvedAt: null } });

  it("has no alert while its balance explains everything", async () => {
    await sentOrder();
    await poll();
    await read();
    await compare();
    expect(await alert()).toBeNull();
  });

  it("has an alert after a top-up, until the next comparison without one", async () => {
    await sentOrder();
    await poll();
    await setBalance(500);
    await read();
    await compare();
    expect(await alert()).toMatchObject({
      message: expect.stringMatching(/its balance rose by 400\.00 USD, and our orders got back 0\.00 USD;/),
    });
    await read();
    await compare();
    expect(await alert()).toBeNull();
  });

  it("has none for a charge of ours that came back", async () => {
    const { item } = await sentOrder();
    await panel.setOrder(item.providerOrderId, { status: "In progress", remains: "100" });
    await poll();
    await read();
    await panel.setOrder(item.providerOrderId, { status: "Canceled", remains: "100", charge: "0" });
    await poll();
    await setBalance(100);
    await read();
    await compare();
    expect(await alert()).toBeNull();
  });

  it("has one when its balance can't be read", async () => {
    await sentOrder();
    await db().$executeRaw`UPDATE suppliers SET balance_at = now() - interval '25 hours'`;
    await compare();
    expect((await alert())?.message).toContain("its balance has not been read for a day");
  });

  it("has one when it charges in another currency than its balance's", async () => {
    const { item } = await sentOrder();
    await panel.setOrder(item.providerOrderId, { currency: "EUR" });
    await poll();
    await read();
    await compare();
    expect((await alert())?.message).toContain("another currency than its balance's");
  });
});
