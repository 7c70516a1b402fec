import { describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { closeOrders } from "@/lib/orders/close-order";
import { settlePayment } from "@/lib/payments/settle-payment";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { releaseRefund } from "@/lib/refunds/decide-held-refund";
import { type RefundOrderInput, refundOrder } from "@/lib/refunds/refund-order";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { retryRefund } from "@/lib/refunds/retry-refund";
import { findOrderDetails } from "@/lib/reporting/find-order-details";
import { setItems, setSetting } from "../../support/factories";
import { postedCents, useShopAtStripe } from "../../support/shop";

const { database, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const actor = { id: null, email: "ops" };
const reason = "the customer asked for it";

const refund = (orderId: string, input: Partial<RefundOrderInput> = {}) =>
  refundOrder(database.current.db, { orderId, kind: "full", intent: newId(), actor, reason, ...input });
const five = <T>(run: () => Promise<T>) => Promise.allSettled(Array.from({ length: 5 }, run));

const endQuarantine = () =>
  database.current.db.$executeRaw`UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL`;

const paidOrder = async () => (await shop.placeReady()).orderId;
const setItem = (orderId: string, data: object) => setItems(database.current.db, { orderId }, data);
const code = (wanted: string) => ({ code: wanted });

describe("a full refund", () => {
  it("refunds everything, cancels unsent items and ends an order with nothing in progress as failed", async () => {
    const orderId = await paidOrder();
    expect(await refund(orderId)).toMatchObject({ amountCents: 229 });
    const before = await shop.order(orderId);
    expect(before).toMatchObject({
      status: "failed",
      items: [{ state: "canceled", reason: "refunded" }],
      refunds: [{ status: "requested", reason: "refund_in_full", note: reason }],
    });
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
    // The job that follows an order's end then does nothing.
    await refundUndelivered(database.current.db, orderId);
    const after = await shop.order(orderId);
    expect(after).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(after.refunds).toHaveLength(1);
    expect(await postedCents(database.current.db, orderId)).toEqual({
      refunds: 229,
      sales: -229,
      stripe_balance: -37,
      stripe_fees: 37,
    });
  });

  it("leaves items that a supplier has to that supplier, and the order in progress", async () => {
    const orderId = await paidOrder();
    await setItem(orderId, { state: "in_progress", remains: 40 });
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
    await setItem(orderId, { state: "unknown" });
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
    const { db } = database.current;
    await setSetting(db, "autoRefundsPerHour", 0);
    await db.$transaction((tx) => closeOrders(tx, [{ orderId, status: "failed" }]));
    await refundUndelivered(db, orderId);
    await db.siteSetting.delete({ where: { key: "autoRefundsPerHour" } });
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
  it("while other orders for the same target are paid and refunded causes no deadlock", async () => {
    const { db } = database.current;
    const placed = await Promise.all(Array.from({ length: 8 }, () => shop.placeAndPay()));
    for (const { sessionId } of placed.slice(0, 4)) await settlePayment(shop.deps(), sessionId);
    const refunds = placed.slice(0, 4).map(({ orderId }) => refund(orderId));
    const payments = placed.slice(4).map(({ sessionId }) => settlePayment(shop.deps(), sessionId));
    const outcomes = await Promise.allSettled([...refunds, ...payments]);
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toEqual([]);
    const lines = await db.fulfillmentItem.findMany({
      where: { orderId: { in: placed.map(({ orderId }) => orderId) }, state: { not: "canceled" } },
    });
    expect(lines).toHaveLength(4);
    for (const { orderId } of placed) await shop.sendRefunds(orderId);
    await db.fulfillmentItem.updateMany({
      where: { orderId: { in: placed.map(({ orderId }) => orderId) } },
      data: { state: "canceled" },
    });
  });
});

describe("one refund form", () => {
  it("sent five times at once makes one refund at Stripe", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    const outcomes = await five(() => refund(orderId, { kind: "part", amountCents: 50, intent }));
    const ids = outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value.refundId);
    expect(new Set(ids).size).toBe(1);
    expect(await shop.sendRefunds(orderId)).toEqual([50]);
    const { db } = database.current;
    expect(await db.auditEntry.count({ where: { subjectId: orderId } })).toBe(1);
  });

  it("sent again after its full refund returns that refund, and is not refused", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    const first = await refund(orderId, { intent });
    expect(await refund(orderId, { intent })).toEqual(first);
    await shop.sendRefunds(orderId);
    expect(await refund(orderId, { intent })).toEqual(first);
  });

  it("can't be used for another refund", async () => {
    const orderId = await paidOrder();
    const intent = newId();
    await refund(orderId, { kind: "part", amountCents: 50, intent });
    await expect(refund(orderId, { kind: "part", amountCents: 60, intent })).rejects.toMatchObject(
      code("idempotency_conflict"),
    );
    await expect(refund(orderId, { intent })).rejects.toMatchObject(code("idempotency_conflict"));
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "ready" }]);
  });

  it("of five administrators at once stays within the payment", async () => {
    const orderId = await paidOrder();
    const outcomes = await five(() => refund(orderId, { kind: "part", amountCents: 100 }));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(2);
    expect(await shop.sendRefunds(orderId)).toEqual([100, 100]);
  });

  it("of full, part and undelivered at once stays within the payment", async () => {
    const orderId = await paidOrder();
    await Promise.allSettled([
      refund(orderId),
      refund(orderId, { kind: "part", amountCents: 200 }),
      refund(orderId, { kind: "undelivered" }),
      refund(orderId, { kind: "part", amountCents: 29 }),
      refundUndelivered(database.current.db, orderId),
    ]);
    await refundUndelivered(database.current.db, orderId);
    const sent = await shop.sendRefunds(orderId);
    expect(sent.reduce((sum, amount) => sum + amount, 0)).toBe(229);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });
});

describe("a refund of undelivered units", () => {
  it("is their share of the payment, once", async () => {
    const orderId = await paidOrder();
    const { db } = database.current;
    await setItem(orderId, { state: "partial", remains: 57 });
    await db.orderFulfillment.update({ where: { orderId }, data: { delivered: 43, remains: 57 } });
    expect(await refund(orderId, { kind: "undelivered" })).toMatchObject({ amountCents: 131 });
    await expect(refund(orderId, { kind: "undelivered" })).rejects.toMatchObject(code("conflict"));
    expect(await shop.sendRefunds(orderId)).toEqual([131]);
  });

  it("is offered beside a held refund of a part, as it would be made, and not beside a held one of its own", async () => {
    const orderId = await paidOrder();
    const { db } = database.current;
    await setItem(orderId, { state: "partial", remains: 57 });
    await db.orderFulfillment.update({ where: { orderId }, data: { delivered: 43, remains: 57 } });
    const offered = async () =>
      (await findOrderDetails(db, orderId, new Date()))?.refundable.undeliveredCents;
    await refund(orderId, { kind: "part", amountCents: 10 });
    await db.refund.updateMany({ where: { orderId }, data: { status: "held" } });
    expect(await offered()).toBe(131);
    expect(await refund(orderId, { kind: "undelivered" })).toMatchObject({ amountCents: 131 });
    await db.refund.updateMany({ where: { orderId }, data: { status: "held" } });
    expect(await offered()).toBeNull();
    await expect(refund(orderId, { kind: "undelivered" })).rejects.toMatchObject(code("conflict"));
    await db.refund.updateMany({ where: { orderId }, data: { status: "requested" } });
  });

  it("that came due in quarantine is made afterwards, however old its order is", async () => {
    const { db } = database.current;
    const orderId = await paidOrder();
    await db.$transaction((tx) => closeOrders(tx, [{ orderId, status: "failed" }]));
    await db.$executeRaw`UPDATE orders SET created_at = created_at - interval '90 days' WHERE id = ${orderId}::uuid`;
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await startQuarantine(db, { reason: "a test", agreedUntil: null, isNewLoss: true });
    await refundUndelivered(db, orderId);
    expect((await shop.order(orderId)).refunds).toEqual([]);
    await endQuarantine();
    expect(
      await db.$queryRaw`SELECT FROM graphile_worker.jobs WHERE key = ${`refund-undelivered:${orderId}`}`,
    ).toHaveLength(1);
    await refundUndelivered(db, orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
  });

  it("waits for items that are still at a supplier", async () => {
    const orderId = await paidOrder();
    await setItem(orderId, { state: "submitted" });
    await expect(refund(orderId, { kind: "undelivered" })).rejects.toMatchObject(code("conflict"));
    expect((await shop.order(orderId)).refunds).toEqual([]);
  });

  it("of a delivered order is refused", async () => {
    const orderId = await paidOrder();
    const { db } = database.current;
    await setItem(orderId, { state: "completed", remains: 0 });
    await db.orderFulfillment.update({ where: { orderId }, data: { delivered: 100, remains: 0 } });
    await expect(refund(orderId, { kind: "undelivered" })).rejects.toMatchObject(code("conflict"));
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
    await expect(
      refund(orderId, { kind: "part", ...(amountCents !== undefined && { amountCents }) }),
    ).rejects.toMatchObject(code(expected));
    expect(await shop.order(orderId)).toEqual(before);
  });

  it("of an unpaid or unknown order is refused", async () => {
    const { orderId } = await shop.place();
    await expect(refund(orderId)).rejects.toMatchObject(code("conflict"));
    await expect(refund(newId())).rejects.toMatchObject(code("not_found"));
  });

  it("is asked for, released or sent again neither in quarantine nor during a dispute", async () => {
    const { db } = database.current;
    const orderId = await paidOrder();
    const part = (cents: number) => refund(orderId, { kind: "part", amountCents: cents });
    const [failed, held] = [await part(10), await part(20)];
    const setStatus = (id: string, status: "failed" | "held" | "requested") =>
      db.refund.update({ where: { id }, data: { status } });
    await setStatus(failed.refundId, "failed");
    await setStatus(held.refundId, "held");
    const tries = () =>
      Promise.allSettled([
        part(30),
        retryRefund(db, { refundId: failed.refundId, actor, reason }),
        releaseRefund(db, { refundId: held.refundId, actor, reason }),
      ]);
    const refused = (words: string) => ({
      reason: { code: "conflict", userMessage: expect.stringContaining(words) },
    });
    await startQuarantine(db, { reason: "a test", agreedUntil: null, isNewLoss: true });
    expect(await tries()).toMatchObject(Array(3).fill(refused("quarantine")));
    await endQuarantine();
    await db.order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    expect(await tries()).toMatchObject(Array(3).fill(refused("disputed")));
    await db.order.update({ where: { id: orderId }, data: { paymentStatus: "paid" } });
    expect((await tries()).map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    await shop.sendRefunds(orderId);
  });

  it("is in the audit log with its amount and the administrator's reason", async () => {
    const orderId = await paidOrder();
    const { refundId } = await refund(orderId, { kind: "part", amountCents: 10 });
    const [entry] = await database.current.db.auditEntry.findMany({ where: { subjectId: orderId } });
    expect(entry).toMatchObject({
      actor: "ops",
      action: "refund.requested",
      reason,
      after: { refundId, kind: "part", amountCents: 10 },
    });
    await shop.sendRefunds(orderId);
  });

  it("that the bank sent back flags the order, alerts the operator and can be sent again, once", async () => {
    const orderId = await paidOrder();
    const { db } = database.current;
    const { refundId } = await refund(orderId, { kind: "part", amountCents: 100 });
    await shop.sendRefunds(orderId);
    const { stripeRefundId } = await db.refund.findUniqueOrThrow({ where: { id: refundId } });
    await stripe.control(`/refund/${stripeRefundId}/failed`);
    const failed = await stripe.client().refunds.retrieve(stripeRefundId ?? "");
    const { recordRefund } = await import("@/lib/refunds/record-refund");
    await Promise.all([recordRefund(db, refundId, failed), recordRefund(db, refundId, failed)]);
    expect(await shop.order(orderId)).toMatchObject({
      refundedCents: 0,
      paymentStatus: "paid",
      flagReason: "refund_failed",
    });
    const alert = () => db.operatorAlert.findUnique({ where: { key: `refund_failed:${refundId}` } });
    expect(await alert()).toMatchObject({ kind: "refund_failed", resolvedAt: null, times: 1 });
    expect(await postedCents(db, orderId)).toMatchObject({ sales: -229, stripe_balance: 229 - 37 });
    const ids = await five(() => retryRefund(db, { refundId, actor, reason }));
    expect(new Set(ids.map((id) => id.status === "fulfilled" && id.value.refundId)).size).toBe(1);
    await shop.sendRefunds(orderId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 100 });
    expect((await alert())?.resolvedAt).not.toBeNull();
  });
});
