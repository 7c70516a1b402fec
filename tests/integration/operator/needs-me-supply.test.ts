import { afterEach, describe, expect, it } from "vitest";
import { matterText } from "@/app/admin/now/entry-text";
import { day, hour } from "@/lib/base/time/time";
import { pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { listServices } from "@/lib/shop/catalog/list-entries";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { byOps, orderFactory } from "../../support/factories";
import { hoursAgo, useNeedsMe } from "../../support/needs-me";

const { db, list } = useNeedsMe();

const kinds = async () => (await list()).entries.map(({ lead }) => lead.kind);
const outages = async () => (await list()).entries.flatMap(({ lead }) => lead.outage ?? []);

afterEach(async () => {
  await db()
    .$executeRaw`UPDATE suppliers SET is_active = true, paused_at = NULL, hold_until = NULL, hold_reason = NULL,
    failures = 0, open_until = NULL, balance = NULL, spent = 0, spent_since = NULL`;
  await db().$executeRaw`UPDATE service_mappings SET is_active = true`;
  await db().$executeRaw`UPDATE packages SET is_active = true`;
});

describe("what is on sale and can't be delivered", () => {
  it("is one entry while every supplier is paused, with each supplier and the orders that wait", async () => {
    await db().supplier.updateMany({ data: { isActive: false, pausedAt: hoursAgo(3) } });
    const order = await orderFactory(db(), { priceCents: 1349 });
    await db().fulfillmentItem.create({
      data: {
        orderId: order.id,
        position: 0,
        platform: "instagram",
        serviceType: "followers",
        link: "https://www.instagram.com/somebody/",
        targetKey: "instagram:followers:somebody",
        quantity: 100,
        state: "ready",
      },
    });
    const { entries } = await list();
    const found = entries.filter(({ lead }) => lead.kind === "no_supply").map(({ lead }) => lead);
    const services = found.flatMap(({ outage }) => outage?.services ?? []);
    expect(services).toHaveLength(6);
    const followers = found.find(({ count }) => count > 0);
    expect(followers).toMatchObject({ count: 1, cents: 1349 });
    expect(followers && matterText(followers, new Date()).cost).toBe(
      "1 paid order waits, worth $13.49. Buyers can't order it. Since",
    );
    expect(entries[0]?.lead.kind).toBe("no_supply");
  });

  it("is what is mapped to nobody, until it is off sale", async () => {
    await db().$executeRaw`UPDATE service_mappings SET is_active = false FROM smm_services AS own
      WHERE own.id = smm_service_id AND own.service_slug = 'views'`;
    const [outage, ...others] = await outages();
    expect(others).toEqual([]);
    expect(outage?.suppliers).toEqual([]);
    expect(outage?.services.map(({ service }) => service)).toEqual(["views", "views"]);
    await db().package.updateMany({ where: { service: "views" }, data: { isActive: false } });
    expect(await kinds()).toEqual([]);
  });

  it("is not what is off sale for its price or its size, which is an entry of its own", async () => {
    const before = await db().supplierService.findMany({ where: { name: { contains: "ollowers" } } });
    const change = (data: { minQuantity?: number; ratePer1000?: string }) =>
      db().supplierService.updateMany({ where: { id: { in: before.map(({ id }) => id) } }, data });
    try {
      await change({ minQuantity: 101 });
      const [entry, ...others] = (await list()).entries;
      expect(others).toEqual([]);
      expect(entry && matterText(entry.lead, new Date()).title).toBe(
        "2 packages are off sale: Instagram 100 followers, TikTok 100 followers",
      );
      await change({ minQuantity: 100 });
      expect(await kinds()).toEqual([]);
      await db().supplier.updateMany({ data: { balanceCurrency: "USD" } });
      await change({ ratePer1000: "900" });
      const [dear] = (await list()).entries;
      expect(dear && matterText(dear.lead, new Date()).title).toMatch(
        /^\d+ packages are off sale: Instagram 100 followers, .*, …$/,
      );
    } finally {
      for (const { id, minQuantity, ratePer1000 } of before)
        await db().supplierService.update({ where: { id }, data: { minQuantity, ratePer1000 } });
      await db().supplier.updateMany({ data: { balanceCurrency: null } });
    }
  });

  it.each([
    ["on hold", { holdUntil: new Date(Date.now() + hour), holdReason: "no_funds" }, "held:no_funds"],
    ["failing", { failures: 6 }, "failing"],
    ["out of money", { balance: 0, balanceCurrency: "USD" }, "empty"],
  ])("is what only suppliers deliver that are %s", async (_, change, stop) => {
    await db().supplier.updateMany({ where: { kind: "panel_v2" }, data: change });
    const stops = (await outages()).flatMap(({ suppliers }) => suppliers.map((one) => one.stop));
    expect(stops.length).toBeGreaterThan(0);
    expect(new Set(stops)).toEqual(new Set([stop]));
  });

  it("goes off sale when the suppliers that fail are paused, and is on sale again when they are resumed", async () => {
    await db().supplier.updateMany({ where: { kind: "panel_v2" }, data: { failures: 6 } });
    const isOnSale = async () => (await loadCatalog(db())).packages.length > 0;
    expect(await isOnSale()).toBe(true);
    const ids = new Set((await outages()).flatMap(({ suppliers }) => suppliers.map(({ id }) => id)));
    const pauseAll = async (isPaused: boolean) => {
      for (const supplierId of ids) await pauseSupplier(db(), { supplierId, isPaused, ...byOps });
    };
    await pauseAll(true);
    expect(await isOnSale()).toBe(false);
    expect((await outages()).flatMap(({ suppliers }) => suppliers.map(({ stop }) => stop))).toContain(
      "paused",
    );
    await pauseAll(false);
    expect(await isOnSale()).toBe(true);
    expect(await kinds()).toEqual([]);
  });

  it("is nothing of a platform that is a draft or retired", async () => {
    await db().platform.update({ where: { slug: "tiktok" }, data: { status: "retired" } });
    await db().serviceMapping.updateMany({ data: { isActive: false } });
    const services = (await outages()).flatMap((outage) => outage.services);
    expect(services.map(({ platform }) => platform)).toEqual(["instagram", "instagram", "instagram"]);
    expect((await listServices(db())).map(({ platform }) => platform)).not.toContain("tiktok");
    await db().platform.update({ where: { slug: "tiktok" }, data: { status: "live" } });
    await db().serviceMapping.updateMany({ data: { isActive: true } });
  });

  it("is none after a hold has expired, unless it was for lack of funds", async () => {
    const hold = (holdReason: string) =>
      db().supplier.updateMany({ data: { holdUntil: hoursAgo(1), holdReason } });
    await hold("bad_key");
    expect(await kinds()).toEqual([]);
    // Without funds everything is off sale until a supplier takes an order again.
    await hold("no_funds");
    const { entries } = await list();
    expect(entries.map(({ lead }) => matterText(lead, new Date()).title)).toEqual([
      expect.stringMatching(/^Off sale, because nobody delivers it/),
    ]);
  });
});

it("a balance that is spent before the morning is listed at its supplier, with when", async () => {
  const supplier = await db().supplier.findFirstOrThrow({ where: { kind: "panel_v2" } });
  const spending = { balance: 10, balanceCurrency: "USD", spent: 20, spentSince: hoursAgo(10) };
  await db().supplier.update({ where: { id: supplier.id }, data: spending });
  const [entry] = (await list()).entries;
  expect(entry).toMatchObject({ subject: `supplier:${supplier.id}`, lead: { kind: "balance" } });
  const { title, at } = entry ? matterText(entry.lead, new Date()) : {};
  expect(title).toBe(`The balance at ${supplier.name} won't last the night: 10.00 USD is left`);
  expect(((at?.getTime() ?? 0) - Date.now()) / hour).toBeCloseTo(5, 1);
});

describe("a silence of payments", () => {
  const pay = (paidAt: number) => orderFactory(db(), { data: { paidAt: new Date(paidAt) } });

  /** Payments of the last twenty days, ten minutes apart in the three hours that are silent today. */
  async function payDaily(isSilentToo: (back: number) => boolean): Promise<void> {
    for (let back = 1; back <= 20; back++) {
      const began = Date.now() - back * day - 3 * hour;
      const times = isSilentToo(back)
        ? []
        : Array.from({ length: 8 }, (_, at) => began + (at + 1) * 20 * 60_000);
      await Promise.all([began - hour, ...times].map(pay));
    }
    await pay(Date.now() - 3 * hour);
  }

  it("is listed where these hours always had payments", async () => {
    await payDaily(() => false);
    expect(await kinds()).toEqual(["no_payment"]);
    await pay(Date.now() - hour / 6);
    expect(await kinds()).toEqual([]);
  });

  it("is usual where one of the days was as silent", async () => {
    await payDaily((back) => back === 7);
    expect(await kinds()).toEqual([]);
  });
});
