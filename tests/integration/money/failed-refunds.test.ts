import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseNow } from "@/lib/base/time/clock";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { markPaidAnotherWay, retryRefund } from "@/lib/money/refunds/retry-refund";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { clearFlag } from "@/lib/orders/order/flag-order";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import {
  attemptFactory,
  auditOf,
  byOps,
  customerFactory,
  refundFactory,
  setSetting,
} from "../../support/factories";
import { type PaidOrder, useShopAtStripe } from "../../support/shop";
import { jobKeys, sweepOnce } from "../../support/submitting";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

/** An order of $2.29 with a refund of $1.00 that Stripe refused a minute ago. */
async function failed() {
  const paid = await shop.placePaid();
  const { refundId } = await shop.refund(paid.orderId, { kind: "part", amountCents: 100 });
  await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
  await db().$executeRaw`UPDATE refunds SET finished_at = finished_at - interval '1 minute'`;
  return { ...paid, refundId };
}
const amounts = async (orderId: string) =>
  (await shop.order(orderId)).refunds.map(({ status, amountCents }) => [status, amountCents]);
const bouncedOf = async (token: string) => (await findOrderView(db(), token))?.money.bouncedCents;

describe("a failed refund of a part", () => {
  it("stays owed beside another refund by the form, and takes its amount from what the shop still pays", async () => {
    const { orderId, token, refundId } = await failed();
    await shop.refund(orderId, { kind: "part", amountCents: 100 });
    await shop.sendRefunds(orderId);
    expect(await bouncedOf(token)).toBe(100);
    expect((await shop.refundAlert(refundId)).resolvedAt).toBeNull();
    await shop.end(orderId, "failed");
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([100, 29]);
    expect(await bouncedOf(token)).toBe(100);
  });

  it("stays owed beside the shop's own refund of the rest of what was not delivered", async () => {
    const { orderId, token, refundId } = await failed();
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    expect(await amounts(orderId)).toEqual([
      ["failed", 100],
      ["requested", 37],
    ]);
    expect(await bouncedOf(token)).toBe(100);
    await retryRefund(db(), { refundId, ...byOps });
    expect(await bouncedOf(token)).toBe(0);
  });

  it("is paid when a refund in full follows, which leaves nothing to send again", async () => {
    const { orderId, token, refundId } = await failed();
    await shop.refund(orderId);
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    expect(await bouncedOf(token)).toBe(0);
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
  });

  it("is paid by refunds in Stripe's dashboard that return the whole payment, not by one of its amount", async () => {
    const { paymentIntentId, refundId, token } = await failed();
    const refundThere = async (amount: number) => {
      await stripe.client().refunds.create({ payment_intent: paymentIntentId, amount });
      await syncRefunds(shop.deps(), paymentIntentId);
    };
    await refundThere(100);
    expect(await bouncedOf(token)).toBe(100);
    await refundThere(129);
    expect(await bouncedOf(token)).toBe(0);
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
  });

  it("is replaced by its repetition when that failed too, and the amount counts once", async () => {
    const { orderId, token, refundId } = await failed();
    const again = await retryRefund(db(), { refundId, ...byOps });
    await failRefund(db(), again.refundId, "expired_or_canceled_card", ["requested"]);
    expect(await bouncedOf(token)).toBe(100);
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
    await retryRefund(db(), { refundId: again.refundId, ...byOps });
    expect(await shop.sendRefunds(orderId)).toEqual([100]);
  });
});

describe("a failed refund that was paid another way", () => {
  const mark = (refundId: string) => markPaidAnotherWay(db(), { refundId, ...byOps });

  it("is no longer owed: its alert ends, it can't be resent, and timeline and audit log say so", async () => {
    const { orderId, token, refundId } = await failed();
    await Promise.all([mark(refundId), mark(refundId)]);
    expect(await bouncedOf(token)).toBe(0);
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    await expect(retryRefund(db(), { refundId, ...byOps })).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("paid another way"),
    });
    const timeline = (await findOrderView(db(), token))?.timeline.map(({ label }) => label);
    expect(timeline?.slice(-1)).toEqual(["Our team paid $1.00 to you in another way"]);
    expect(await auditOf(db(), orderId)).toMatchObject([
      { action: "refund.requested" },
      { action: "refund.paid_another_way", actor: "ops", reason: byOps.reason, after: { refundId } },
    ]);
    const [shown] = (await findOrderDetails(db(), orderId, new Date()))?.refunds ?? [];
    expect(shown).toMatchObject({ id: refundId, isOwed: false, paidAnotherWay: byOps.reason });
  });

  it("still counts towards what was not delivered", async () => {
    const { orderId, refundId } = await failed();
    await mark(refundId);
    await shop.end(orderId, "failed");
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([129]);
  });

  it("can only be one that failed and was not sent again", async () => {
    const { orderId, refundId } = await failed();
    const again = await retryRefund(db(), { refundId, ...byOps });
    expect(await codeOf(mark(refundId))).toBe("conflict");
    expect(await codeOf(mark(again.refundId))).toBe("conflict");

    expect(await shop.sendRefunds(orderId)).toEqual([100]);
  });
});

describe("a failed refund of a second payment, sent again above the ceiling", () => {
  const staff = (role: "support" | "owner") => customerFactory(db(), { roles: ["user", "admin", role] });
  beforeEach(() => setSetting(db(), "supportRefundCents", 100));
  afterEach(() => db().siteSetting.deleteMany());

  async function sentAgain() {
    const { orderId } = await shop.placeReady();
    const second = await attemptFactory(db(), orderId, { number: 2, status: "duplicate", amountCents: 229 });
    const { id: refundId } = await refundFactory(db(), orderId, {
      attemptId: second.id,
      amountCents: 229,
      reason: "second_payment",
    });
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    const support = await staff("support");
    const again = () => retryRefund(db(), { refundId, actor: support, reason: "the card is new" });
    const held = await again();
    expect(held).toMatchObject({ amountCents: 229, isHeld: true });
    return { orderId, refundId, again, held };
  }

  const isOwed = async (orderId: string, refundId: string) =>
    (await findOrderDetails(db(), orderId, databaseNow()))?.refunds.find(({ id }) => id === refundId)?.isOwed;

  it("and dropped then, waits in Needs me and can be sent again", async () => {
    const { orderId, refundId, again, held } = await sentAgain();
    expect(await isOwed(orderId, refundId)).toBe(false);
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    await dropRefund(db(), { refundId: held.refundId, actor: await staff("owner"), reason: "ask first" });
    expect(await shop.refundAlert(refundId)).toMatchObject({ resolvedAt: null, times: 2, orderId });
    const { entries } = await listNeedsMe(db(), "owner", databaseNow());
    expect(entries.map(({ subject }) => subject)).toContain(`order:${orderId}`);
    expect(await isOwed(orderId, refundId)).toBe(true);
    // A page that still shows the button asks for another one, and says that it waits.
    const next = await again();
    expect(next).toMatchObject({ isHeld: true });
    expect(next.refundId).not.toBe(held.refundId);
    expect(await again()).toEqual(next);
    await releaseRefund(db(), { refundId: next.refundId, actor: await staff("owner"), reason: "right" });
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
  });

  it("and failed again, is not sent from the old page, whose answer asks to reload it", async () => {
    const { refundId, again, held } = await sentAgain();
    await releaseRefund(db(), { refundId: held.refundId, actor: await staff("owner"), reason: "right" });
    await failRefund(db(), held.refundId, "lost_or_stolen_card", ["requested"]);
    await expect(again()).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("Reload the page"),
    });
    expect((await shop.refundAlert(held.refundId)).resolvedAt).toBeNull();
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
  });

  it("neither stops a full refund of the order's own payment nor is dropped by it", async () => {
    const { orderId, held } = await sentAgain();
    const details = await findOrderDetails(db(), orderId, databaseNow());
    expect(details?.refundable).toMatchObject({ fullCents: 229, partCents: 229 });
    expect(await shop.refund(orderId)).toMatchObject({ amountCents: 229, isHeld: false });
    expect(await db().refund.findUnique({ where: { id: held.refundId } })).toMatchObject({ status: "held" });
  });
});

describe("the migration to owed amounts", () => {
  /** The order's failed refunds that the migration leaves owed. */
  async function leftOwed(orderId: string): Promise<string[]> {
    const sql = readFileSync("prisma/migrations/20261128020000_owed_amounts/migration.sql", "utf8");
    await db().$executeRawUnsafe(sql.slice(sql.indexOf("UPDATE refunds")));
    const { refunds } = await shop.order(orderId);
    return refunds.flatMap(({ id, status, paidAnotherWayAt }) =>
      status === "failed" && paidAnotherWayAt === null ? [id] : [],
    );
  }

  /** An order of $2.29 with two refunds of $1.00 by the shop itself, both refused because of a dispute. */
  async function bothFailed() {
    const paid = await shop.placePaid();
    const first = await shop.requestRefund(paid, 100, "missing_units");
    const second = await shop.requestRefund(paid, 100, "missing_units");
    for (const id of [first, second]) await failRefund(db(), id, "charge_disputed", ["requested"]);
    return { orderId: paid.orderId, first, second };
  }
  const repay = (orderId: string, amountCents: number) => shop.refund(orderId, { kind: "part", amountCents });

  it("leaves failed refunds owed that nothing has paid, or only in part", async () => {
    const { orderId, first, second } = await bothFailed();
    expect(await leftOwed(orderId)).toEqual([first, second]);
    await repay(orderId, 150);
    expect(await leftOwed(orderId)).toEqual([second]);
  });

  it("marks those that administrators' later refunds have paid", async () => {
    const { orderId } = await bothFailed();
    await repay(orderId, 150);
    await repay(orderId, 50);
    expect(await leftOwed(orderId)).toEqual([]);
  });

  it("marks none for which a repetition was sent", async () => {
    const { orderId, first, second } = await bothFailed();
    await retryRefund(db(), { refundId: first, ...byOps });
    expect(await leftOwed(orderId)).toEqual([first, second]);
  });
});

describe("an order with a failed refund", () => {
  /** Runs a sweep two days after the order's end, then its refund job; returns the jobs that the sweep added. */
  async function later(orderId: string): Promise<string[]> {
    await db()
      .$executeRaw`UPDATE owed_amounts SET created_at = now() - interval '2 days' WHERE order_id = ${orderId}::uuid`;
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepOnce(database.current);
    const jobs = await jobKeys(database.current, "refund-undelivered");
    await refundUndelivered(db(), orderId);
    return jobs.filter((key) => key.endsWith(orderId));
  }

  /** Runs the refund job of the order's end, and what `later` runs. */
  async function ended(orderId: string): Promise<string[]> {
    await refundUndelivered(db(), orderId);
    return later(orderId);
  }

  /** The bank sends a refund back that Stripe had made. */
  async function sendBack({ orderId, paymentIntentId }: PaidOrder, refundId: string) {
    await shop.sendRefunds(orderId);
    const { stripeRefundId } = await db().refund.findUniqueOrThrow({ where: { id: refundId } });
    await stripe.control(`/refund/${stripeRefundId}/failed`);
    await syncRefunds(shop.deps(), paymentIntentId);
  }

  it("in full that the bank sent back waits for the operator, who sends it again", async () => {
    const paid = await shop.placeReady();
    const { orderId } = paid;
    const { refundId } = await shop.refund(orderId);
    await sendBack(paid, refundId);
    expect(await ended(orderId)).toEqual([]);
    expect(await amounts(orderId)).toEqual([["failed", 229]]);
    expect((await shop.refundAlert(refundId)).resolvedAt).toBeNull();
    await retryRefund(db(), { refundId, ...byOps });
    await shop.sendRefunds(orderId);
    expect(await ended(orderId)).toEqual([]);
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 229 });
  });

  it("in full that Stripe refused for a dispute is sent again by the operator once it is won", async () => {
    const { orderId } = await shop.placeReady();
    const { refundId } = await shop.refund(orderId);
    const disputeId = await stripe.dispute(orderId);
    await shop.sendRefunds(orderId);
    await applyDispute(shop.deps(), disputeId);
    await stripe.control(`/dispute/${disputeId}/won`);
    await applyDispute(shop.deps(), disputeId);
    expect(await ended(orderId)).toEqual([]);
    expect(await amounts(orderId)).toEqual([["failed", 229]]);
    await retryRefund(db(), { refundId, ...byOps });
    await shop.sendRefunds(orderId);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229 });
  });

  it("in full that was paid in another way and cleared is not refunded again", async () => {
    const paid = await shop.placeReady();
    const { orderId } = paid;
    const { refundId } = await shop.refund(orderId);
    await sendBack(paid, refundId);
    const again = await retryRefund(db(), { refundId, ...byOps });
    await db().refund.update({ where: { id: again.refundId }, data: { status: "dropped" } });
    await clearFlag(db(), { orderId, ...byOps });
    expect(await ended(orderId)).toEqual([]);
    expect(await amounts(orderId)).toEqual([
      ["failed", 229],
      ["dropped", 229],
    ]);
  });

  it("of a part gets the rest of what is owed, which leaves that part for the operator", async () => {
    const paid = await shop.placeReady();
    const { orderId } = paid;
    const { refundId } = await shop.refund(orderId, { kind: "part", amountCents: 200 });
    await sendBack(paid, refundId);
    await shop.end(orderId, "failed");
    expect(await later(orderId)).toHaveLength(1);
    expect(await amounts(orderId)).toEqual([
      ["failed", 200],
      ["requested", 29],
    ]);
    await retryRefund(db(), { refundId, ...byOps });
    await shop.sendRefunds(orderId);
    expect(await later(orderId)).toEqual([]);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229 });
  });
});
