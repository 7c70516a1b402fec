import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { codeOf } from "../../support/database";
import { auditOf, byOps, leaveQuarantine, setSetting } from "../../support/factories";
import { postedCents, useShopAtStripe } from "../../support/shop";
import { jobKeys, sweepOnce } from "../../support/submitting";

const { database, db, shop } = useShopAtStripe();
shop.checkAfterEach();

const { refund, deliver } = shop;
const five = <T>(run: () => Promise<T>) => Promise.allSettled(Array.from({ length: 5 }, run));

const paidOrder = async () => (await shop.placeReady()).orderId;

describe("a full refund", () => {
  it("refunds everything, cancels unsent items and ends an order with nothing in progress as failed", async () => {
    const orderId = await paidOrder();
    expect(await refund(orderId)).toMatchObject({ amountCents: 229 });
    const before = await shop.order(orderId);
    expect(before).toMatchObject({
      status: "failed",
      items: [{ state: "canceled", reason: "refunded" }],
      refunds: [{ status: "requested", reason: "refund_in_full", note: byOps.reason }],
    });
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
    // The job that follows an order's end then does nothing.
    await refundUndelivered(db(), orderId);
    const after = await shop.order(orderId);
    expect(after).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(after.refunds).toHaveLength(1);
    expect(await postedCents(db(), orderId)).toEqual({
      refunds: 229,
      sales: -229,
      stripe_balance: -37,
      stripe_fees: 37,
    });
  });

  it("leaves items that a supplier has to that supplier, and the order in progress", async () => {
    const orderId = await paidOrder();
    await shop.setItems(orderId, { state: "in_progress", remains: 40 });
    await refund(orderId);
    await shop.sendRefunds(orderId);
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      paymentStatus: "refunded",
      items: [{ state: "in_progress" }],
    });
  });

  it("cancels an item whose outcome is unknown, by the administrator's decision", async () => {
    const orderId = await paidOrder();
    await shop.setItems(orderId, { state: "unknown" });
    await refund(orderId);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ state: "canceled" }] });
    await shop.sendRefunds(orderId);
  });

  it("after a partial refund refunds the rest", async () => {
    const orderId = await paidOrder();
    await refund(orderId, { kind: "part", amountCents: 100 });
    expect(await refund(orderId)).toMatchObject({ amountCents: 129 });
    expect(await shop.sendRefunds(orderId)).toEqual([100, 129]);
    await expect(refund(orderId)).rejects.toMatchObject({
      code: "conflict",
      userMessage: "This payment has already been refunded in full.",
    });
  });

  it("replaces one that is held", async () => {
    const orderId = await paidOrder();
    await setSetting(db(), "autoRefundsPerHour", 0);
    await shop.end(orderId, "failed");
    await refundUndelivered(db(), orderId);
    await db().siteSetting.delete({ where: { key: "autoRefundsPerHour" } });
    expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "held" }]);
    expect(await refund(orderId)).toMatchObject({ amountCents: 229 });
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
    expect((await shop.order(orderId)).refunds).toMatchObject([
      { status: "dropped" },
      { status: "succeeded" },
    ]);
  });
});

describe("canceling waiting items", () => {
  it("while other orders for the same target are paid and refunded fails none of them", async () => {
    const placed = await Promise.all(Array.from({ length: 8 }, () => shop.placeAndPay()));
    for (const { sessionId } of placed.slice(0, 4)) await shop.settle(sessionId);
    const refunds = placed.slice(0, 4).map(({ orderId }) => refund(orderId));
    const payments = placed.slice(4).map(({ sessionId }) => shop.settle(sessionId));
    const outcomes = await Promise.allSettled([...refunds, ...payments]);
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toEqual([]);
    const items = await db().fulfillmentItem.findMany({
      where: { orderId: { in: placed.map(({ orderId }) => orderId) }, state: { not: "canceled" } },
    });
    expect(items).toHaveLength(4);
    for (const { orderId } of placed) await shop.sendRefunds(orderId);
    await db().fulfillmentItem.updateMany({
      where: { orderId: { in: placed.map(({ orderId }) => orderId) } },
      data: { state: "canceled" },
    });
  });
});

describe("one refund form", () => {
  it("sent five times at once makes one refund at Stripe, and one entry of the audit log", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    const outcomes = await five(() => refund(orderId, { kind: "part", amountCents: 50, intent }));
    const ids = new Set(outcomes.map((one) => one.status === "fulfilled" && one.value.refundId));
    expect(ids.size).toBe(1);
    expect(await shop.sendRefunds(orderId)).toEqual([50]);
    expect(await auditOf(db(), orderId)).toMatchObject([
      {
        actor: "ops",
        action: "refund.requested",
        reason: byOps.reason,
        after: { refundId: [...ids][0], kind: "part", amountCents: 50 },
      },
    ]);
  });

  it("sent again after its full refund returns that refund, and is not refused", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    const first = await refund(orderId, { intent });
    expect(await refund(orderId, { intent })).toEqual(first);
    await shop.sendRefunds(orderId);
    expect(await refund(orderId, { intent })).toEqual(first);
  });

  it.each<[string, (refundId: string) => Promise<unknown>, RegExp]>([
    [
      "was dropped says that nothing goes back",
      async (refundId) => {
        await db().refund.update({ where: { id: refundId }, data: { status: "held" } });
        await dropRefund(db(), { refundId, ...byOps });
      },
      /dropped.*Reload the page/,
    ],
    [
      "failed says that it did not reach the card",
      (refundId) => failRefund(db(), refundId, "lost_or_stolen_card", ["requested"]),
      /did not reach the card.*Reload the page/,
    ],
  ])("sent again after its refund %s", async (_, end, message) => {
    const orderId = await paidOrder();
    const form = { kind: "part", amountCents: 50, intent: newId() } as const;
    const { refundId } = await refund(orderId, form);
    await end(refundId);
    await expect(refund(orderId, form)).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(message),
    });
  });

  it("can't be used for another refund", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    await refund(orderId, { kind: "part", amountCents: 50, intent });
    await expect(refund(orderId, { kind: "part", amountCents: 60, intent })).rejects.toMatchObject({
      code: "idempotency_conflict",
      userMessage: expect.stringMatching(/^Another refund of this order /),
    });
    expect(await codeOf(refund(orderId, { intent }))).toBe("idempotency_conflict");
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "ready" }]);
  });

  it("of full, part and undelivered at once stays within the payment", async () => {
    const orderId = await paidOrder();
    await Promise.allSettled([
      refund(orderId),
      refund(orderId, { kind: "part", amountCents: 200 }),
      refund(orderId, { kind: "undelivered" }),
      refund(orderId, { kind: "part", amountCents: 29 }),
      refundUndelivered(db(), orderId),
    ]);
    await refundUndelivered(db(), orderId);
    const sent = await shop.sendRefunds(orderId);
    expect(sent.reduce((sum, amount) => sum + amount, 0)).toBe(229);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });
});

describe("a refund of undelivered units", () => {
  it("is their share of the payment, once", async () => {
    const orderId = await paidOrder();
    await deliver(orderId, 43);
    expect(await refund(orderId, { kind: "undelivered" })).toMatchObject({ amountCents: 131 });
    expect(await codeOf(refund(orderId, { kind: "undelivered" }))).toBe("conflict");
    expect(await shop.sendRefunds(orderId)).toEqual([131]);
  });

  it("is not made beside one that failed, which is sent again instead", async () => {
    const orderId = await paidOrder();
    await deliver(orderId, 60);
    const first = await refund(orderId, { kind: "undelivered" });
    await failRefund(db(), first.refundId, "expired_or_canceled_card", ["requested"]);
    await expect(refund(orderId, { kind: "undelivered" })).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("Send it again"),
    });
    await retryRefund(db(), { refundId: first.refundId, ...byOps });
    expect(await shop.sendRefunds(orderId)).toEqual([92]);
  });

  it("is offered less a held partial refund, and not beside a held one of its own", async () => {
    const orderId = await paidOrder();
    await deliver(orderId, 43);
    const offered = async () =>
      (await findOrderDetails(db(), orderId, new Date()))?.refundable.undeliveredCents;
    await refund(orderId, { kind: "part", amountCents: 10 });
    await db().refund.updateMany({ where: { orderId }, data: { status: "held" } });
    expect(await offered()).toBe(121);
    expect(await refund(orderId, { kind: "undelivered" })).toMatchObject({ amountCents: 121 });
    await db().refund.updateMany({ where: { orderId }, data: { status: "held" } });
    expect(await offered()).toBeNull();
    expect(await codeOf(refund(orderId, { kind: "undelivered" }))).toBe("conflict");
    await db().refund.updateMany({ where: { orderId }, data: { status: "requested" } });
  });

  it("that came due in quarantine is made afterwards, however long ago its order ended", async () => {
    const orderId = await paidOrder();
    await shop.end(orderId, "failed");
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await startQuarantine(db(), { reason: "a test" });
    await refundUndelivered(db(), orderId);
    expect((await shop.order(orderId)).refunds).toEqual([]);
    await leaveQuarantine(db());
    await db()
      .$executeRaw`UPDATE owed_amounts SET created_at = now() - interval '90 days' WHERE order_id = ${orderId}::uuid`;
    await sweepOnce(database.current);
    expect(await jobKeys(database.current)).toContain(`refund-undelivered:${orderId}`);
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
  });

  it.each([
    [
      "while an item is still at its supplier",
      (orderId: string) => shop.setItems(orderId, { state: "submitted" }),
    ],
    ["of an order that was delivered", (orderId: string) => deliver(orderId, 100)],
  ])("%s is refused", async (_, prepare) => {
    const orderId = await paidOrder();
    await prepare(orderId);
    expect(await codeOf(refund(orderId, { kind: "undelivered" }))).toBe("conflict");
    expect((await shop.order(orderId)).refunds).toEqual([]);
  });
});

describe("a refund", () => {
  it.each([
    ["more than is left", 230, "conflict"],
    ["nothing", 0, "invalid_input"],
    ["a negative amount", -1, "invalid_input"],
    ["half a cent", 0.5, "invalid_input"],
    ["an amount that is none", undefined, "invalid_input"],
  ])("of %s is refused and changes nothing", async (_, amountCents, expected) => {
    const orderId = await paidOrder();
    const before = await shop.order(orderId);
    expect(
      await codeOf(refund(orderId, { kind: "part", ...(amountCents !== undefined && { amountCents }) })),
    ).toBe(expected);
    expect(await shop.order(orderId)).toEqual(before);
  });

  it("is asked for, released or sent again neither in quarantine nor during a dispute", async () => {
    const orderId = await paidOrder();
    const part = (cents: number) => refund(orderId, { kind: "part", amountCents: cents });
    const [failed, held] = [await part(10), await part(20)];
    const setStatus = (id: string, status: "failed" | "held" | "requested") =>
      db().refund.update({ where: { id }, data: { status } });
    await setStatus(failed.refundId, "failed");
    await setStatus(held.refundId, "held");
    const tries = () =>
      Promise.allSettled([
        part(30),
        retryRefund(db(), { refundId: failed.refundId, ...byOps }),
        releaseRefund(db(), { refundId: held.refundId, ...byOps }),
      ]);
    const refused = (words: string) => ({
      reason: { code: "conflict", userMessage: expect.stringContaining(words) },
    });
    await startQuarantine(db(), { reason: "a test" });
    expect(await tries()).toMatchObject(Array(3).fill(refused("quarantine")));
    await leaveQuarantine(db());
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    expect(await tries()).toMatchObject(Array(3).fill(refused("disputed")));
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "paid" } });
    expect((await tries()).map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    await shop.sendRefunds(orderId);
  });
});
