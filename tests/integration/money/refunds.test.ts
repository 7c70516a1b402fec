import { describe, expect, it } from "vitest";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { refundIdempotencyKey, sendRefund } from "@/lib/money/refunds/send-refund";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import type { FinalStatus } from "@/lib/orders/order/close-order";
import { codeOf } from "../../support/database";
import { byOps, leaveQuarantine } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";
import { jobKeys, sweepOnce } from "../../support/submitting";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const send = (refundId: string, timeoutMs?: number) =>
  sendRefund({ db: db(), stripe: stripe.client(timeoutMs) }, refundId);
const five = <T>(run: () => Promise<T>) => Promise.allSettled(Array.from({ length: 5 }, run));

/** A paid order of 100 followers that its supplier ended after a number of units. */
async function endedOrder(status: FinalStatus, delivered: number) {
  const order = await shop.placePaid();
  await shop.end(order.orderId, status, delivered);
  return order;
}

describe("a refund", () => {
  it("is sent once, posted on the order and recorded in its timeline", async () => {
    const order = await shop.placePaid();
    await send(await shop.requestRefund(order, 100));
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([100]);
    const after = await shop.order(order.orderId);
    expect(after).toMatchObject({
      refundedCents: 100,
      paymentStatus: "partially_refunded",
      refunds: [{ number: 1, status: "succeeded", stripeRefundId: expect.stringMatching(/^re_/) }],
    });
    expect(after.events.map((event) => event.type).slice(-2)).toEqual(["refund.requested", "refund.sent"]);
  });

  it("whose key Stripe knows from a time that the database has forgotten is sent under the next one", async () => {
    const [order, other] = [await shop.placePaid(), await shop.placePaid()];
    const otherPayment = { payment_intent: other.paymentIntentId, amount: 1 };
    await stripe
      .client()
      .refunds.create(otherPayment, { idempotencyKey: refundIdempotencyKey(order.orderId, 1) });
    const refundId = await shop.requestRefund(order, 100);
    expect(await codeOf(send(refundId))).toBe("payment_unavailable");
    await send(refundId);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([100]);
    await syncRefunds(shop.deps(), other.paymentIntentId);
  });

  it.each([
    ["more than was paid", [230]],
    ["more than is left", [200, 30]],
    ["nothing", [0]],
    ["a negative amount", [-1]],
  ])("of %s is refused before Stripe is asked", async (_, amounts) => {
    const order = await shop.placePaid();
    const last = amounts.pop() ?? 0;
    for (const amount of amounts) await shop.requestRefund(order, amount);
    expect(await codeOf(shop.requestRefund(order, last))).toBe("conflict");
    expect((await shop.order(order.orderId)).refunds).toHaveLength(amounts.length);
  });

  it("sent to Stripe by five workers at once is one refund, posted once", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await five(() => send(id));
    await send(id);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([229]);
    expect(await shop.order(order.orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });

  it.each([1, 2, 3])("whose answer was lost %i times is one refund", async (loseResponse) => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await stripe.faults({ loseResponse });
    await send(id).catch((error: unknown) => expect(error).toMatchObject({ code: "payment_unavailable" }));
    await stripe.heal();
    await send(id);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([229]);
    expect(await shop.order(order.orderId)).toMatchObject({ refundedCents: 229 });
  });

  it("that Stripe made without our knowing is found, although its key is forgotten", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    // Stripe forgets keys after a day: the refund of the first try exists, but not under the key.
    await stripe.client().refunds.create({
      payment_intent: order.paymentIntentId,
      amount: 100,
      metadata: { refund_id: id, order_id: order.orderId },
    });
    await send(id);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([100]);
    expect((await shop.order(order.orderId)).refunds).toMatchObject([{ status: "succeeded" }]);
  });

  it("with a failure stored under its key is sent under another one", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await stripe.faults({ failNext: 1, status: 500 });
    expect(await codeOf(send(id))).toBe("payment_unavailable");
    expect(await shop.order(order.orderId)).toMatchObject({
      refundedCents: 0,
      refunds: [{ status: "requested" }],
    });
    // Stripe repeats the failure, and the key is changed.
    expect(await codeOf(send(id))).toBe("payment_unavailable");
    await send(id);
    await send(id);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([229]);
    expect(await shop.order(order.orderId)).toMatchObject({ refunds: [{ number: 2, status: "succeeded" }] });
    expect(await codeOf(shop.requestRefund(order, 1))).toBe("conflict");
  });

  it.each([
    ["hangs", { delayMs: 600_000 }, ["GET"]],
    ["is overloaded", { failNext: 1, status: 503 }, ["GET", "POST"]],
  ])(
    "asks a Stripe that %s once, because its job tries again and must end in time",
    async (_, faults, asked) => {
      const id = await shop.requestRefund(await shop.placePaid(), 229);
      const client = stripe.client(2_000);
      const requests: string[] = [];
      client.on("request", ({ method }: { method: string }) => requests.push(method));
      await stripe.faults(faults);
      expect(await codeOf(sendRefund({ db: db(), stripe: client }, id))).toBe("payment_unavailable");
      expect(requests).toEqual(asked);
      await stripe.heal();
      await send(id);
    },
  );

  it("that an overloaded Stripe did not take is retried under the same key", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await stripe.faults({ failNext: 2, status: 503 });
    for (const _ of [1, 2]) expect(await codeOf(send(id))).toBe("payment_unavailable");
    await send(id);
    expect((await shop.order(order.orderId)).refunds).toMatchObject([{ number: 1, status: "succeeded" }]);
    const [made] = (await stripe.view()).events.filter(
      (event) => event.type === "refund.created" && event.data.object.metadata?.refund_id === id,
    );
    expect(made?.request?.idempotency_key).toBe(refundIdempotencyKey(order.orderId, 1));
  });

  it("that Stripe refuses for good fails with the reason, and frees its amount", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 200);
    const disputeId = await stripe.dispute(order.orderId);
    await send(id);
    await send(id);
    await stripe.control(`/dispute/${disputeId}/won`);
    const after = await shop.order(order.orderId);
    expect(after).toMatchObject({
      refundedCents: 0,
      paymentStatus: "paid",
      refunds: [{ status: "failed", failure: "charge_disputed" }],
    });
    expect(after.events.filter((event) => event.type === "refund.failed")).toHaveLength(1);
    await send(await shop.requestRefund(order, 129));
    expect(await shop.order(order.orderId)).toMatchObject({ refundedCents: 129 });
  });
});

describe("a refund that Stripe does not take", () => {
  const setPayment = (id: string, paymentIntentId: string) =>
    db().paymentAttempt.update({ where: { id }, data: { paymentIntentId } });

  it("because the key may not write refunds stays requested, and is sent once the key may", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await stripe.faults({ missingRights: ["charge_write"] });
    await expect(send(id)).rejects.toMatchObject({
      code: "payment_misconfigured",
      message: expect.stringContaining("the key lacks the right charge_write"),
    });
    expect(await shop.order(order.orderId)).toMatchObject({
      refunds: [{ status: "requested" }],
      flagReason: null,
    });
    await stripe.heal();
    await send(id);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([229]);
  });

  it("because it does not know the payment fails with a flag, and can be sent again with the right key", async () => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await setPayment(order.attemptId, "pi_of_another_account");
    await send(id);
    expect(await shop.order(order.orderId)).toMatchObject({
      flagReason: "refund_failed",
      refunds: [{ status: "failed", failure: "resource_missing" }],
    });
    const alert = await shop.refundAlert(id);
    expect(alert.message).toContain("Stripe does not know its payment");
    await setPayment(order.attemptId, order.paymentIntentId);
    await send((await retryRefund(db(), { refundId: id, ...byOps })).refundId);
    expect(await shop.refundsAtStripe(order.orderId)).toEqual([229]);
  });

  it.each([
    ["in quarantine, where the key may be that of a copy", "requested", true],
    ["when it was made there before", "pending", false],
  ] as const)("because it does not know the payment does not fail %s", async (_, status, isQuarantined) => {
    const order = await shop.placePaid();
    const id = await shop.requestRefund(order, 229);
    await setPayment(order.attemptId, "pi_of_another_account");
    await db().refund.update({ where: { id }, data: { status } });
    if (isQuarantined) await startQuarantine(db(), { reason: "a test" });
    await send(id);
    expect(await shop.order(order.orderId)).toMatchObject({ flagReason: null, refunds: [{ status }] });
    await leaveQuarantine(db());
    await setPayment(order.attemptId, order.paymentIntentId);
    await db().refund.update({ where: { id }, data: { status: "requested" } });
    await send(id);
  });
});

describe("the undelivered part of an order", () => {
  it("is refunded by its share of the payment, rounded half up to a cent, once", async () => {
    // 57 of 100 are missing: 130.53 cents.
    const { orderId } = await endedOrder("partial", 43);
    await five(() => refundUndelivered(db(), orderId));
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([131]);
    expect(await shop.order(orderId)).toMatchObject({
      status: "partial",
      paymentStatus: "partially_refunded",
      refundedCents: 131,
    });
  });

  it.each([
    ["here", 50, [50, 87]],
    ["here", 200, [200]],
    ["in Stripe's dashboard", 50, [50, 87]],
    ["in Stripe's dashboard, unknown until the shop's own is sent", 50, [50, 87]],
  ])(
    "is refunded less what an operator refunded before %s: of $1.37, %i cents",
    async (where, cents, sent) => {
      const order = await shop.placePaid();
      if (where === "here") await shop.refund(order.orderId, { kind: "part", amountCents: cents });
      else await stripe.client().refunds.create({ payment_intent: order.paymentIntentId, amount: cents });
      if (where === "in Stripe's dashboard") await syncRefunds(shop.deps(), order.paymentIntentId);
      await shop.end(order.orderId, "partial", 40);
      await refundUndelivered(db(), order.orderId);
      await shop.sendRefunds(order.orderId);
      const { refunds, owed } = await shop.order(order.orderId);
      expect(refunds.map(({ amountCents, status }) => [amountCents, status]).toSorted()).toEqual(
        sent.map((amountCents) => [amountCents, "succeeded"]),
      );
      expect(owed).toMatchObject({
        units: 60,
        cents: 137,
        refundId: refunds.find(({ amountCents }) => amountCents === sent.at(-1))?.id,
      });
    },
  );

  it("of an order that release 1.0 ended, without an owed amount, is refunded by the job that the sweeper adds", async () => {
    const { orderId } = await endedOrder("partial", 40);
    await db().owedAmount.delete({ where: { orderId } });
    await db().order.update({ where: { id: orderId }, data: { finishedAt: new Date(Date.now() - 120_000) } });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepOnce(database.current);
    expect(await jobKeys(database.current)).toContain(`refund-undelivered:${orderId}`);
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([137]);
  });

  it("is refunded in full beside a refund of units that went missing, up to what is left of the payment", async () => {
    const order = await endedOrder("partial", 10);
    await send(await shop.requestRefund(order, 200, "missing_units"));
    await refundUndelivered(db(), order.orderId);
    expect((await shop.sendRefunds(order.orderId)).toSorted()).toEqual([200, 29]);
    expect(await shop.order(order.orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });

  it.each<[string, FinalStatus | "processing", number]>([
    ["of a completed order", "completed", 100],
    ["of an order that is still being delivered", "processing", 40],
  ])("%s is not refunded", async (_, status, delivered) => {
    const order = status === "processing" ? await shop.placePaid() : await endedOrder(status, delivered);
    await refundUndelivered(db(), order.orderId);
    expect((await shop.order(order.orderId)).refunds).toEqual([]);
  });
});
