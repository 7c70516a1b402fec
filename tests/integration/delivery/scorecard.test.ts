import { beforeEach, describe, expect, it } from "vitest";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { loadScorecard, type ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { preferBestSupplier } from "@/lib/delivery/scorecard/prefer-best-supplier";
import { listMappedServices } from "@/lib/delivery/suppliers/list-suppliers";
import { saveSettings } from "@/lib/shop/settings/save-settings";
import { useDatabase } from "../../support/database";
import { byOps, orderFactory, setItems } from "../../support/factories";
import { useEmptyOrders } from "../../support/submitting";

const { database, db } = useDatabase();
useEmptyOrders(database);

beforeEach(async () => {
  await db().$executeRaw`
    UPDATE service_mappings AS mapping SET preference = ranked.place FROM (
      SELECT mapping.id, row_number() OVER (PARTITION BY smm_service_id ORDER BY supplier.name) AS place
      FROM service_mappings AS mapping JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
      JOIN suppliers AS supplier ON supplier.id = service.supplier_id
    ) AS ranked WHERE ranked.id = mapping.id`;
  await db().supplier.updateMany({ data: { isActive: true, holdUntil: null } });
});

/** The service for Instagram followers of one of the emulator's suppliers. */
async function serviceOf(rank: 1 | 2) {
  const { supplierService, ...mapping } = await db().serviceMapping.findFirstOrThrow({
    where: {
      smmService: { platform: "instagram", serviceType: "followers" },
      supplierService: { supplier: { name: `Emulator supplier ${rank}` } },
    },
    include: { supplierService: true },
  });
  return { mapping, ...supplierService };
}
type Service = Awaited<ReturnType<typeof serviceOf>>;

type Delivery = {
  state?: "submitted" | "in_progress" | "completed" | "partial" | "canceled";
  /** How long ago the supplier took the item, and after how long it ended. */
  agoMs?: number;
  tookMs?: number;
  charge?: number | null;
  /** The counter by moment, and how long after the item was taken. */
  counts?: [moment: string, afterMs: number, count: number][];
  targetKey?: string;
};

/** Creates an item of 100 followers as its delivery left it. */
async function delivered(service: Service, delivery: Delivery = {}) {
  const { state = "completed", agoMs = 10 * day, tookMs = 2 * hour, charge = 0.09, counts = [] } = delivery;
  const order = await orderFactory(db(), { quantity: 100 });
  const begun = counts.find(([moment]) => moment === "before")?.[2];
  const submittedAt = new Date(Date.now() - agoMs);
  const isOver = state === "completed" || state === "partial" || state === "canceled";
  return db().fulfillmentItem.create({
    data: {
      orderId: order.id,
      position: 0,
      platform: "instagram",
      serviceType: "followers",
      link: order.postUrl,
      targetKey: delivery.targetKey ?? `instagram:followers:${order.postUrl}`,
      quantity: 100,
      state,
      supplierId: service.supplierId,
      supplierServiceId: service.id,
      submittedAt,
      leasedAt: submittedAt,
      finishedAt: isOver ? addMs(submittedAt, tookMs) : null,
      charge,
      chargeCurrency: "USD",
      counts: {
        create: counts.map(([moment, afterMs, count]) => ({
          moment,
          count,
          lowest: count,
          highest: count,
          unitsThere: begun === undefined || moment === "before" ? null : Math.min(100, count - begun),
          source: "test",
          takenAt: addMs(submittedAt, afterMs),
        })),
      },
    },
  });
}

/** Counted before, at the end with all units, and 5 days later with `stayed` of them. */
const countedWith = (stayed: number): NonNullable<Delivery["counts"]> => [
  ["before", 0, 1_000],
  ["after", 3.5 * hour, 1_100],
  ["after", 4 * day + 3 * hour, 1_000 + stayed],
];

async function called(service: Service, itemId: string, outcome: string, reason: string | null = null) {
  await db().supplierCall.create({
    data: {
      itemId,
      supplierId: service.supplierId,
      action: "add",
      outcome,
      reason,
      attempt: await db().supplierCall.count({ where: { itemId } }),
      request: { service: service.externalId, link: "", quantity: 100 },
    },
  });
}

async function recordOf(service: Service, days = 30): Promise<ServiceRecord> {
  const found = (await loadScorecard(db(), days)).find(({ mappingId }) => mappingId === service.mapping.id);
  if (!found) throw new Error("every mapping has a record");
  return found;
}

describe("the record of a service", () => {
  it("without deliveries is empty", async () => {
    const nothing = { counted: 0, p50: null, p90: null };
    const noUnits = { items: 0, charge: 0, arrived: 0, found: 0 };
    expect(await recordOf(await serviceOf(1))).toMatchObject({
      supplierName: "Emulator supplier 1",
      isAskable: true,
      currency: null,
      calls: 0,
      refused: 0,
      lost: 0,
      taken: 0,
      completed: 0,
      partial: 0,
      canceled: 0,
      overdue: 0,
      startCounted: nothing,
      startReported: nothing,
      finish: nothing,
      counted: noUnits,
      after5: noUnits,
      after30: noUnits,
    });
  });

  it("has how its items ended, and how long they took by the database's clock", async () => {
    const service = await serviceOf(1);
    for (let hours = 1; hours <= 11; hours++) await delivered(service, { tookMs: hours * hour });
    await delivered(service, { state: "partial" });
    await delivered(service, { state: "canceled" });
    await delivered(service, { state: "in_progress", agoMs: 4 * day });
    await delivered(service, { state: "in_progress", agoMs: 2 * day });
    // Not counted: a delivery of another service, and one of another time.
    await delivered(await serviceOf(2));
    await delivered(service, { agoMs: 31 * day });
    const record = await recordOf(service);
    expect(record).toMatchObject({ taken: 15, completed: 11, partial: 1, canceled: 1, overdue: 1 });
    expect(record.finish).toEqual({ counted: 11, p50: 6 * 3_600, p90: 10 * 3_600 });
    expect(await recordOf(service, 90)).toMatchObject({ taken: 16, completed: 12 });
  });

  it("counts the calls that the supplier refused or lost, and no failure that was not its own", async () => {
    const service = await serviceOf(1);
    const { id } = await delivered(service);
    for (const reason of ["other", "unreachable", "no_funds", "bad_target", "rate_limited"])
      await called(service, id, "rejected", reason);
    await called(service, id, "unknown", "timeout");
    await called(service, id, "accepted");
    await called({ ...service, externalId: "of another service" }, id, "accepted");
    expect(await recordOf(service)).toMatchObject({ calls: 4, refused: 2, lost: 1 });
  });

  it("has the units that arrived and stayed by our own counts, and their cost", async () => {
    const service = await serviceOf(1);
    await delivered(service, { charge: 0.1, counts: countedWith(90) });
    // Half of it never arrived; later growth of the account is not credited to the supplier.
    const half: Delivery["counts"] = [
      ["before", 0, 1_000],
      ["after", 3.5 * hour, 1_050],
      ["after", 4 * day + 3 * hour, 1_300],
    ];
    await delivered(service, { charge: 0.1, counts: half });
    // Left out: items without a count afterwards, without a count before, or without a charge.
    await delivered(service, { charge: 0.2, counts: countedWith(90).slice(0, 2) });
    await delivered(service, { counts: countedWith(10).slice(1) });
    await delivered(service, { charge: null, counts: countedWith(10) });
    const record = await recordOf(service);
    expect(record.currency).toBe("usd");
    expect(record.counted).toEqual({ items: 3, charge: 0.4, arrived: 250, found: 250 });
    expect(record.after5).toEqual({ items: 2, charge: 0.2, arrived: 150, found: 140 });
  });

  it("has the loss after 30 days, and the drop before a refill", async () => {
    const service = await serviceOf(1);
    const counts = [...countedWith(100), ["after", 30 * day + 3 * hour, 1_070] as [string, number, number]];
    const item = await delivered(service, { agoMs: 40 * day, counts });
    const proven = { moment: "after", count: 1_080, unitsMissing: 20, source: "test" };
    const takenAt = addMs(item.finishedAt ?? new Date(), day);
    await db().targetCount.create({ data: { itemId: item.id, ...proven, takenAt } });
    const record = await recordOf(service, 90);
    expect(record.after5).toMatchObject({ items: 1, arrived: 100, found: 80 });
    expect(record.after30).toMatchObject({ items: 1, arrived: 100, found: 70 });
  });

  it("leaves out counts that a later item at the same target affects", async () => {
    const service = await serviceOf(1);
    const targetKey = "instagram:followers:bought-twice";
    await delivered(service, { counts: countedWith(100), targetKey });
    const counted = async () => (await recordOf(service)).after5.items;
    expect(await counted()).toBe(1);
    const later = await delivered(service, { agoMs: 9 * day, targetKey, state: "in_progress" });
    expect(await counted()).toBe(0);
    const finishedAt = addMs(later.submittedAt ?? new Date(), 2 * hour);
    await setItems(db(), { id: later.id }, { state: "completed", finishedAt });
    expect(await counted()).toBe(0);
  });

  it("has the start by our own counts, and else by the supplier's reports", async () => {
    const service = await serviceOf(1);
    const told = async (afterMs: number, counts: Delivery["counts"] = []) => {
      const item = await delivered(service, { counts });
      const createdAt = addMs(item.submittedAt ?? new Date(), afterMs);
      const change = { type: "item.changed", from: "submitted", to: "in_progress", createdAt };
      await db().orderEvent.create({ data: { orderId: item.orderId, itemId: item.id, ...change } });
    };
    await told(minute);
    // The counter was read at the end, but not while the item ran.
    await told(minute, countedWith(100));
    const record = await recordOf(service);
    expect(record.startCounted).toEqual({ counted: 0, p50: null, p90: null });
    expect(record.startReported).toEqual({ counted: 2, p50: 60, p90: 60 });
    await told(minute, [
      ["before", 0, 1_000],
      ["start", hour / 2, 1_001],
      ["start", hour, 1_002],
    ]);
    expect((await recordOf(service)).startCounted).toEqual({ counted: 1, p50: 3_600, p90: 3_600 });
  });

  it("says that a supplier which is paused or on hold can't be asked", async () => {
    const service = await serviceOf(1);
    const set = (data: { isActive?: boolean; holdUntil?: Date | null }) =>
      db().supplier.update({ where: { id: service.supplierId }, data });
    await set({ holdUntil: addMs(new Date(), hour) });
    expect((await recordOf(service)).isAskable).toBe(false);
    await set({ holdUntil: null, isActive: false });
    expect((await recordOf(service)).isAskable).toBe(false);
  });
});

describe("the order of suppliers", () => {
  const leaveToScorecard = () => saveSettings(db(), { change: { preferenceBy: "scorecard" }, ...byOps });
  const orderNow = async () => {
    const { mapping } = await serviceOf(1);
    const services = await listMappedServices(db());
    const ours = services.find(({ smmServiceId }) => smmServiceId === mapping.smmServiceId);
    return ours?.mappings.map(({ supplierName }) => supplierName);
  };
  const now = ["Emulator supplier 1", "Emulator supplier 2"];

  async function deliveries(stayed: [first: number, second: number], count = 20) {
    const services = [await serviceOf(1), await serviceOf(2)];
    for (const [nth, service] of services.entries()) {
      for (let made = 0; made < count; made++) {
        await delivered(service, { counts: countedWith(stayed[nth] ?? 0) });
      }
    }
  }

  beforeEach(() => db().siteSetting.deleteMany());

  it("is changed by the shop itself once a better one has 20 deliveries, with an entry and an alert", async () => {
    await deliveries([50, 100]);
    expect(await preferBestSupplier(db())).toEqual([]);
    expect(await orderNow()).toEqual(now);
    await leaveToScorecard();
    const { mapping } = await serviceOf(1);
    expect(await preferBestSupplier(db())).toEqual([mapping.smmServiceId]);
    expect(await orderNow()).toEqual(now.toReversed());
    const subjectId = String(mapping.smmServiceId);
    const [entry] = await db().auditEntry.findMany({
      where: { action: "service.reordered", subjectId },
      orderBy: { id: "desc" },
    });
    expect(entry).toMatchObject({
      actor: "shop",
      actorId: null,
      reason: expect.stringContaining("Emulator supplier 2"),
    });
    expect(await db().operatorAlert.findMany()).toMatchObject([
      { kind: "preference", message: expect.stringContaining("scores 50% better"), resolvedAt: null },
    ]);
    expect(await db().emailLog.count({ where: { kind: "operator-alert" } })).toBe(1);
    expect(await preferBestSupplier(db())).toEqual([]);
  });

  it.each([
    ["the better one is better by less than a tenth", [95, 100], 20],
    ["one has too few deliveries", [50, 100], 19],
  ] as const)("stays when %s", async (_, [first, second], count) => {
    await deliveries([first, second], count);
    await leaveToScorecard();
    expect(await preferBestSupplier(db())).toEqual([]);
    expect(await orderNow()).toEqual(now);
  });

  it("leaves a supplier on hold where it is", async () => {
    await deliveries([50, 100]);
    await leaveToScorecard();
    await db().supplier.updateMany({
      where: { name: "Emulator supplier 2" },
      data: { holdUntil: addMs(new Date(), hour) },
    });
    expect(await preferBestSupplier(db())).toEqual([]);
    expect(await orderNow()).toEqual(now);
  });
});
