import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { failRefund, recordRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { type PaidOrder, postedCents, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const send = (refundId: string) => sendRefund(shop.deps(), refundId);

const refundPart = (orderId: string, amountCents: number) =>
  shop.refund(orderId, { kind: "part", amountCents });

/** Makes a refund at Stripe, like an operator in the dashboard or a process whose database has since been restored. */
const refundAtStripe = (
  { paymentIntentId }: PaidOrder,
  amount: number,
  metadata: Record<string, string> = {},
) => stripe.client().refunds.create({ payment_intent: paymentIntentId, amount, metadata });

const sync = (paid: PaidOrder) => syncRefunds(shop.deps(), paid.paymentIntentId);

async function atStripe({ paymentIntentId }: PaidOrder): Promise<number[]> {
  const { refunds } = await stripe.view();
  const ours = refunds.filter(({ payment_intent: intent }) => intent === paymentIntentId);
  return ours.map(({ amount }) => amount);
}

describe("a full refund made in Stripe's dashboard", () => {
  it("cancels unsent items, and the order ends", async () => {
    const paid = await shop.placeReady();
    await refundAtStripe(paid, 229);
    await sync(paid);
    expect(await shop.order(paid.orderId)).toMatchObject({
      status: "failed",
      paymentStatus: "refunded",
      items: [{ state: "canceled", reason: "refunded" }],
      refunds: [{ reason: "dashboard", amountCents: 229 }],
    });
  });

  it("in two parts cancels them with the second one", async () => {
    const paid = await shop.placeReady();
    await refundAtStripe(paid, 100);
    await sync(paid);
    expect(await shop.order(paid.orderId)).toMatchObject({ items: [{ state: "ready" }] });
    await refundAtStripe(paid, 129);
    await sync(paid);
    expect(await shop.order(paid.orderId)).toMatchObject({ items: [{ state: "canceled" }] });
  });

  it.each(["submitting", "submitted", "in_progress", "unknown"] as const)(
    "leaves an item that is %s, records that once and flags the order",
    async (state) => {
      const paid = await shop.placeReady();
      const leased = state === "submitting" ? { leaseToken: newId(), leasedAt: new Date() } : {};
      await shop.setItems(paid.orderId, { state, ...leased });
      await refundAtStripe(paid, 229);
      await sync(paid);
      await sync(paid);
      const order = await shop.order(paid.orderId);
      expect(order).toMatchObject({ flagReason: "refunded_in_progress", items: [{ state }] });
      expect(order.events.filter(({ type }) => type === "order.refunded_in_progress")).toHaveLength(1);
    },
  );
});

it("an administrator's partial refunds that add up to the whole payment cancel unsent items", async () => {
  const paid = await shop.placeReady();
  await refundPart(paid.orderId, 100);
  await refundPart(paid.orderId, 129);
  const { refunds, ...order } = await shop.order(paid.orderId);
  expect(order).toMatchObject({ items: [{ state: "canceled", reason: "refunded" }] });
  for (const { id } of refunds) await send(id);
});

describe("a refund that waits while one is made at Stripe", () => {
  it("is reduced to the amount that is left, which is then sent", async () => {
    const paid = await shop.placeReady();
    const id = await shop.requestRefund(paid, 229);
    await refundAtStripe(paid, 29);
    await sync(paid);
    const reduced = await shop.order(paid.orderId);
    // Another amount makes another request, so it has another number and thus another key.
    expect(reduced.refunds).toMatchObject([
      { amountCents: 29, reason: "dashboard", number: 2 },
      { id, amountCents: 200, status: "requested", number: 3 },
    ]);
    expect(reduced.events.find(({ type }) => type === "refund.reduced")?.data).toMatchObject({
      amountCents: 200,
      beforeCents: 229,
      because: "made_at_stripe",
    });
    await send(id);
    expect((await atStripe(paid)).toSorted()).toEqual([200, 29]);
  });

  it("is reduced even if no event reported the other one, because sending checks first", async () => {
    const paid = await shop.placeReady();
    const id = await shop.requestRefund(paid, 200);
    await refundAtStripe(paid, 100);
    await send(id);
    expect((await atStripe(paid)).toSorted()).toEqual([100, 129]);
    expect(await shop.order(paid.orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });

  it("is dropped when nothing is left, held ones before requested ones", async () => {
    const paid = await shop.placeReady();
    const requested = await shop.requestRefund(paid, 100);
    const held = await shop.requestRefund(paid, 129);
    await db().refund.update({ where: { id: held }, data: { status: "held" } });
    await refundAtStripe(paid, 179);
    await sync(paid);
    expect((await shop.order(paid.orderId)).refunds).toMatchObject([
      { id: held, status: "dropped", amountCents: 129 },
      { status: "succeeded", amountCents: 179 },
      { id: requested, status: "requested", amountCents: 50 },
    ]);
    await send(held);
    await send(requested);
    expect((await atStripe(paid)).toSorted()).toEqual([179, 50]);
  });

  it("and was dropped here, but made at Stripe, is posted with its amount at Stripe", async () => {
    const paid = await shop.placeReady();
    const id = await shop.requestRefund(paid, 150);
    await db().refund.update({ where: { id }, data: { status: "dropped" } });
    await refundAtStripe(paid, 120, { refund_id: id, order_id: paid.orderId });
    await sync(paid);
    expect(await shop.order(paid.orderId)).toMatchObject({
      refundedCents: 120,
      refunds: [{ id, status: "succeeded", amountCents: 120 }],
    });
  });
});

it("two refunds at Stripe with one refund id are two refunds here", async () => {
  const paid = await shop.placeReady();
  const id = await shop.requestRefund(paid, 50);
  await send(id);
  await refundAtStripe(paid, 50, { refund_id: id, order_id: paid.orderId });
  await sync(paid);
  expect(await shop.order(paid.orderId)).toMatchObject({
    refundedCents: 100,
    refunds: [{ id }, { reason: "dashboard" }],
  });
  // Reset, because the check of the invariants would report that the shop never makes two such refunds.
  await stripe.control("/reset");
});

describe("a refund that a restored database has forgotten", () => {
  /** The order as in a restored copy: ended, and its refund, which Stripe has made, not yet requested. */
  async function forgottenRefund(delivered = 40, cents = 137): Promise<PaidOrder & { refundId: string }> {
    const paid = await shop.placeReady();
    await shop.end(paid.orderId, "partial", delivered);
    await refundUndelivered(db(), paid.orderId);
    const { id, number } = await db().refund.findFirstOrThrow({ where: { orderId: paid.orderId } });
    await db().refund.delete({ where: { id } });
    await refundAtStripe(paid, cents, {
      refund_id: id,
      order_id: paid.orderId,
      reason: "undelivered",
      number: String(number),
    });
    return { ...paid, refundId: id };
  }

  it("becomes the same row again, and the undelivered units are not refunded a second time", async () => {
    const paid = await forgottenRefund();
    await sync(paid);
    await refundUndelivered(db(), paid.orderId);
    expect(await shop.order(paid.orderId)).toMatchObject({
      refundedCents: 137,
      refunds: [{ id: paid.refundId, number: 1, reason: "undelivered", status: "succeeded" }],
    });
  });

  it("and was requested again before Stripe was read is not sent again: 137 of 229 cents, not 229", async () => {
    const paid = await forgottenRefund();
    await refundUndelivered(db(), paid.orderId);
    const [second] = (await shop.order(paid.orderId)).refunds;
    await send(second?.id ?? "");
    expect(await atStripe(paid)).toEqual([137]);
    const { refunds, ...order } = await shop.order(paid.orderId);
    expect(order).toMatchObject({ refundedCents: 137, paymentStatus: "partially_refunded" });
    expect(refunds.map(({ id, status }) => [id === paid.refundId, status]).toSorted()).toEqual([
      [false, "dropped"],
      [true, "succeeded"],
    ]);
  });

  it("and was requested again, which failed, is not sent once more for the same units", async () => {
    const paid = await forgottenRefund(60, 92);
    await refundUndelivered(db(), paid.orderId);
    const { id: refundId } = await db().refund.findFirstOrThrow({ where: { orderId: paid.orderId } });
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await sync(paid);
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
    expect(await shop.sendRefunds(paid.orderId)).toEqual([92]);
  });
});

it("a refund's data at Stripe is enough to make its row again", async () => {
  const paid = await shop.placeReady();
  const id = await shop.requestRefund(paid, 40);
  await send(id);
  const made = (await stripe.view()).refunds.find(({ metadata }) => metadata?.refund_id === id);
  expect(made?.metadata).toMatchObject({ order_id: paid.orderId, reason: "refund_in_part", number: "1" });
});

it("a refund that the bank sent back flags the order, alerts the operator and can be sent again, once", async () => {
  const { orderId } = await shop.placeReady();
  const { refundId } = await refundPart(orderId, 100);
  await shop.sendRefunds(orderId);
  const { stripeRefundId } = await db().refund.findUniqueOrThrow({ where: { id: refundId } });
  await stripe.control(`/refund/${stripeRefundId}/failed`);
  const failed = await stripe.client().refunds.retrieve(stripeRefundId ?? "");
  await Promise.all([recordRefund(db(), refundId, failed), recordRefund(db(), refundId, failed)]);
  const order = await shop.order(orderId);
  expect(order).toMatchObject({
    refundedCents: 0,
    paymentStatus: "paid",
    flagReason: "refund_failed",
    refunds: [{ status: "failed", failure: "expired_or_canceled_card" }],
  });
  expect(order.events.filter(({ type }) => type === "refund.failed")).toHaveLength(1);
  const alert = () => shop.refundAlert(refundId);
  expect(await alert()).toMatchObject({ kind: "refund_failed", resolvedAt: null, times: 1 });
  expect(await postedCents(db(), orderId)).toMatchObject({ sales: -229, stripe_balance: 229 - 37 });
  const ids = await Promise.allSettled(
    Array.from({ length: 5 }, () => retryRefund(db(), { refundId, ...byOps })),
  );
  expect(new Set(ids.map((id) => id.status === "fulfilled" && id.value.refundId)).size).toBe(1);
  await shop.sendRefunds(orderId);
  expect(await shop.order(orderId)).toMatchObject({ refundedCents: 100 });
  expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
});
