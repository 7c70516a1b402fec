import { beforeEach, describe, expect, it } from "vitest";
import { openCheckout } from "@/lib/checkout/open-checkout";
import { cancelWithdrawnItem } from "@/lib/delivery/progress/cancel-late-item";
import { applyDispute } from "@/lib/disputes/apply-dispute";
import { loadReceipt } from "@/lib/email/withdrawal-receipt";
import { newId } from "@/lib/ids";
import { settlePayment } from "@/lib/payments/settle-payment";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { refundOrder } from "@/lib/refunds/refund-order";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { sendRefund } from "@/lib/refunds/send-refund";
import { findWithdrawal } from "@/lib/withdrawal/find-withdrawal";
import { settleWithdrawal } from "@/lib/withdrawal/settle-withdrawal";
import { takeStatement } from "@/lib/withdrawal/take-statement";
import { sweep } from "@/lib/worker/sweep";
import { useDatabase } from "../../support/database";
import { setItems } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { type PaidOrder, useShop } from "../../support/shop";
import { delayedMethod, useStripe } from "../../support/stripe";
import { delivering, submitting } from "../../support/submitting";
import { startHeldSupplier } from "../../support/suppliers";

const database = useDatabase();
const stripe = useStripe();
const panel = usePanel(database);
const shop = useShop(database, stripe);
shop.checkAfterEach();
const { submit } = submitting(database);
const { poll, provider } = delivering(database);
const db = () => database.current.db;

const email = "buyer@example.com";
const sweepDeps = () => ({
  db: db(),
  submitLeaseMs: 60_000,
  jobLeaseMs: 120_000,
  supportEmail: "ops@shop.example",
});

beforeEach(async () => {
  await db().$executeRaw`UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL`;
  await db().supplierService.updateMany({ data: { canCancel: true } });
  await panel.control({ speed: 3_600 });
});

/** A paid order of $2.29 whose one item is ready, for an account of its own. */
async function paidOrder(item: object = {}): Promise<PaidOrder & { itemId: string }> {
  const placed = await shop.placePaid();
  const { orderId } = placed;
  await setItems(
    db(),
    { orderId },
    { targetKey: orderId, state: "ready", link: `https://x.example/${orderId}`, ...item },
  );
  const { items } = await shop.order(orderId);
  return { ...placed, itemId: items[0]?.id ?? "" };
}

const state = (orderId: string, changes: object = {}) =>
  takeStatement(db(), {
    name: "Mara Lindqvist",
    email,
    orderNumber: orderId.slice(0, 8),
    isMailed: true,
    ...changes,
  });

/** States a withdrawal and lets its job run. */
async function withdraw(orderId: string, changes: object = {}) {
  const { id } = await state(orderId, changes);
  await settleWithdrawal(shop.deps(), id);
  return db().withdrawal.findUniqueOrThrow({ where: { id } });
}

/** Lets the refund that an order is owed go to Stripe; the cents that Stripe sent back. */
async function refunded(orderId: string): Promise<number[]> {
  await refundUndelivered(db(), orderId);
  for (const { id } of (await shop.order(orderId)).refunds) await sendRefund(shop.deps(), id);
  const { refunds } = await stripe.view();
  return refunds.filter(({ metadata }) => metadata?.order_id === orderId).map(({ amount }) => amount);
}

const receipts = (id: string) => db().emailLog.findMany({ where: { key: `withdrawal-received:${id}` } });
const answerOf = async (id: string) => (await loadReceipt(db(), id)).answer;

describe("a withdrawal in time", () => {
  it("of an order that nothing was sent of gives all back, with a dated receipt", async () => {
    const { orderId, token } = await paidOrder();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({
      orderId,
      outcome: "withdrawn",
      delivered: 0,
      openUnits: 0,
      backCents: 229,
    });
    expect(await shop.order(orderId)).toMatchObject({
      status: "failed",
      flagReason: null,
      items: [{ state: "canceled", reason: "withdrawn" }],
    });
    expect(await receipts(stated.id)).toMatchObject([
      { kind: "withdrawal-received", orderId, recipient: email },
    ]);
    expect(await answerOf(stated.id)).toContain("$2.29 goes back");
    expect((await findWithdrawal(db(), token))?.receipt).toMatchObject({ name: "Mara Lindqvist" });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("of a half-delivered order gives the rest back when its item has ended, and keeps what was delivered", async () => {
    const { orderId, itemId } = await paidOrder();
    await submit(itemId);
    const { orders } = await panel.view();
    const number = Object.keys(orders)[0] ?? "";
    await panel.control({ set: { order: number, fields: { status: "In progress", remains: 40 } } });
    await poll();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 60, openUnits: 40, backCents: 0 });
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", flagReason: "withdrawn" });
    for (let time = 0; time < 2; time++) await cancelWithdrawnItem({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel).toBe(1);
    await panel.control({ set: { order: number, fields: { status: "Partial", remains: 40 } } });
    await poll();
    const ended = await shop.order(orderId);
    expect(ended).toMatchObject({ status: "partial", fulfillment: { delivered: 60 } });
    // 40 of 100 units of $2.29.
    expect(await refunded(orderId)).toEqual([92]);
  });

  it("leaves what a supplier does not cancel to be delivered, and it stays paid", async () => {
    const { orderId, itemId } = await paidOrder();
    await submit(itemId);
    await db().supplierService.updateMany({ data: { canCancel: false } });
    await withdraw(orderId);
    await cancelWithdrawnItem({ db: db(), provider }, itemId);
    expect((await panel.view()).calls.cancel ?? 0).toBe(0);
    await panel.control({ speed: 0 });
    await poll();
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", withdrawnAt: expect.any(Date) });
    expect(await refunded(orderId)).toEqual([]);
  });

  it("while an item is being sent leaves its one purchase alone, and asks the supplier to stop it afterwards", async () => {
    const held = await startHeldSupplier();
    try {
      await db().supplier.updateMany({ data: { apiUrl: held.url } });
      const taken = await paidOrder();
      const sending = submit(taken.itemId, 5_000);
      await expect.poll(() => held.calls.length).toBe(1);
      const stated = await withdraw(taken.orderId);
      expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 0, openUnits: 100, backCents: 0 });
      held.answer();
      await sending;
      expect(await shop.order(taken.orderId)).toMatchObject({
        status: "processing",
        items: [{ state: "submitted" }],
      });
      // The sweeper finds the item that a supplier has taken since.
      await sweep(sweepDeps());
      const jobs = await db()
        .$queryRaw`SELECT FROM graphile_worker.jobs WHERE key = ${`cancel-withdrawn:${taken.itemId}`}`;
      expect(jobs).toHaveLength(1);
    } finally {
      await held.close();
    }
  });

  it("cancels an item that becomes unsent afterwards, and never sends it", async () => {
    const { orderId, itemId } = await paidOrder({ state: "unknown", reviewSince: new Date() });
    expect(await withdraw(orderId)).toMatchObject({ outcome: "withdrawn", openUnits: 100, backCents: 0 });
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "unknown" }], refunds: [] });
    await setItems(db(), { id: itemId }, { state: "ready", reviewSince: null });
    await submit(itemId);
    expect((await panel.view()).addCalls).toBe(0);
    expect((await sweep(sweepDeps())).unfunded).toBe(1);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", items: [{ reason: "withdrawn" }] });
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("of an order that was delivered in full gives nothing back, and says why", async () => {
    const { orderId, itemId } = await paidOrder();
    await panel.control({ speed: 0 });
    await submit(itemId);
    await poll();
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "withdrawn", delivered: 100, openUnits: 0, backCents: 0 });
    expect(await answerOf(stated.id)).toContain("so nothing goes back");
    expect(await refunded(orderId)).toEqual([]);
  });

  it("twice, also at once and by any job, is once", async () => {
    const { orderId } = await paidOrder();
    const taken = await Promise.all(Array.from({ length: 4 }, () => state(orderId)));
    const ids = [...new Set(taken.map(({ id }) => id))];
    expect(ids).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => settleWithdrawal(shop.deps(), ids[0] ?? "")));
    await withdraw(orderId);
    expect(
      (await shop.order(orderId)).events.filter(({ type }) => type.startsWith("withdrawal.")),
    ).toHaveLength(1);
    expect(await receipts(ids[0] ?? "")).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("after a full refund takes the statement, and gives nothing back again", async () => {
    const { orderId } = await paidOrder();
    const deed = { actor: { id: null, email: "ops" }, reason: "agreed", intent: newId() };
    await refundOrder(db(), { orderId, kind: "full", ...deed });
    expect(await refunded(orderId)).toEqual([229]);
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "refunded", backCents: 0 });
    expect(await receipts(stated.id)).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("of a disputed payment waits for the bank, and is refunded when the payment stays", async () => {
    const { orderId } = await paidOrder();
    const charge = (await stripe.view()).charges.find((made) => made.metadata.order_id === orderId);
    const dispute = (await stripe.control(`/dispute/${charge?.id}`, {})) as { id: string };
    await applyDispute(shop.deps(), dispute.id);
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: "disputed", backCents: 0 });
    await refundUndelivered(db(), orderId);
    expect((await shop.order(orderId)).refunds).toEqual([]);
    await stripe.control(`/dispute/${dispute.id}/won`);
    await applyDispute(shop.deps(), dispute.id);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("above the limits of automatic refunds is held for an administrator", async () => {
    const { orderId } = await paidOrder();
    await db().siteSetting.create({ data: { key: "autoRefundsPerHour", value: 0 } });
    try {
      await withdraw(orderId);
      await refundUndelivered(db(), orderId);
      expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "held", amountCents: 229 }]);
    } finally {
      await db().siteSetting.deleteMany();
    }
  });
});

describe("a withdrawal in quarantine", () => {
  it("is taken with its receipt, and decided when the shop may send again", async () => {
    const { orderId } = await paidOrder();
    await startQuarantine(db(), { reason: "a test", agreedUntil: new Date() });
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ outcome: null, orderId: null });
    expect(await receipts(stated.id)).toMatchObject([{ orderId, state: "queued" }]);
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "ready" }], withdrawnAt: null });
    await db().$executeRaw`UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL`;
    await db()
      .$executeRaw`UPDATE withdrawals SET stated_at = now() - interval '1 minute' WHERE id = ${stated.id}::uuid`;
    await db()
      .$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key = ${`withdrawal:${stated.id}`}`;
    await sweep(sweepDeps());
    expect(
      await db().$queryRaw`SELECT FROM graphile_worker.jobs WHERE key = ${`withdrawal:${stated.id}`}`,
    ).toHaveLength(1);
    await settleWithdrawal(shop.deps(), stated.id);
    expect(await shop.order(orderId)).toMatchObject({ status: "failed" });
    expect(await receipts(stated.id)).toHaveLength(1);
    expect(await refunded(orderId)).toEqual([229]);
  });
});

describe("a withdrawal from an unpaid order", () => {
  it("closes its payment page, and no other can be opened", async () => {
    const { orderId, sessionId, token } = await shop.place();
    expect(await withdraw(orderId)).toMatchObject({ outcome: "unpaid", backCents: 0 });
    expect(await stripe.pay(sessionId)).toBe(410);
    expect(await shop.order(orderId)).toMatchObject({ status: "expired", attempts: [{ status: "expired" }] });
    expect(await openCheckout(shop.deps(), orderId)).toBe(`${shop.deps().origin}/order/${token}`);
    expect((await shop.order(orderId)).attempts).toHaveLength(1);
  });

  it("sends back a payment that was made at the same time", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await withdraw(orderId);
    expect((await settlePayment(shop.deps(), sessionId)).kind).toBe("refunding");
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ items: [], paidCents: 0, attempts: [{ status: "duplicate" }] });
    expect(order.refunds).toMatchObject([{ reason: "withdrawn", amountCents: 229 }]);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("sends back a delayed payment that arrives days later", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    expect(await withdraw(orderId)).toMatchObject({ outcome: "unpaid" });
    await stripe.control(`/async/${sessionId}/succeeded`);
    await settlePayment(shop.deps(), sessionId);
    expect(await refunded(orderId)).toEqual([229]);
  });
});

describe("a withdrawal that changes nothing", () => {
  it("after 14 days is answered with the shop's own terms", async () => {
    const { orderId, token } = await paidOrder();
    await db()
      .$executeRaw`UPDATE orders SET created_at = now() - interval '19 days' WHERE id = ${orderId}::uuid`;
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ orderId, outcome: "late" });
    expect(await answerOf(stated.id)).toMatch(/14 days .* ended .* Our own refund terms give you longer/);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", withdrawnAt: null });
    expect((await findWithdrawal(db(), token))?.isOffered).toBe(false);
  });

  it.each([
    ["another address", { email: "stranger@example.com" }],
    ["a number of no order", { orderNumber: "00000000" }],
  ])("with %s is kept, answered within the limits, and given to an operator", async (_, changes) => {
    const { orderId } = await paidOrder();
    const stated = await withdraw(orderId, changes);
    expect(stated).toMatchObject({ orderId: null, outcome: "unmatched" });
    expect(await receipts(stated.id)).toMatchObject([{ orderId: null, recipient: stated.email }]);
    const tickets = await db().supportTicket.findMany({ where: { email: stated.email } });
    expect(tickets).toMatchObject([
      { status: "open", message: expect.stringContaining("Mara Lindqvist withdrew") },
    ]);
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "ready" }], withdrawnAt: null });
    await db().supportTicket.deleteMany();
  });

  it("is not answered where the address has used up its mails, but kept", async () => {
    const orderNumber = "0badcafe";
    const stated = await withdraw("", { orderNumber, isMailed: false });
    expect(stated).toMatchObject({ outcome: "unmatched" });
    expect(await receipts(stated.id)).toEqual([]);
  });
});
