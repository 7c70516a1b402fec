import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { codeOf } from "../../support/database";
import { useDisputes } from "../../support/disputing";
import { postedCents } from "../../support/shop";

const { db, stripe, shop, webhooks, paidOrder, ...at } = useDisputes();
const { dispute, decide, retrieve, applyAs, withDisputes, alertOf, sweep } = at;

const inquire = (orderId: string) => dispute(orderId, { isInquiry: true });

/** Refunds so many cents, or all that is left. */
async function refund(orderId: string, amountCents?: number): Promise<void> {
  await shop.refund(orderId, amountCents ? { kind: "part", amountCents } : {});
  await shop.sendRefunds(orderId);
  await webhooks.handled();
}

describe("an inquiry of the bank", () => {
  it("stops the delivery and moves no money, and a refund in full ends it", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await inquire(orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "paid",
      blockedReason: "dispute",
      flagReason: "dispute",
      disputes: [{ status: "warning_needs_response", closedAt: null }],
    });
    expect((await alertOf(id))?.message).toMatch(/^The bank is asking about .* Refund it in full, /);
    const { timeline } = await loadEvidence(db(), orderId, new Date());
    expect(timeline.map(({ message }) => message)).toContain("The bank asked about the payment");
    expect(await postedCents(db(), orderId)).not.toHaveProperty("disputes");
    await refund(orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "refunded",
      refundedCents: 229,
      disputes: [{ status: "warning_closed", closedAt: expect.any(Date) }],
    });
    expect((await alertOf(id))?.resolvedAt).toBeInstanceOf(Date);
  });

  it("gives up what becomes unsent later, and what was not delivered is refunded", async () => {
    const orderId = await paidOrder({ state: "unknown", reason: "timeout" });
    await inquire(orderId);
    await shop.setItems(orderId, { state: "ready", reason: "not_executed" });
    await sweep();
    expect(await withDisputes(orderId)).toMatchObject({
      status: "failed",
      items: [{ state: "canceled", reason: "dispute" }],
    });
    await refundUndelivered(db(), orderId);
    expect((await withDisputes(orderId)).refunds).toMatchObject([{ amountCents: 229 }]);
  });

  it("about a second payment does not advise to refund the order", async () => {
    const { orderId, sessionId } = await shop.place();
    const second = await shop.secondPage(orderId);
    for (const session of [sessionId, second]) {
      await stripe.pay(session);
      await shop.settle(session);
    }
    const { payment_intent } = await stripe.client().checkout.sessions.retrieve(second);
    const attempt = await db().paymentAttempt.findFirstOrThrow({ where: { orderId, status: "duplicate" } });
    expect(attempt.paymentIntentId).toBe(payment_intent);
    const asked = { id: "du_second", status: "warning_needs_response", reason: "fraudulent", amount: 229 };
    const facts = { created: 1_700_000_000, evidence_details: { due_by: null }, balance_transactions: [] };
    await applyAs(asked.id, { ...asked, ...facts, payment_intent });
    expect((await alertOf(asked.id))?.message).toMatch(/another payment of .* leave the order's own payment/);
    expect((await withDisputes(orderId)).blockedAt).toBeNull();
    await db().dispute.deleteMany({ where: { orderId } });
    await shop.sendRefunds(orderId);
  });

  it("that becomes a dispute holds what is left of the payment", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await inquire(orderId);
    await refund(orderId, 100);
    await decide(id, "needs_response");
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "disputed",
      blockedReason: "dispute",
      disputes: [{ status: "needs_response", amountCents: 129 }],
    });
    expect(await codeOf(refund(orderId, 29))).toBe("conflict");
    expect(await postedCents(db(), orderId)).toMatchObject({ disputes: 129 });
  });

  it("is not open again after an answer from before it became a dispute", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await inquire(orderId);
    const older = await retrieve(id);
    await decide(id, "needs_response");
    await applyAs(id, older);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "disputed",
      disputes: [{ status: "needs_response", amountCents: 229 }],
    });
  });

  it("that becomes a dispute while a refund is sent leaves the decision to the bank", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await inquire(orderId);
    const { refundId } = await shop.refund(orderId, { kind: "part", amountCents: 100 });
    await stripe.faults({ webhooks: "paused" });
    await stripe.control(`/dispute/${id}/needs_response`);
    await shop.sendRefunds(orderId);
    const [refused] = (await withDisputes(orderId)).refunds;
    expect(refused).toMatchObject({ status: "failed", failure: "charge_disputed" });
    const alert = await shop.refundAlert(refundId);
    expect(alert.message).toContain("Wait for the bank's decision");
    expect(alert.message).not.toContain("another way");
    await stripe.heal();
    await webhooks.handled();
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "disputed", refundedCents: 0 });
  });

  it("that an earlier release took for a dispute can be refunded after the upgrade; a dispute still can't", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    await inquire(orderId);
    await db().dispute.updateMany({ where: { orderId }, data: { attemptId: null } });
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    const disputedId = await paidOrder({ state: "in_progress", remains: 40 });
    await dispute(disputedId);
    expect(await codeOf(refund(orderId))).toBe("conflict");
    const migration = "prisma/migrations/20261126100000_open_inquiries/migration.sql";
    await db().$executeRawUnsafe(readFileSync(migration, "utf8"));
    await refund(orderId);
    expect(await withDisputes(orderId)).toMatchObject({
      paymentStatus: "refunded",
      disputes: [{ status: "warning_closed" }],
    });
    expect((await withDisputes(disputedId)).paymentStatus).toBe("disputed");
  });

  it("that the bank closes lets the delivery go on", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40 });
    const id = await inquire(orderId);
    await decide(id, "warning_closed");
    expect(await withDisputes(orderId)).toMatchObject({ paymentStatus: "paid", blockedAt: null });
  });
});
