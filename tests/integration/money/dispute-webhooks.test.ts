import { describe, expect, it } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { blockOrder } from "@/lib/delivery/operator/block-order";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { dueRefundUndeliveredJob } from "@/lib/money/refunds/refund-jobs";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { listAlerts } from "@/lib/operator/reporting/load-operations";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { clearFlag, clearOrderAlert, flagOrder } from "@/lib/orders/order/flag-order";
import { codeOf } from "../../support/database";
import { useDisputes } from "../../support/disputing";
import { byOps, setSetting } from "../../support/factories";
import { postedCents } from "../../support/shop";

const { db, stripe, shop, webhooks, paidOrder, ...at } = useDisputes();
const { dispute, decide, retrieve, applyAs, withDisputes, alertOf, sweep } = at;

/** Stripe's test card whose payment is disputed at once. */
const disputedCard = "4000 0000 0000 0259";

const eventTypes = async (orderId: string) =>
  (await shop.order(orderId)).events.map((event) => event.type).filter((type) => !type.startsWith("item."));

describe("a dispute", () => {
  it("blocks and flags the order, gives up unsent items, and alerts the operator", async () => {
    const orderId = await paidOrder();
    const id = await dispute(orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "disputed",
      blockedReason: "dispute",
      flagReason: "dispute",
      status: "failed",
      items: [{ state: "canceled", reason: "dispute" }],
      disputes: [{ stripeDisputeId: id, amountCents: 229, status: "needs_response", closedAt: null }],
    });
    expect(await eventTypes(orderId)).toEqual([
      "order.created",
      "order.paid",
      "order.closed",
      "dispute.opened",
      "order.flagged",
    ]);
    expect(await alertOf(id)).toMatchObject({ kind: "dispute", resolvedAt: null });
    expect(await postedCents(db(), orderId)).toEqual({
      disputes: 229,
      sales: -229,
      stripe_balance: -1537,
      stripe_fees: 1537,
    });
  });

  it("waits for an operator once, neither as a flagged order nor as an alert again, until it is answered", async () => {
    const orderId = await paidOrder();
    const { entries: before } = await listNeedsMe(db(), "owner", new Date());
    const id = await dispute(orderId);
    const { entries } = await listNeedsMe(db(), "owner", new Date());
    const known = new Set(before.map(({ subject }) => subject));
    expect(entries.filter(({ subject }) => !known.has(subject))).toMatchObject([
      {
        subject: `order:${orderId}`,
        lead: { kind: "dispute", cents: 229, dueAt: expect.any(Date) },
        others: [],
      },
    ]);
    expect((await listAlerts(db(), { limit: 100 })).filter(({ key }) => key === `dispute:${id}`)).toEqual([]);
    const ofOrder = async () =>
      (await listNeedsMe(db(), "owner", new Date())).entries.filter(
        ({ subject }) => subject === `order:${orderId}`,
      );
    await decide(id, "under_review");
    expect(await ofOrder()).toEqual([]);
    expect((await alertOf(id))?.resolvedAt).toBeInstanceOf(Date);
    await decide(id, "won");
    expect(await ofOrder()).toMatchObject([{ lead: { kind: "flagged", text: "dispute" }, others: [] }]);
  });

  it("that ends while its order has another flag is in Needs me, also after that flag was cleared", async () => {
    const orderId = await paidOrder();
    await flagOrder(db(), orderId, "late_change");
    const id = await dispute(orderId);
    const mattersOf = async () =>
      (await listNeedsMe(db(), "owner", new Date())).entries
        .filter(({ subject }) => subject === `order:${orderId}`)
        .flatMap(({ lead, others }) => [lead, ...others].map((matter) => `${matter.kind} ${matter.id}`))
        .toSorted();
    expect(await mattersOf()).toEqual([`dispute ${orderId}`, `flagged ${orderId}`]);
    await decide(id, "lost");
    const key = `dispute_closed:${id}`;
    expect(await mattersOf()).toEqual([`flagged ${orderId}`, `order_alert ${key}`]);
    await clearFlag(db(), { orderId, ...byOps });
    expect(await mattersOf()).toEqual([`order_alert ${key}`]);
    await clearOrderAlert(db(), { orderId, key, ...byOps });
    expect(await mattersOf()).toEqual([]);
  });

  it("leaves items that a supplier has to that supplier", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    await dispute(orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      status: "processing",
      items: [{ state: "in_progress" }],
    });
  });

  it("gives up an item whose call was in flight, once the call is known not to be executed", async () => {
    const orderId = await paidOrder({ state: "unknown", reason: "timeout" });
    await dispute(orderId);
    await shop.setItems(orderId, { state: "ready", reason: "not_executed" });
    await sweep();
    expect(await withDisputes(orderId)).toMatchObject({
      status: "failed",
      items: [{ state: "canceled", reason: "dispute" }],
    });
  });

  it("prevents all refunds of the payment while it is open, manual and automatic ones", async () => {
    const orderId = await paidOrder();
    await dispute(orderId);
    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
    await refundUndelivered(db(), orderId);
    expect((await withDisputes(orderId)).refunds).toEqual([]);
  });

  it("that is won lifts the block, returns the money and refunds undelivered units", async () => {
    const orderId = await paidOrder();
    const id = await dispute(orderId);
    await decide(id, "under_review");
    await decide(id, "won");
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "paid",
      blockedAt: null,
      flagReason: "dispute",
      disputes: [{ status: "won", closedAt: expect.any(Date) }],
    });
    expect((await alertOf(id))?.resolvedAt).toBeInstanceOf(Date);
    expect(await postedCents(db(), orderId)).toEqual({
      sales: -229,
      stripe_balance: -1308,
      stripe_fees: 1537,
    });
    await refundUndelivered(db(), orderId);
    await shop.sendRefunds(orderId);
    await webhooks.handled();
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 229 });
  });

  it("that is won gives up nothing more when an answer from before arrives", async () => {
    const orderId = await paidOrder({ state: "unknown", reason: "timeout" });
    const id = await dispute(orderId);
    const older = await retrieve(id);
    await decide(id, "won");
    await shop.setItems(orderId, { state: "ready", reason: "not_executed" });
    await applyAs(id, older);
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "paid", items: [{ state: "ready" }] });
  });

  it.each(["a fraud warning", "an operator"])(
    "that is won does not lift the block that %s added meanwhile",
    async (by) => {
      const orderId = await paidOrder({ state: "in_progress", remains: 40 });
      const id = await dispute(orderId);
      if (by === "an operator") {
        await blockOrder(db(), { orderId, ...byOps, reason: "a known fraud" });
      } else {
        await stripe.control(`/fraud_warning/${(await stripe.chargeOf(orderId)).id}`);
        await webhooks.handled();
      }
      await decide(id, "won");
      expect(await withDisputes(orderId)).toMatchObject({
        paymentStatus: "paid",
        blockedAt: expect.any(Date),
        blockedReason: by === "an operator" ? "a known fraud" : "fraud_warning",
      });
    },
  );

  it("that is lost leaves the payment disputed and the money gone, without an additional refund", async () => {
    const orderId = await paidOrder();
    const id = await dispute(orderId);
    await decide(id, "lost");
    await refundUndelivered(db(), orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "disputed",
      blockedReason: "dispute",
      refunds: [],
      disputes: [{ status: "lost" }],
    });
    expect(await postedCents(db(), orderId)).toMatchObject({ disputes: 229 });
  });

  it("that is lost for a part of the payment leaves the rest refundable, and nothing more", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await dispute(orderId, { amount: 80 });
    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
    await decide(id, "lost");
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      bankReturnedCents: 80,
      refundedCents: 0,
      blockedReason: "dispute",
    });
    const more = { kind: "part", amountCents: 150 } as const;
    expect(await codeOf(shop.refund(orderId, more))).toBe("conflict");
    expect(await shop.refund(orderId)).toMatchObject({ amountCents: 149 });
    expect(await shop.sendRefunds(orderId)).toEqual([149]);
    await webhooks.handled();
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 149 });
    expect(await postedCents(db(), orderId)).toMatchObject({ disputes: 80, refunds: 149 });
  });

  it("that is lost for a part counts towards what was not delivered", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 60 });
    const id = await dispute(orderId, { amount: 80 });
    await decide(id, "lost");
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    // $1.37 for 60 units, of which the bank has given back $0.80.
    expect((await withDisputes(orderId)).refunds).toMatchObject([
      { amountCents: 57, reason: "undelivered", status: "requested" },
    ]);
    await shop.sendRefunds(orderId);
    await webhooks.handled();
  });

  it("that is lost for a part reduces the held refund of undelivered units, so none is paid twice", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 60 });
    await setSetting(db(), "autoRefundsPerHour", 0);
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    const id = await dispute(orderId, { amount: 80 });
    expect((await withDisputes(orderId)).refunds).toMatchObject([{ amountCents: 137, status: "held" }]);
    await decide(id, "lost");
    expect((await withDisputes(orderId)).refunds).toMatchObject([{ amountCents: 57, status: "held" }]);
    await db().siteSetting.deleteMany();
  });

  it("that is lost for all of an order's undelivered units leaves no job for them", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 10 });
    const id = await dispute(orderId, { amount: 80 });
    await decide(id, "lost");
    await shop.end(orderId, "partial", 90);
    await refundUndelivered(db(), orderId);
    await db().$executeRaw`UPDATE owed_amounts SET created_at = created_at - interval '1 hour'`;
    const due = await db().$queryRaw<{ id: string }[]>(dueRefundUndeliveredJob.due ?? Prisma.empty);
    expect(due.map((row) => row.id)).not.toContain(orderId);
    expect((await withDisputes(orderId)).refunds).toEqual([]);
  });

  it("that is lost for a part after a refund of the rest leaves nothing", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    await shop.refund(orderId, { kind: "part", amountCents: 149 });
    await shop.sendRefunds(orderId);
    await webhooks.handled();
    const id = await dispute(orderId, { amount: 80 });
    await decide(id, "lost");
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "refunded", bankReturnedCents: 80 });
    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
  });

  it.each(["needs_response", "warning_needs_response"])(
    "in another currency than the payment's (%s) is told in that currency, and never taken for dollars",
    async (status) => {
      const orderId = await paidOrder({ state: "in_progress", remains: 40 });
      const { payment_intent } = await stripe.chargeOf(orderId);
      const facts = { created: 1_700_000_000, evidence_details: { due_by: null }, balance_transactions: [] };
      const id = `du_foreign_${status}`;
      await applyAs(id, {
        id,
        status,
        payment_intent,
        reason: "fraudulent",
        amount: 80,
        currency: "eur",
        ...facts,
      });
      expect((await withDisputes(orderId)).disputes).toMatchObject([{ amountCents: 80, currency: "eur" }]);
      expect((await alertOf(id))?.message).toContain("0.80 EUR");
      const details = await findOrderDetails(db(), orderId, new Date());
      expect(details?.events.map(({ message }) => message).join()).toContain("0.80 EUR");
      expect(details?.disputes).toMatchObject([{ amountCents: 80, currency: "eur" }]);
      const { entries } = await listNeedsMe(db(), "owner", new Date());
      const entry = entries.find(({ subject }) => subject === `order:${orderId}`);
      expect(entry?.lead).toMatchObject({ kind: "dispute", cents: 229 });
    },
  );

  it("in another currency that is lost leaves nothing to refund, because what is left can't be known", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await dispute(orderId, { amount: 80 });
    await decide(id, "lost");
    await applyAs(id, { ...(await retrieve(id)), currency: "eur" });
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "disputed", bankReturnedCents: 229 });
    expect(await codeOf(shop.refund(orderId))).toBe("conflict");
    await db().dispute.updateMany({ where: { orderId }, data: { currency: null } });
  });

  it.each(["won", "lost"] as const)("that was %s and is appealed holds the payment again", async (result) => {
    const orderId = await paidOrder();
    const id = await dispute(orderId);
    await decide(id, result);
    await applyAs(id, { ...(await retrieve(id)), status: "appeal_needs_response" });
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "disputed",
      blockedReason: "dispute",
      disputes: [{ status: "appeal_needs_response", closedAt: null }],
    });
    expect(await alertOf(id)).toMatchObject({ resolvedAt: null });
    await applyDispute(shop.deps(), id);
  });

  it("whose events come in reverse, while five callers apply it at once, is posted once", async () => {
    const orderId = await paidOrder();
    await stripe.faults({ webhooks: "paused" });
    const id = await stripe.dispute(orderId);
    await stripe.control(`/dispute/${id}/won`);
    await stripe.faults({ webhooks: "reverse" });
    await Promise.all(Array.from({ length: 5 }, () => applyDispute(shop.deps(), id)));
    await webhooks.handled();
    const order = await withDisputes(orderId);
    expect(order).toMatchObject({ paymentStatus: "paid", blockedAt: null, disputes: [{ status: "won" }] });
    const types = await eventTypes(orderId);
    expect(types.filter((type) => type.startsWith("dispute."))).toEqual(["dispute.opened", "dispute.closed"]);
    expect(await postedCents(db(), orderId)).toMatchObject({ stripe_balance: -1308 });
  });

  it("that overtakes the payment's own webhook finds its order and stops it before anything is sent", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, disputedCard);
    await webhooks.deliver();
    const charge = await stripe.chargeOf(orderId);
    expect(charge.disputed).toBe(true);
    const created = (await stripe.view()).events.find(
      (event) => event.type === "charge.dispute.created" && event.data.object.charge === charge.id,
    );
    await stripe.control(`/redeliver/${created?.id}`, { times: 1 });
    await handleEvent(shop.deps(), created?.id ?? "");
    expect(await withDisputes(orderId)).toMatchObject({
      paidCents: 229,
      paymentStatus: "disputed",
      items: [{ state: "canceled" }],
    });
    await webhooks.handled();
  });

  it("of a payment that is none of ours is answered 200 and ignored", async () => {
    const session = await stripe.openStrangePage();
    await webhooks.deliver();
    await stripe.pay(session.id, disputedCard);
    await webhooks.handled();
    expect(new Set(webhooks.answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(
      await db().stripeEvent.count({
        where: { outcome: "Not a dispute of a payment of this shop." },
      }),
    ).toBeGreaterThan(0);
  });
});
