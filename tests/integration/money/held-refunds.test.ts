import { beforeEach, describe, expect, it } from "vitest";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { listHeldRefunds } from "@/lib/money/refunds/held-refunds";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { auditOf, byOps, customerFactory, setSetting } from "../../support/factories";
import { blockedSessions } from "../../support/holding";
import { useShopAtStripe } from "../../support/shop";

const { database, db, shop } = useShopAtStripe();
shop.checkAfterEach();

beforeEach(async () => {
  // Earlier refunds no longer count, so that each test has the whole limits.
  await db().$executeRaw`UPDATE refunds SET created_at = created_at - interval '2 days'`;
  await db().$executeRaw`UPDATE refunds SET status = 'dropped' WHERE status = 'held'`;
  await db().siteSetting.deleteMany();
});

const set = (key: string, value: number) => setSetting(db(), key, value);

/** Paid orders of $2.29 that their supplier canceled. */
async function failedOrders(count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { orderId } = await shop.placePaid();
      await shop.end(orderId, "failed");
      return orderId;
    }),
  );
}

const refundAll = (orderIds: string[]) =>
  Promise.all(orderIds.map((orderId) => refundUndelivered(db(), orderId)));

async function statuses(orderIds: string[]): Promise<string[]> {
  const refunds = await db().refund.findMany({ where: { orderId: { in: orderIds } } });
  return refunds.map((refund) => refund.status).toSorted();
}

const alert = () => db().operatorAlert.findUnique({ where: { key: "held_refunds" } });

describe("automatic refunds", () => {
  it("above the number an hour are held, exactly, however many jobs run at once", async () => {
    await set("autoRefundsPerHour", 3);
    const orderIds = await failedOrders(8);
    await refundAll([...orderIds, ...orderIds]);
    expect(await statuses(orderIds)).toEqual([...Array(5).fill("held"), ...Array(3).fill("requested")]);
    expect(await alert()).toMatchObject({
      kind: "held_refunds",
      resolvedAt: null,
      message: "5 refunds, $11.45 in total, are above a limit and are waiting. Release or drop each of them.",
    });
  });

  it("above the sum a day are held, to the cent", async () => {
    await set("autoRefundCentsPerDay", 2 * 229);
    const orderIds = await failedOrders(4);
    await refundAll(orderIds);
    expect(await statuses(orderIds)).toEqual(["held", "held", "requested", "requested"]);
  });

  it.each([
    ["the hour's number", "autoRefundsPerHour", 1, "59 minutes", "held"],
    ["the hour's number", "autoRefundsPerHour", 1, "61 minutes", "requested"],
    ["the day's sum", "autoRefundCentsPerDay", 229, "23 hours 59 minutes", "held"],
    ["the day's sum", "autoRefundCentsPerDay", 229, "24 hours 1 minute", "requested"],
  ])(
    "count in %s (%s: %i) for that long only: after %s, another one is %s",
    async (_, key, limit, ago, expected) => {
      await set(key, limit);
      const [first = "", second = "", third = ""] = await failedOrders(3);
      await refundAll([first]);
      // Held ones never count.
      await refundAll([second]);
      await db().$executeRaw`
      UPDATE refunds SET created_at = now() - ${ago}::interval WHERE order_id = ${first}::uuid`;
      await refundAll([third]);
      expect(await statuses([third])).toEqual([expected]);
      expect(await statuses([first, second])).toEqual(["held", "requested"]);
    },
  );

  it("of orders that one buyer called off are held beyond five a day, and leave the shop's limits to others", async () => {
    const orderIds = await failedOrders(8);
    const called = orderIds.slice(0, 7);
    await db().order.updateMany({ where: { id: { in: called } }, data: { withdrawnAt: new Date() } });
    await refundAll(called);
    expect(await statuses(called)).toEqual([...Array(2).fill("held"), ...Array(5).fill("requested")]);
    await refundAll(orderIds.slice(7));
    expect(await statuses(orderIds.slice(7))).toEqual(["requested"]);
  });

  it("of one mailbox's called-off orders are held beyond five a day, though their addresses were corrected", async () => {
    const called = await failedOrders(6);
    for (const [nth, id] of called.entries()) {
      const corrected = { email: `corrected${nth}@example.com`, emailAtPurchase: "buyer@example.com" };
      const others = { username: `other${nth}`, network: null, withdrawnAt: new Date() };
      await db().order.update({ where: { id }, data: { ...corrected, ...others } });
    }
    await refundAll(called);
    expect(await statuses(called)).toEqual(["held", ...Array(5).fill("requested")]);
  });

  it("that are held are sent by no job", async () => {
    await set("autoRefundsPerHour", 0);
    const orderIds = await failedOrders(1);
    await refundAll(orderIds);
    const [held] = await listHeldRefunds(db(), { limit: 10 });
    expect(held).toMatchObject({ orderId: orderIds[0], amountCents: 229, reason: "undelivered" });
    await sendRefund(shop.deps(), held?.id ?? "");
    expect(await shop.jobs(orderIds[0] ?? "")).not.toContain("refund");
    expect(await statuses(orderIds)).toEqual(["held"]);
    expect(await shop.refundsAtStripe(orderIds[0] ?? "")).toEqual([]);
  });
});

describe("an administrator's decision", () => {
  async function heldRefund() {
    await set("autoRefundsPerHour", 0);
    const [orderId = ""] = await failedOrders(1);
    await refundAll([orderId]);
    const [refund] = await db().refund.findMany({ where: { orderId } });
    return { orderId, refundId: refund?.id ?? "" };
  }

  it("to release sends the refund and ends the alert", async () => {
    const { orderId, refundId } = await heldRefund();
    await releaseRefund(db(), { refundId, ...byOps });
    expect(await shop.jobs(orderId)).toContain("refund");
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
    await sendRefund(shop.deps(), refundId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(await auditOf(db(), orderId)).toMatchObject([{ action: "refund.released", reason: byOps.reason }]);
  });

  it("to drop keeps the money, for good", async () => {
    const { orderId, refundId } = await heldRefund();
    await dropRefund(db(), { refundId, ...byOps });
    await refundUndelivered(db(), orderId);
    expect(await statuses([orderId])).toEqual(["dropped"]);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
    const types = (await shop.order(orderId)).events.map((event) => event.type);
    expect(types.slice(-2)).toEqual(["refund.held", "refund.dropped"]);
    const { token } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const told = (await findOrderView(db(), token))?.timeline.at(-1)?.label;
    expect(told).toBe("Our team checked the refund of $2.29 and decided against it");
  });

  it("to drop the shop's own holds when an administrator's refund, which would have paid it, is dropped too", async () => {
    const { orderId, refundId } = await heldRefund();
    await dropRefund(db(), { refundId, ...byOps });
    await db().siteSetting.deleteMany();
    await set("supportRefundCents", 100);
    const actor = await customerFactory(db(), { roles: ["user", "admin", "support"] });
    const part = await shop.refund(orderId, { kind: "part", amountCents: 150, actor });
    await dropRefund(db(), { refundId: part.refundId, ...byOps });
    await refundUndelivered(db(), orderId);
    expect(await statuses([orderId])).toEqual(["dropped", "dropped"]);
  });

  it("to drop the last one leaves the alert on while another one is just being held", async () => {
    const { refundId } = await heldRefund();
    const { orderId, attemptId } = await shop.placePaid();
    let dropped: Promise<void> | undefined;
    await db().$transaction(async (tx) => {
      const other = { orderId, attemptId, amountCents: 50, isHeld: true } as const;
      await requestRefund(tx, { ...other, reason: "refund_in_part" });
      dropped = dropRefund(db(), { refundId, ...byOps });
      await expect.poll(() => blockedSessions(database.current)).toHaveLength(1);
    });
    await dropped;
    expect(await alert()).toMatchObject({
      resolvedAt: null,
      message: "1 refund of $0.50 is above a limit and is waiting. Release it or drop it.",
    });
  });

  it("is made once: the second of two at the same instant is refused", async () => {
    const { refundId } = await heldRefund();
    const outcomes = await Promise.allSettled([
      releaseRefund(db(), { refundId, ...byOps }),
      dropRefund(db(), { refundId, ...byOps }),
      releaseRefund(db(), { refundId, ...byOps }),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({
      reason: { code: "conflict", userMessage: "This refund has already been released or dropped." },
    });
  });
});
