import { beforeEach, describe, expect, it } from "vitest";
import { addMs, hour } from "@/lib/base/time/time";
import { refreshForecasts } from "@/lib/orders/forecast/refresh-forecasts";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { useDatabase } from "../../support/database";
import { orderFactory, paidOrderFactory, setItems } from "../../support/factories";

const { db } = useDatabase();

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE orders, order_events, variant_forecasts CASCADE`;
});

type Ended = {
  status?: "completed" | "partial" | "failed";
  tookHours?: number;
  agoHours?: number;
  quantity?: number;
  variant?: string;
};

async function ended(count: number, options: Ended = {}) {
  const { status = "completed", tookHours = 5.2, agoHours = 200, quantity = 1_000, variant } = options;
  for (let made = 0; made < count; made++) {
    const paidAt = new Date(Date.now() - agoHours * hour);
    const finishedAt = addMs(paidAt, tookHours * hour);
    await orderFactory(db(), { quantity, data: { status, paidAt, finishedAt, createdAt: paidAt, variant } });
  }
}

/** A paid order of 1,000 followers, so many hours ago. */
function running(agoHours = 1) {
  const paidAt = new Date(Date.now() - agoHours * hour);
  return paidOrderFactory(db(), { quantity: 1_000, data: { paidAt, createdAt: paidAt } });
}

const forecasts = () => db().deliveryForecast.findMany({ orderBy: { size: "asc" } });

describe("the forecast of a delivery", () => {
  it("is the time within which 8 in 10 similar orders were delivered, rounded up", async () => {
    await ended(24, { tookHours: 5.2 });
    await ended(6, { tookHours: 40 });
    expect(await refreshForecasts(db())).toBe(1);
    expect(await forecasts()).toMatchObject([
      { platform: "instagram", serviceType: "followers", size: 1, withinMinutes: 360, orders: 30 },
    ]);
    const { order } = await running();
    expect((await findOrderView(db(), order.token))?.forecast).toEqual({ within: "6 hours", isLate: false });
  });

  it("is that of the quality that was bought", async () => {
    await ended(30);
    await ended(30, { variant: "slow", tookHours: 70 });
    expect(await refreshForecasts(db())).toBe(2);
    const { order } = await running();
    const within = async () => (await findOrderView(db(), order.token))?.forecast?.within;
    expect(await within()).toBe("6 hours");
    await db().order.update({ where: { id: order.id }, data: { variant: "slow" } });
    expect(await within()).toBe("3 days");
  });

  it("does not exist for fewer than 30 delivered orders, and is removed when there are too few again", async () => {
    await ended(29);
    await ended(30, { quantity: 100, agoHours: 91 * 24 });
    expect(await refreshForecasts(db())).toBe(0);
    await ended(1);
    expect(await refreshForecasts(db())).toBe(1);
    await db().$executeRaw`TRUNCATE orders CASCADE`;
    expect(await refreshForecasts(db())).toBe(0);
    expect(await forecasts()).toEqual([]);
  });

  it.each(["partial", "failed"] as const)(
    "counts an order that ended %s as never delivered",
    async (status) => {
      await ended(30);
      await ended(7, { status });
      expect(await refreshForecasts(db())).toBe(1);
      await ended(1, { status });
      expect(await refreshForecasts(db())).toBe(0);
    },
  );

  it("counts an order that still runs once it is older than the forecast, and not before", async () => {
    await ended(30);
    for (let made = 0; made < 8; made++) await running(5);
    expect(await refreshForecasts(db())).toBe(1);
    for (let made = 0; made < 8; made++) await running(7);
    expect(await refreshForecasts(db())).toBe(0);
  });

  it("says of an order that it takes longer than most, but not of one that is done or stopped", async () => {
    await ended(30);
    await refreshForecasts(db());
    const { order, item } = await running(7);
    const shown = async () => (await findOrderView(db(), order.token))?.forecast;
    expect(await shown()).toEqual({ within: "6 hours", isLate: true });
    await setItems(db(), { id: item.id }, { state: "paused", pausedUntil: new Date() });
    expect(await shown()).toBeNull();
    await setItems(db(), { id: item.id }, { state: "in_progress" });
    await db().order.update({ where: { id: order.id }, data: { blockedAt: new Date() } });
    expect(await shown()).toBeNull();
    await db().order.update({ where: { id: order.id }, data: { blockedAt: null, status: "completed" } });
    expect(await shown()).toBeNull();
  });

  it("is not shown when no worker has measured it for two days", async () => {
    await ended(30);
    await refreshForecasts(db());
    const { order } = await running();
    await db().$executeRaw`UPDATE variant_forecasts SET updated_at = now() - interval '49 hours'`;
    expect((await findOrderView(db(), order.token))?.forecast).toBeNull();
  });
});
