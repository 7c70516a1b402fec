import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { day } from "@/lib/base/time/time";
import { loadSinceVisit } from "@/lib/operator/reporting/since-visit";
import { findLastVisit } from "@/lib/people/auth/find-last-visit";
import { orderFactory } from "../../support/factories";
import { hoursAgo, useNeedsMe } from "../../support/needs-me";

const { db } = useNeedsMe();

describe("the last visit", () => {
  it("is the last use of an earlier session with the second factor, before this one began", async () => {
    const { id: userId } = await db().user.create({ data: { email: `${newId()}@example.com` } });
    const begin = async (began: number, used: number, hasSecondFactor = true) => {
      const times = { createdAt: hoursAgo(began), lastSeenAt: hoursAgo(used) };
      const secondFactorAt = hasSecondFactor ? hoursAgo(began) : null;
      const session = { id: newId(), userId, userAgent: "test", secondFactorAt, ...times };
      return (await db().userSession.create({ data: session })).id;
    };
    const first = await begin(30, 29);
    expect(await findLastVisit(db(), { userId, sessionId: first })).toBeNull();
    const second = await begin(20, 10);
    expect(await findLastVisit(db(), { userId, sessionId: first })).toBeNull();
    await begin(9, 8, false);
    const third = await begin(2, 0);
    const at = await findLastVisit(db(), { userId, sessionId: third });
    expect(at?.getTime()).toBeCloseTo(hoursAgo(10).getTime(), -4);
    // The second one is used on, beside the third.
    await db().userSession.update({ where: { id: second }, data: { lastSeenAt: new Date() } });
    const whenThirdBegan = await findLastVisit(db(), { userId, sessionId: third });
    expect(whenThirdBegan?.getTime()).toBeCloseTo(hoursAgo(2).getTime(), -4);
  });
});

describe("what happened since", () => {
  const since = (role: Parameters<typeof loadSinceVisit>[1]["role"]) =>
    loadSinceVisit(db(), { role, lastVisit: hoursAgo(10), now: new Date() });

  it("counts orders, tickets and alerts, as far as the role may read them", async () => {
    for (const hours of [1, 9, 11]) {
      await orderFactory(db(), { data: { paidAt: hoursAgo(hours) } });
      const ticket = { email: "a@example.com", subject: "Help", message: "Help" };
      await db().supportTicket.create({ data: { ...ticket, createdAt: hoursAgo(hours) } });
      const alert = { key: `backup_old:${hours}`, kind: "backup", message: "Old" };
      await db().operatorAlert.create({ data: { ...alert, firstAt: hoursAgo(hours) } });
    }
    expect(await since("owner")).toMatchObject({ orders: 2, tickets: 2, alerts: 2, money: [] });
    expect(await since("support")).toMatchObject({ orders: 2, tickets: 2, alerts: null, money: null });
    expect(await since("catalogue")).toMatchObject({ orders: null, tickets: null, alerts: null, money: [] });
  });

  it("goes back two weeks at most", async () => {
    const news = await loadSinceVisit(db(), { role: "owner", lastVisit: new Date(0), now: new Date() });
    expect((Date.now() - news.since.getTime()) / day).toBeCloseTo(14, 1);
  });
});
