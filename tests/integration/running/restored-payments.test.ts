import { describe, expect, it } from "vitest";
import { findQuarantine, startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { closeAlert } from "@/lib/mail/alerts/close-alert";
import { settleAndFindPayment } from "@/lib/money/payments/settle-and-find";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { checkStripe } from "@/lib/running/recovery/read-stripe";
import { previewRecovery, recover } from "@/lib/running/recovery/recover";
import { codeOf } from "../../support/database";
import { blockFactory, byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { useMail } from "../../support/mail";
import { useRestorableShop } from "../../support/restorable-shop";
import { sweepOnce } from "../../support/submitting";

const { database, db, stripe, shop, submit, deps, verify, verifyElsewhere, ...at } = useRestorableShop();
const { addCalls, paidItem, shopAtWork } = at;
const mail = useMail(database);
const sweepAll = () => sweepOnce(database.current);

describe("a payment of an order that was placed after the copy was made", () => {
  it("is not foreign: its order is rebuilt with the same link, lines and sums, and waits for recovery", async () => {
    await shopAtWork();
    await database.copy();
    const placed = await shop.placeAndPay({ username: "lucarows" });
    const lost = await shop.order(placed.orderId);
    await database.restoreDisk();
    await verifyElsewhere();
    expect(await findQuarantine(db())).toBeNull();

    expect(await shop.settle(placed.sessionId)).toMatchObject({
      kind: "paid",
      orderId: placed.orderId,
    });
    const rebuilt = await shop.order(placed.orderId);
    const facts = (order: typeof lost) => ({
      token: order.token,
      email: order.email,
      username: order.username,
      postUrl: order.postUrl,
      packageId: order.packageId,
      quantity: order.quantity,
      total: order.priceTotalCents,
      surface: order.surface,
      guestKeyHash: order.guestKeyHash,
      currency: order.currency,
      lines: order.lines.map(({ id: _, ...line }) => line),
    });
    expect(facts(rebuilt)).toEqual(facts(lost));
    expect(rebuilt).toMatchObject({ status: "processing", paidCents: 229, items: [{ state: "ready" }] });
    expect((await findQuarantine(db()))?.reason).toContain(placed.sessionId);
    await submit(rebuilt.items[0]?.id ?? "");
    expect(await addCalls()).toBe(1);
    const witnesses = { stripeControl: `${stripe.url}/_control` };
    expect(
      (await checkInvariants(db(), witnesses)).filter(({ what }) => what.includes(placed.orderId)),
    ).toEqual([]);
  });

  it("and its purchase are taken over by the recovery, and its buyer gets one mail", async () => {
    await shopAtWork();
    await database.copy();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    await database.restore();
    await verify();
    expect(await previewRecovery(deps())).toMatchObject({ stripe: { unknown: [{}] }, held: null });
    expect(await db().order.count({ where: { id: orderId } })).toBe(0);

    const found = await recover(deps(), byOps);
    const [item] = (await shop.order(orderId)).items;
    expect(found).toMatchObject({ stripe: { unknown: [{}] }, uncertain: [{ id: item?.id }] });
    expect(item).toMatchObject({ state: "unknown", reason: "database_restored" });
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    const toBuyer = (await mail.inbox()).filter(({ html }) => html?.includes(orderId.slice(0, 8)));
    expect(toBuyer).toHaveLength(1);
    expect(await addCalls()).toBe(2);
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("stays paid although its buyer got onto the block list meanwhile, because it may have been delivered", async () => {
    await shopAtWork();
    await database.copy();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    await database.restore();
    await verify();
    await blockFactory(db(), "target", "instagram:lucarows");
    await recover(deps(), byOps);
    expect(await shop.order(orderId)).toMatchObject({
      paidCents: 229,
      items: [{ state: "unknown" }],
      refunds: [],
    });
  });

  /** A paid session of this shop whose order the database has lost and can't rebuild. */
  async function lostPayment() {
    const { shopId } = await db().shopState.findFirstOrThrow();
    const orderId = crypto.randomUUID();
    const session = await stripe.openStrangePage({
      customer_email: "buyer@example.com",
      cancel_url: "http://127.0.0.1:3000/order/abc",
      metadata: { order_id: orderId, attempt: "1", shop: shopId },
    });
    await stripe.pay(session.id);
    const { payment_intent } = await stripe.client().checkout.sessions.retrieve(session.id);
    return { session, orderId, shopId, paymentIntentId: String(payment_intent) };
  }

  it("without the data to rebuild its order is recorded in an alert", async () => {
    await shopAtWork();
    const { session } = await lostPayment();
    expect(await shop.settle(session.id)).toMatchObject({ kind: "lost" });
    expect(await findQuarantine(db())).not.toBeNull();
    const [alert] = await db().operatorAlert.findMany({ where: { kind: "lost_payment" } });
    expect(alert?.message).toContain("$5.00 was paid for an order that the database has lost");
  });

  it("is left to the operator once the recovery has named it, whatever is heard of it later", async () => {
    await shopAtWork();
    const { session, orderId, shopId, paymentIntentId } = await lostPayment();
    // A refund that the database has lost with its order.
    const { refunds } = stripe.client();
    const metadata = { refund_id: crypto.randomUUID(), order_id: orderId, shop: shopId };
    await refunds.create({ payment_intent: paymentIntentId, amount: 100, metadata });
    await checkStripe(deps());
    expect(await recover(deps(), byOps)).toMatchObject({ stripe: { unknown: [{}] } });
    const key = `lost_payment:${session.id}`;
    await closeAlert(db(), { key, ...byOps });

    // As the alert says.
    await refunds.create({ payment_intent: paymentIntentId });
    expect(await settleAndFindPayment(deps(), paymentIntentId)).toBeNull();
    expect(await shop.settle(session.id)).toMatchObject({ kind: "lost" });
    await checkStripe(deps());
    expect(await findQuarantine(db())).toBeNull();
    expect(await db().operatorAlert.findUnique({ where: { key } })).toMatchObject({
      times: 1,
      resolvedAt: expect.any(Date),
    });
    await startQuarantine(db(), { reason: "a test" });
    expect(await previewRecovery(deps())).toMatchObject({
      stripe: { unknown: [], refunds: [] },
    });
  });
});

describe("a refund that was made after the copy was made", () => {
  it("is taken over, and no second refund exceeds the payment", async () => {
    await shopAtWork();
    const { orderId, itemId } = await paidItem("lucarows");
    await submit(itemId);
    await verify();
    await database.copy();
    const { refundId } = await shop.refund(orderId, { kind: "part", amountCents: 45 });
    await sendRefund({ db: db(), stripe: stripe.client() }, refundId);
    await database.restore();
    await verify();

    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
    const found = await recover(deps(), byOps);
    expect(found).toMatchObject({ stripe: { refunds: [{}] } });
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 45, refunds: [{ amountCents: 45 }] });
    const second = await shop.refund(orderId);
    expect(second.amountCents).toBe(184);
    await sendRefund({ db: db(), stripe: stripe.client() }, second.refundId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("is taken over with a payment that the copy does not know yet, so nothing is bought for it", async () => {
    await shopAtWork();
    const placed = await shop.place({ username: "lucarows" });
    await database.copy();
    await stripe.pay(placed.sessionId);
    await shop.settle(placed.sessionId);
    const { refundId } = await shop.refund(placed.orderId);
    await sendRefund(shop.deps(), refundId);
    await database.restore();
    await verify();

    expect(await recover(deps(), byOps)).toMatchObject({
      stripe: { unpaid: [{}], refunds: [{}] },
    });
    await verify();
    await submit((await shop.order(placed.orderId)).items[0]?.id ?? "");
    expect(await addCalls()).toBe(1);
    await sweepAll();
    expect(await shop.order(placed.orderId)).toMatchObject({
      status: "processing",
      paymentStatus: "refunded",
      items: [{ state: "unknown", reason: "database_restored" }],
    });
    expect(await checkInvariants(db())).toEqual([]);
  });

  it("a refund requested in the copy is not sent in quarantine, nor is its mail", async () => {
    await shopAtWork();
    const { orderId } = await paidItem("lucarows");
    const { refundId } = await shop.refund(orderId);
    await database.copy();
    await database.restore();
    await verify();
    await sendRefund({ db: db(), stripe: stripe.client() }, refundId);
    expect(await shop.refundsAtStripe(orderId)).toEqual([]);
    for (const { id } of await db().emailLog.findMany()) await mail.send(id);
    expect(await mail.inbox()).toEqual([]);
  });
});
