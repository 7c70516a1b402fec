import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { exportOrders } from "@/lib/operator/reporting/export-orders";
import { listOrders, orderFilterSchema } from "@/lib/operator/reporting/list-orders";
import { loadDailyRevenue, loadShopTotals } from "@/lib/operator/reporting/shop-totals";
import { refreshCustomers } from "@/lib/running/worker/refresh-customers";
import { seedOrders } from "@/prisma/seed-orders";
import { useDatabase } from "../../support/database";
import { orderFactory, paidOrderFactory } from "../../support/factories";

const { database, db } = useDatabase();
const filter = (given: object = {}) => orderFilterSchema.parse(given);

/** Every row, page by page. */
async function all(given: object, size = 7) {
  const rows = [];
  let after: string | undefined;
  do {
    const page = await listOrders(db(), filter({ ...given, after }), size);
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after);
  return rows;
}

beforeAll(async () => {
  await seedOrders(database.current.url, 120);
  await refreshCustomers(db());
});

describe("the admin pages' list of orders", () => {
  it.each(["newest", "oldest", "dearest", "cheapest"] as const)(
    "sorted by %s shows every order once over its pages, in order",
    async (sort) => {
      const rows = await all({ sort });
      const expected = await db().order.count();
      expect(rows).toHaveLength(expected);
      expect(new Set(rows.map((row) => row.id)).size).toBe(expected);
      const keys = rows.map((row) =>
        sort === "dearest" || sort === "cheapest" ? row.priceTotalCents : row.createdAt.getTime(),
      );
      const isUp = sort === "oldest" || sort === "cheapest";
      expect(keys).toEqual([...keys].sort((a, b) => (isUp ? a - b : b - a)));
    },
  );

  it("has no order's token, which would give access to the buyer's page", async () => {
    const rows = await all({}, 50);
    const orders = await db().order.findMany({ select: { token: true } });
    const text = JSON.stringify(rows);
    expect(orders.filter(({ token }) => text.includes(token))).toEqual([]);
    expect(rows.filter((row) => "token" in row)).toEqual([]);
  });

  it("filters by a status and by whole days", async () => {
    const completed = await all({ status: "completed" });
    expect(completed.length).toBeGreaterThan(0);
    expect(completed.every((row) => row.status === "completed")).toBe(true);
    const day = completed[3]?.createdAt.toISOString().slice(0, 10) ?? "";
    const ofDay = await all({ from: day, to: day });
    expect(ofDay.map((row) => row.createdAt.toISOString().slice(0, 10))).toEqual(ofDay.map(() => day));
    expect(ofDay.map((row) => row.id)).toContain(completed[3]?.id);
  });

  it("begins and ends days in the reader's zone", async () => {
    const email = "late.evening@example.com";
    await orderFactory(db(), { data: { email, createdAt: new Date("2026-05-06T23:30:00Z") } });
    const found = async (day: string, zone?: string) =>
      (await all({ q: email, from: day, to: day, zone })).length;
    expect(await found("2026-05-06")).toBe(1);
    expect(await found("2026-05-06", "Europe/Berlin")).toBe(0);
    expect(await found("2026-05-07", "Europe/Berlin")).toBe(1);
    expect(await found("2026-05-06", "America/New_York")).toBe(1);
  });

  type Sought = { id: string; email: string; username: string; number: string };

  it.each<[string, (sought: Sought) => string]>([
    ["its whole id", ({ id }) => id],
    ["its number", ({ id }) => id.slice(0, 8)],
    ["its number after a #", ({ id }) => `#${id.slice(0, 8)}`],
    ["its email", ({ email }) => email],
    ["the beginning of its email", ({ email }) => email.slice(0, 12)],
    ["a part of its email", ({ email }) => email.slice(3, 15)],
    ["its supplier's number", ({ number }) => number],
    ["its name", ({ username }) => `@${username}`],
    ["the beginning of its name", ({ username }) => `@${username.slice(0, 14)}`],
    ["its name in capitals", ({ username }) => username.toUpperCase()],
  ])("finds an order by %s", async (_, by) => {
    const username = `finder_${newId().slice(-8)}`;
    const { order, item } = await paidOrderFactory(db(), { username });
    const number = `P${newId().slice(-10)}`;
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { providerOrderId: number } });
    await refreshCustomers(db());
    const found = await all({ q: by({ id: order.id, email: order.email, username, number }) });
    expect(found.map(({ id }) => id)).toContain(order.id);
  });

  it("finds none by a text that no order has", async () => {
    expect(await all({ q: "nobody-has-this@nowhere" })).toEqual([]);
  });

  it("shows each match of a search once over its pages, in order", async () => {
    const rows = await all({ q: "guest" }, 5);
    const emails = rows.map((row) => row.email);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(emails).toEqual([...emails].sort());
    expect(await all({ q: "guest", status: "completed" })).toEqual(
      rows.filter((row) => row.status === "completed"),
    );
  });

  it.each([
    ["is no Base64", "%%%"],
    ["holds another list", Buffer.from('["x"]').toString("base64url")],
    ["holds no list", "e30"],
  ])("begins at the first page for a cursor that %s", async (_, after) => {
    const first = await listOrders(db(), filter(), 5);
    expect(await listOrders(db(), filter({ after }), 5)).toEqual(first);
  });

  it("is exported completely, in the same order, with text that no spreadsheet takes for a formula", async () => {
    await orderFactory(db(), { data: { email: '=cmd|"x"@evil.example' } });
    let text = "";
    for await (const part of exportOrders(database.current.url, filter({ sort: "oldest" }), "point"))
      text += part;
    const lines = text.trimEnd().split("\r\n");
    const rows = await all({ sort: "oldest" });
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(rows.map((row) => row.id));
    expect(text).toContain(`"'=cmd|""x""@evil.example"`);
  });

  it("is exported for Excel with a byte order mark, semicolons and decimal commas", async () => {
    const order = await orderFactory(db(), { priceCents: 1250, data: { refundedCents: 5 } });
    let text = "";
    for await (const part of exportOrders(database.current.url, filter({ q: order.id }), "comma"))
      text += part;
    const [headings, line] = text.split("\r\n");
    expect(headings).toMatch(/^\uFEFFOrder;Service;Account;Email;/);
    expect(line?.startsWith(`${order.id};`)).toBe(true);
    expect(line).toContain(";12,50;0,05;");
  });
});

describe("the cards", () => {
  it("agree with the orders, whatever their outcome, and still count one that was deleted unpaid", async () => {
    await orderFactory(db(), { priceCents: 2000, data: { status: "completed", refundedCents: 300 } });
    const gone = await orderFactory(db(), { priceCents: 5000, status: "pending" });
    await db().order.delete({ where: { id: gone.id } });
    const sums = await db().order.aggregate({ _sum: { paidCents: true, refundedCents: true }, _count: true });
    const orders = sums._count + 1;
    const completed = await db().order.count({ where: { status: "completed" } });
    const totals = await loadShopTotals(db(), new Date());
    expect(totals).toMatchObject({
      revenueCents: (sums._sum.paidCents ?? 0) - (sums._sum.refundedCents ?? 0),
      orders,
      completed,
    });
    expect(totals.conversion).toBeCloseTo((completed * 100) / orders);
  });

  it("compare this month to date with the same days of last month, also on the 31st", async () => {
    const at = (iso: string) => new Date(iso);
    for (const [createdAt, priceCents] of [
      ["2031-02-27T23:00:00Z", 1000],
      ["2031-02-28T10:00:00Z", 3000],
      ["2031-03-01T00:00:00Z", 6000],
      ["2031-03-31T23:59:59Z", 2000],
    ] as const) {
      await orderFactory(db(), { priceCents, data: { createdAt: at(createdAt) } });
    }
    expect((await loadShopTotals(db(), at("2031-03-31T12:00:00Z"))).growth.revenue).toBeCloseTo(100);
    expect((await loadShopTotals(db(), at("2031-03-27T12:00:00Z"))).growth.revenue).toBeCloseTo(700);
    expect((await loadShopTotals(db(), at("2032-01-15T12:00:00Z"))).growth.revenue).toBeNull();
  });

  it("have a value for each day, zero on days without orders", async () => {
    await orderFactory(db(), { priceCents: 1234, data: { createdAt: new Date("2033-05-05T05:00:00Z") } });
    expect(await loadDailyRevenue(db(), new Date("2033-05-06T00:10:00Z"), 3)).toEqual([
      { day: "2033-05-04", revenueCents: 0, orders: 0 },
      { day: "2033-05-05", revenueCents: 1234, orders: 1 },
      { day: "2033-05-06", revenueCents: 0, orders: 0 },
    ]);
  });
});
