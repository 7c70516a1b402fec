import { describe, expect, it } from "vitest";
import { clearFlag } from "@/lib/orders/flag-order";
import { findOrderView } from "@/lib/orders/queries";
import { refundsToSendAgain } from "@/lib/orders/refund-status";
import { applyDispute } from "@/lib/payments/apply-dispute";
import { isToSendAgain } from "@/lib/refunds/jobs";
import { failRefund } from "@/lib/refunds/record-refund";
import { retryRefund } from "@/lib/refunds/refund-order";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { syncRefunds } from "@/lib/refunds/sync-refunds";
import { findOrderDetails } from "@/lib/reporting/find-order-details";
import { dropRefund } from "@/lib/requests/drop-refund";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
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
const repay = (orderId: string) => shop.refund(orderId, { kind: "part", amountCents: 100 });

describe("a failed refund of a part that an administrator repaid by the form", () => {
  it("leaves all the rest of the payment for what is not delivered", async () => {
    const { orderId, token } = await failed();
    await repay(orderId);
    await shop.sendRefunds(orderId);
    expect(await bouncedOf(token)).toBe(0);
    await shop.end(orderId, "failed");
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([100, 129]);
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
  });

  it("leaves it also where the job that refunds it was lost", async () => {
    const { orderId } = await failed();
    await repay(orderId);
    await shop.refund(orderId, { kind: "part", amountCents: 100 });
    await shop.end(orderId, "failed");
    await db()
      .$executeRaw`UPDATE orders SET finished_at = now() - interval '2 days' WHERE id = ${orderId}::uuid`;
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepOnce(database.current);
    expect(await jobKeys(database.current, "refund-undelivered")).toHaveLength(1);
  });

  it("is not sent again beside it, and its alert ends", async () => {
    const { orderId, refundId } = await failed();
    await repay(orderId);
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    expect((await findOrderDetails(db(), orderId, new Date()))?.refunds.at(-1)).toMatchObject({
      id: refundId,
      isRetried: true,
    });
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
    expect(await shop.sendRefunds(orderId)).toEqual([100]);
  });

  it("waits for an administrator again when the other one was held and dropped", async () => {
    const { orderId, token, refundId } = await failed();
    const again = await repay(orderId);
    await db().refund.update({ where: { id: again.refundId }, data: { status: "held" } });
    await dropRefund(db(), { refundId: again.refundId, ...byOps });
    expect((await shop.refundAlert(refundId)).resolvedAt).toBeNull();
    expect(await bouncedOf(token)).toBe(100);
    await retryRefund(db(), { refundId, ...byOps });
    expect(await shop.sendRefunds(orderId)).toEqual([100]);
  });

  it("is replaced by its repayment when that failed too, and the amount counts once", async () => {
    const { orderId, token, refundId } = await failed();
    const again = await repay(orderId);
    await failRefund(db(), again.refundId, "expired_or_canceled_card", ["requested"]);
    expect(await bouncedOf(token)).toBe(100);
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
    await retryRefund(db(), { refundId: again.refundId, ...byOps });
    expect(await shop.sendRefunds(orderId)).toEqual([100]);
  });
});

describe("a failed refund of a part", () => {
  it("that was repaid in Stripe's dashboard is not sent again", async () => {
    const { orderId, paymentIntentId, attemptId, refundId } = await failed();
    await stripe.client().refunds.create({ payment_intent: paymentIntentId, amount: 100 });
    await syncRefunds(shop.deps(), { orderId, attemptId, paymentIntentId });
    expect((await shop.refundAlert(refundId)).resolvedAt).not.toBeNull();
    expect(await codeOf(retryRefund(db(), { refundId, ...byOps }))).toBe("conflict");
  });

  it("still waits on the order's page beside the shop's own refund of what was not delivered", async () => {
    const { orderId, token, refundId } = await failed();
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    expect(await amounts(orderId)).toEqual([
      ["failed", 100],
      ["requested", 129],
    ]);
    expect(await bouncedOf(token)).toBe(100);
    await retryRefund(db(), { refundId, ...byOps });
    expect(await bouncedOf(token)).toBe(0);
  });
});

describe("two failed refunds of one payment", () => {
  /** An order of $2.29 with two refunds of $1.00 by the shop itself, both refused because of a dispute. */
  async function bothFailed() {
    const paid = await shop.placePaid();
    const first = await shop.requestRefund(paid, 100, "missing_units");
    const second = await shop.requestRefund(paid, 100, "missing_units");
    for (const id of [first, second]) await failRefund(db(), id, "charge_disputed", ["requested"]);
    return { ...paid, first, second };
  }
  /** What waits by the rule and by its SQL, which agree. */
  async function waiting(orderId: string): Promise<string[]> {
    const refunds = await db().refund.findMany({ where: { orderId } });
    const byRule = refundsToSendAgain(refunds).map(({ refund }) => refund.id);
    const rows = await db().$queryRaw<{ id: string }[]>`
      SELECT id FROM refunds WHERE order_id = ${orderId}::uuid AND ${isToSendAgain}`;
    expect(rows.map(({ id }) => id).sort()).toEqual(byRule.toSorted());
    return byRule;
  }
  const isOpen = async (refundId: string) => (await shop.refundAlert(refundId)).resolvedAt === null;

  it("are not both repaid by one of the amount of one: the older is, and the other is sent again", async () => {
    const { orderId, token, first, second } = await bothFailed();
    expect(await waiting(orderId)).toEqual([first, second]);
    await repay(orderId);
    expect(await waiting(orderId)).toEqual([second]);
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    expect(await bouncedOf(token)).toBe(100);
    expect(await codeOf(retryRefund(db(), { refundId: first, ...byOps }))).toBe("conflict");
    await retryRefund(db(), { refundId: second, ...byOps });
    expect(await waiting(orderId)).toEqual([]);
    expect(await shop.sendRefunds(orderId)).toEqual([100, 100]);
  });

  it("leave the rest of one that was paid in part, which is not sent again in full", async () => {
    const { orderId, token, second } = await bothFailed();
    await shop.refund(orderId, { kind: "part", amountCents: 150 });
    expect(await waiting(orderId)).toEqual([second]);
    expect(await bouncedOf(token)).toBe(50);
    await expect(retryRefund(db(), { refundId: second, ...byOps })).rejects.toThrow(
      /other \$0\.50 as a part/,
    );
    await shop.refund(orderId, { kind: "part", amountCents: 50 });
    expect(await waiting(orderId)).toEqual([]);
    expect(await shop.sendRefunds(orderId)).toEqual([150, 50]);
  });

  it("are both repaid by one refund of their sum, or by two that add up to it", async () => {
    for (const parts of [[200], [150, 50]]) {
      const { orderId, first, second } = await bothFailed();
      for (const amountCents of parts) await shop.refund(orderId, { kind: "part", amountCents });
      expect(await waiting(orderId)).toEqual([]);
      expect([await isOpen(first), await isOpen(second)]).toEqual([false, false]);
    }
  });

  it("are repaid each by what came after it, when the first was repaid before the second failed", async () => {
    const { orderId, first, second } = await bothFailed();
    await repay(orderId);
    await db().$executeRaw`UPDATE refunds SET finished_at = clock_timestamp() WHERE id = ${second}::uuid`;
    expect(await waiting(orderId)).toEqual([second]);
    await repay(orderId);
    expect(await waiting(orderId)).toEqual([]);
    expect(await isOpen(first)).toBe(false);
  });

  it("are both paid when one is sent again and a refund by the form pays the other", async () => {
    const { orderId, first, second } = await bothFailed();
    await retryRefund(db(), { refundId: first, ...byOps });
    expect(await waiting(orderId)).toEqual([second]);
    await repay(orderId);
    expect(await waiting(orderId)).toEqual([]);
  });
});

describe("an order with a failed refund", () => {
  /** Runs a sweep two days after the order's end, then its refund job; returns the jobs that the sweep added. */
  async function later(orderId: string): Promise<string[]> {
    await db()
      .$executeRaw`UPDATE orders SET finished_at = now() - interval '2 days' WHERE id = ${orderId}::uuid`;
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepOnce(database.current);
    const jobs = await jobKeys(database.current, "refund-undelivered");
    await refundUndelivered(db(), orderId);
    return jobs.filter((key) => key.endsWith(orderId));
  }

  /** The bank sends a refund back that Stripe had made. */
  async function sendBack({ orderId, attemptId, paymentIntentId }: PaidOrder, refundId: string) {
    await shop.sendRefunds(orderId);
    const { stripeRefundId } = await db().refund.findUniqueOrThrow({ where: { id: refundId } });
    await stripe.control(`/refund/${stripeRefundId}/failed`);
    await syncRefunds(shop.deps(), { orderId, attemptId, paymentIntentId });
  }

  it("in full that the bank sent back waits for the operator, who sends it again", async () => {
    const paid = await shop.placeReady();
    const { orderId } = paid;
    const { refundId } = await shop.refund(orderId);
    await sendBack(paid, refundId);
    expect(await later(orderId)).toEqual([]);
    expect(await amounts(orderId)).toEqual([["failed", 229]]);
    expect((await shop.refundAlert(refundId)).resolvedAt).toBeNull();
    await retryRefund(db(), { refundId, ...byOps });
    await shop.sendRefunds(orderId);
    expect(await later(orderId)).toEqual([]);
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
    expect(await later(orderId)).toEqual([]);
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
    expect(await later(orderId)).toEqual([]);
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
