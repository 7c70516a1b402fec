import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerAccount } from "@/lib/base/db/generated/enums";
import { newId } from "@/lib/base/ids";
import { erasedEmail } from "@/lib/mail/address/address";
import { loadFunnel, loadRepeatBuyers, periodsOf } from "@/lib/operator/reporting/funnel";
import {
  addMoney,
  loadMoneyByDay,
  loadMoneyByService,
  loadMoneyBySupplier,
} from "@/lib/operator/reporting/money-numbers";
import { feeMovement, paymentMovement, refundMovement } from "@/lib/orders/ledger/movements";
import { type LedgerTotals, ledgerSums } from "@/lib/orders/ledger/order-totals";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import { useDatabase } from "../../support/database";
import { customerFactory, type OrderOptions, orderFactory, paidOrderFactory } from "../../support/factories";

const { db } = useDatabase();
let { current, before } = periodsOf(new Date(), 7);
const at = (iso: string) => new Date(iso);

const supplierIds = new Map<string, string>();
async function supplierOf(name: string): Promise<string> {
  const known = supplierIds.get(name) ?? (await db().supplier.create({ data: { name } })).id;
  supplierIds.set(name, known);
  return known;
}

type Sold = {
  options?: OrderOptions;
  saleCents: number;
  feeCents?: number;
  refundCents?: number;
  /** The supplier of each item, in order. */
  suppliers?: (string | null)[];
  costs?: { supplier: string; micros: bigint; currency?: string }[];
};

/** A paid order with its ledger, as the shop's own use cases post it. */
async function sell({ options, saleCents, suppliers = [], costs = [], ...sold }: Sold) {
  const { feeCents = 0, refundCents = 0 } = sold;
  const { order, items } = await paidOrderFactory(db(), options);
  for (const [index, name] of suppliers.entries()) {
    const supplierId = name && (await supplierOf(name));
    await db().fulfillmentItem.update({ where: { id: items[index]?.id ?? "" }, data: { supplierId } });
  }
  const posting = { orderId: order.id, attemptId: newId(), role: "paid", currency: "usd" } as const;
  await recordMovement(db(), paymentMovement({ ...posting, amountCents: saleCents }));
  await recordMovement(db(), feeMovement({ ...posting, feeCents }));
  await recordMovement(db(), refundMovement({ ...posting, refundId: newId(), amountCents: refundCents }));
  for (const { supplier, micros, currency = "usd" } of costs) {
    const entries: { account: LedgerAccount; amountMicros: bigint }[] = [
      { account: "supplier_costs", amountMicros: micros },
      { account: "supplier_balances", amountMicros: -micros },
    ];
    const supplierId = await supplierOf(supplier);
    await recordMovement(db(), { movement: newId(), orderId: order.id, currency, supplierId, entries });
  }
  return order;
}

const two = [
  { postId: "one", quantity: 100 },
  { postId: "two", quantity: 200 },
];

describe("the money of a period", () => {
  beforeAll(async () => {
    await sell({
      saleCents: 1349,
      feeCents: 69,
      suppliers: ["North"],
      costs: [{ supplier: "North", micros: 2_000_270n }],
    });
    await sell({
      options: { platform: "tiktok", service: "views", quantity: 300, posts: two },
      saleCents: 1000,
      feeCents: 59,
      refundCents: 333,
      suppliers: ["North", "South"],
      costs: [
        { supplier: "North", micros: 500_000n },
        { supplier: "South", micros: 700_000n },
        { supplier: "South", micros: 90_000n, currency: "eur" },
      ],
    });
    await sell({ options: { service: "likes" }, saleCents: 500 });
    // An order with a loss, and an entry of another period.
    await sell({ saleCents: 100, refundCents: 100, costs: [{ supplier: "North", micros: 400_000n }] });
    const old = await sell({ saleCents: 77_700 });
    // A day may have begun since the file was loaded.
    ({ current, before } = periodsOf(new Date(), 7));
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.$executeRaw`
        UPDATE ledger_entries SET created_at = ${before.from} WHERE order_id = ${old.id}::uuid`;
    });
  });

  it("by platform and service is the ledger's, less refunds, fees and costs", async () => {
    const rows = await loadMoneyByService(db(), current);
    expect(rows).toEqual([
      {
        platform: "instagram",
        service: "followers",
        currency: "usd",
        revenueMicros: 14_490_000n,
        refundsMicros: 1_000_000n,
        feesMicros: 690_000n,
        disputesMicros: 0n,
        supplierCostsMicros: 2_400_270n,
        marginMicros: 10_399_730n,
      },
      {
        platform: "tiktok",
        service: "views",
        currency: "usd",
        revenueMicros: 10_000_000n,
        refundsMicros: 3_330_000n,
        feesMicros: 590_000n,
        disputesMicros: 0n,
        supplierCostsMicros: 1_200_000n,
        marginMicros: 4_880_000n,
      },
      expect.objectContaining({ platform: "instagram", service: "likes", marginMicros: 5_000_000n }),
      expect.objectContaining({ platform: "tiktok", currency: "eur", marginMicros: -90_000n }),
    ]);
  });

  it("by supplier has the supplier's costs, and its share of each order by units, to the millionth", async () => {
    const rows = await loadMoneyBySupplier(db(), current);
    const usd = Object.fromEntries(
      rows.filter(({ currency }) => currency === "usd").map((row) => [String(row.supplier), row]),
    );
    expect(usd.North).toMatchObject({
      revenueMicros: 13_490_000n + 3_333_333n,
      refundsMicros: 1_110_000n,
      feesMicros: 690_000n + 196_667n,
      supplierCostsMicros: 2_900_270n,
    });
    expect(usd.South).toMatchObject({
      revenueMicros: 6_666_667n,
      refundsMicros: 2_220_000n,
      feesMicros: 393_333n,
      supplierCostsMicros: 700_000n,
    });
    // Orders that were not sent to a supplier yet.
    expect(usd.null).toMatchObject({ revenueMicros: 6_000_000n, refundsMicros: 1_000_000n });
    expect(rows).toContainEqual(expect.objectContaining({ supplier: "South", currency: "eur" }));
  });

  it.each(["current", "before"] as const)(
    "adds up to the ledger's totals, however it is grouped (%s)",
    async (which) => {
      const period = { current, before }[which];
      const totals = await db().$queryRaw<LedgerTotals[]>`
        SELECT currency, ${ledgerSums} FROM ledger_entries
        WHERE created_at >= ${period.from} AND created_at < ${period.to} GROUP BY currency`;
      expect(totals.length).toBeGreaterThan(0);
      for (const rows of [await loadMoneyByService(db(), period), await loadMoneyBySupplier(db(), period)])
        for (const { currency, ...total } of totals)
          expect.soft(addMoney(rows.filter((row) => row.currency === currency)), currency).toEqual(total);
      for (const { currency, revenueMicros, marginMicros } of totals) {
        const days = await loadMoneyByDay(db(), period, currency);
        expect(days).toHaveLength(7);
        expect(days[0]?.day).toBe(period.from.toISOString().slice(0, 10));
        expect(days.reduce((sum, day) => sum + day.revenueMicros, 0n)).toBe(revenueMicros);
        expect(days.reduce((sum, day) => sum + day.marginMicros, 0n)).toBe(marginMicros);
      }
    },
  );

  it("of a period without entries is empty, and its days are zero", async () => {
    const empty = { from: at("2020-01-01T00:00:00Z"), to: at("2020-01-08T00:00:00Z") };
    expect(await loadMoneyByService(db(), empty)).toEqual([]);
    expect(await loadMoneyBySupplier(db(), empty)).toEqual([]);
    const days = await loadMoneyByDay(db(), empty, "usd");
    expect(days.map(({ marginMicros }) => marginMicros)).toEqual(Array(7).fill(0n));
  });
});

describe("the funnel", () => {
  const period = { from: at("2031-03-01T00:00:00Z"), to: at("2031-03-08T00:00:00Z") };

  beforeAll(async () => {
    const day = at("2031-03-03T00:00:00Z");
    const views = (page: string, count: number, platform = "", service = "") =>
      db().pageView.create({ data: { day, page, platform, service, views: count } });
    await views("home", 50);
    await views("platform", 40, "tiktok");
    await views("service", 10, "instagram", "likes");
    await views("details", 30, "tiktok", "views");
    await views("selection", 20, "tiktok");
    await views("checkout", 15, "tiktok", "views");
    for (const outside of ["2031-02-28", "2031-03-08"])
      await db().pageView.create({ data: { day: at(`${outside}T00:00:00Z`), page: "home", views: 1_000 } });
    const order = async (createdAt: string, options: OrderOptions, isDelivered = false) => {
      const data = { createdAt: at(createdAt), ...(isDelivered && { status: "completed" as const }) };
      await orderFactory(db(), { platform: "tiktok", service: "views", ...options, data });
    };
    await order("2031-03-01T00:00:00Z", {}, true);
    await order("2031-03-07T23:59:59Z", {});
    await order("2031-03-05T12:00:00Z", { status: "pending" });
    await order("2031-03-05T12:00:00Z", { platform: "instagram", service: "likes" }, true);
    await order("2031-03-08T00:00:00Z", {}, true);
    await order("2031-02-28T23:59:59Z", {}, true);
  });

  it("has the page views of the period's days, and the orders placed in it by their outcome", async () => {
    expect(await loadFunnel(db(), period)).toEqual({
      page: 100,
      details: 30,
      selection: 20,
      checkout: 15,
      placed: 4,
      paid: 3,
      delivered: 2,
    });
  });

  it("of a platform and of a service leaves the others out", async () => {
    expect(await loadFunnel(db(), period, { platform: "tiktok" })).toEqual({
      page: 40,
      details: 30,
      selection: 20,
      checkout: 15,
      placed: 3,
      paid: 2,
      delivered: 1,
    });
    const likes = { page: 10, details: 0, placed: 1, paid: 1, delivered: 1 };
    const part = { platform: "instagram", service: "likes" } as const;
    expect(await loadFunnel(db(), period, part)).toMatchObject(likes);
  });

  it("of a period without visits and orders is zero at each step", async () => {
    const quiet = { from: at("2021-01-01T00:00:00Z"), to: at("2021-01-31T00:00:00Z") };
    expect(Object.values(await loadFunnel(db(), quiet))).toEqual(Array(7).fill(0));
    expect(await loadRepeatBuyers(db(), quiet)).toEqual({ orders: 0, repeated: 0 });
  });
});

it("a repeat buyer has paid before, by account or by address; erased addresses never match", async () => {
  const period = { from: at("2032-03-01T00:00:00Z"), to: at("2032-03-08T00:00:00Z") };
  const { id: userId } = await customerFactory(db());
  const paid = (day: string, data: { email: string; userId?: string }) =>
    orderFactory(db(), { data: { paidAt: at(`${day}T10:00:00Z`), ...data } });
  await paid("2031-12-01", { email: "guest@example.com" });
  await paid("2032-03-02", { email: "guest@example.com" }); // repeated
  await paid("2032-03-03", { email: "new@example.com" });
  await paid("2032-03-04", { email: "new@example.com" }); // repeated
  await paid("2032-03-04", { email: "first@example.com", userId });
  await paid("2032-03-05", { email: "changed@example.com", userId }); // repeated
  await paid("2032-03-01", { email: erasedEmail });
  await paid("2032-03-06", { email: erasedEmail });
  await paid("2032-03-09", { email: "later@example.com" });
  await paid("2032-03-07", { email: "later@example.com" });
  const pending = await orderFactory(db(), { status: "pending" });
  await paid("2032-03-07", { email: pending.email });
  expect(await loadRepeatBuyers(db(), period)).toEqual({ orders: 9, repeated: 3 });
});

describe("a period", () => {
  it("is whole days of UTC up to today, and is compared with as many days before", () => {
    expect(periodsOf(at("2026-03-01T23:30:00Z"), 7)).toEqual({
      current: { from: at("2026-02-23T00:00:00Z"), to: at("2026-03-02T00:00:00Z") },
      before: { from: at("2026-02-16T00:00:00Z"), to: at("2026-02-23T00:00:00Z") },
    });
  });
});
