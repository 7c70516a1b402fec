import { afterEach, describe, expect, it, vi } from "vitest";
import { streamOwnOrders } from "@/app/_server/live-orders";
import { newOrderId } from "@/lib/base/ids";
import { addMs, minute } from "@/lib/base/time/time";
import { sealSession } from "@/lib/people/auth/session-token";
import { endSession } from "@/lib/people/customers/sessions";
import { startedSession } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { followStream } from "../../support/event-stream";
import { orderFactory } from "../../support/factories";
import { useOwnProcess } from "../../support/own-process";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();

useOwnProcess(database, () => ({ RATE_LIMIT_SCALE: "100" }));
afterEach(() => {
  vi.useRealTimers();
});

/** A signed-in customer: an account, a session and its cookie. */
async function newCustomer(roles?: string[]) {
  const { user, claims } = await startedSession(database.current, roles);
  const value = await sealSession(testSecret, "shop_session", claims);
  const signOut = () => endSession(db(), claims, new Date());
  return { userId: user.id, sessionId: claims.sessionId, cookie: `shop_session=${value}`, signOut };
}

const ownOrder = (userId: string | null) => orderFactory(db(), { data: { userId } });

/** A dashboard that watches orders. */
async function watch(cookie: string, orderIds: string[]) {
  const query = new URLSearchParams(orderIds.map((id) => ["order", id]));
  const address = `http://127.0.0.1:3000/api/orders/events?${query}`;
  const stream = await followStream((signal) =>
    streamOwnOrders(new Request(address, { headers: { cookie }, signal })),
  );
  return {
    ...stream,
    cards: () =>
      [...stream.text().matchAll(/^event: card\ndata: (.*)$/gm)].map(
        ([, data = ""]) => JSON.parse(data) as { id: string; status: string; progress: unknown },
      ),
  };
}

describe("the live stream of one's own orders", () => {
  it("sends each order, then only those that change, over one connection", async () => {
    const me = await newCustomer();
    const [first, second] = [await ownOrder(me.userId), await ownOrder(me.userId)];
    const page = await watch(me.cookie, [first.id, second.id]);
    await expect.poll(() => page.cards().length).toBe(2);
    expect(new Set(page.cards().map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
    await db().orderFulfillment.create({
      data: { orderId: second.id, deliveryProgress: 50, delivered: 50, remains: 50 },
    });
    await expect.poll(() => page.cards().length).toBe(3);
    expect(page.cards().at(-1)).toMatchObject({ id: second.id, progress: { percent: 50, remains: 50 } });
    page.leave();
    await page.ended;
  });

  it("leaves out other customers' and guests' orders, whatever the address names", async () => {
    const me = await newCustomer();
    const other = await newCustomer();
    const [mine, foreign] = [await ownOrder(me.userId), await ownOrder(other.userId)];
    const guests = await ownOrder(null);
    const page = await watch(me.cookie, [foreign.id, mine.id, guests.id, newOrderId()]);
    await expect.poll(() => page.cards().length).toBe(1);
    await db().orderFulfillment.create({ data: { orderId: foreign.id, delivered: 1, remains: 99 } });
    await db().orderFulfillment.create({ data: { orderId: mine.id, delivered: 2, remains: 98 } });
    await expect.poll(() => page.cards().length).toBe(2);
    expect(new Set(page.cards().map(({ id }) => id))).toEqual(new Set([mine.id]));
    expect(page.text()).not.toContain(foreign.id);
    page.leave();
    await page.ended;
  });

  it("is refused to guests, to ended sessions and for addresses that name no order", async () => {
    const me = await newCustomer();
    const mine = await ownOrder(me.userId);
    expect((await watch("", [mine.id])).response.status).toBe(401);
    expect((await watch(me.cookie, [])).response.status).toBe(400);
    expect((await watch(me.cookie, ["1 OR 1=1"])).response.status).toBe(400);
    expect((await watch(me.cookie, Array.from({ length: 101 }, newOrderId))).response.status).toBe(400);
    await me.signOut();
    expect((await watch(me.cookie, [mine.id])).response.status).toBe(401);
  });

  it("does not count as a use of an administrator's session, which ends half an hour after its last use", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const me = await newCustomer(["user", "admin"]);
    const own = { id: me.sessionId };
    const unusedFor = (minutes: number) =>
      db().userSession.update({ where: own, data: { lastSeenAt: addMs(new Date(), -minutes * minute) } });
    const { lastSeenAt } = await unusedFor(29);
    const page = await watch(me.cookie, [(await ownOrder(me.userId)).id]);
    vi.advanceTimersByTime(20_000);
    await expect.poll(page.text).toContain(": still here");
    expect(await db().userSession.findUniqueOrThrow({ where: own })).toMatchObject({ lastSeenAt });
    await unusedFor(31);
    vi.advanceTimersByTime(20_000);
    await page.ended;
  });

  it("ends with the session, at the next heartbeat", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const me = await newCustomer();
    const page = await watch(me.cookie, [(await ownOrder(me.userId)).id]);
    vi.advanceTimersByTime(20_000);
    await expect.poll(page.text).toContain(": still here");
    await me.signOut();
    vi.advanceTimersByTime(20_000);
    await page.ended;
  });
});
