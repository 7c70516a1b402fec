import { beforeEach, describe, expect, it } from "vitest";
import { addMs, day, hour } from "@/lib/base/time/time";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { reconcileLedger } from "@/lib/money/reconciliation/reconcile-ledger";
import { refundMovement } from "@/lib/orders/ledger/movements";
import { recordMovement } from "@/lib/orders/ledger/record-movement";
import { blockFactory } from "../../support/factories";
import { type PaidOrder, postedCents, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();

/** A refund of $1.00 of which the shop has not heard. */
const refundAtStripe = ({ paymentIntentId }: PaidOrder) =>
  stripe.client().refunds.create({ payment_intent: paymentIntentId, amount: 100 });

/** Removes movements from the ledger, as if they had never been posted. */
async function forget(movements: string): Promise<void> {
  await db().$executeRaw`ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only`;
  await db().$executeRaw`DELETE FROM ledger_entries WHERE movement LIKE ${movements}`;
  await db().$executeRaw`ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only`;
}

/** Changes the row of an order's payment in Stripe's balance. */
async function changeRow(orderId: string, change: object): Promise<void> {
  await stripe.control(`/balance/${(await stripe.chargeOf(orderId)).balance_transaction}`, change);
}

/** Runs the comparison as if an hour had passed, when nothing is in progress any more. */
const reconcile = (msFromNow = hour) => reconcileLedger(shop.deps(), addMs(new Date(), msFromNow));
const discrepancies = () => db().discrepancy.findMany({ orderBy: { key: "asc" } });
const alert = () => db().operatorAlert.findUnique({ where: { key: "reconcile" } });

beforeEach(async () => {
  await stripe.control("/reset");
  await db().$executeRaw`
    TRUNCATE orders, order_events, ledger_entries, discrepancies, reconcile_cursors, stripe_balance_rows, operator_alerts
    CASCADE`;
});

describe("the daily comparison", () => {
  it("finds nothing where everything agrees", async () => {
    await shop.placePaid();
    expect(await reconcile()).toEqual([]);
    expect(await discrepancies()).toEqual([]);
    expect(await alert()).toBeNull();
  });

  it("lists a payment that the ledger lacks, with an alert, and resolves it when the payment is settled", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    expect(await reconcile()).toMatchObject([{ kind: "payment", orderId }]);
    await reconcile(2 * hour);
    const [discrepancy] = await discrepancies();
    expect(discrepancy?.message).toMatch(
      /^Stripe's balance has \$2\.29 for the payment pi_\w+ of order #\w{8}; the ledger has nothing\.$/,
    );
    expect(await alert()).toMatchObject({ times: 1, resolvedAt: null });
    await shop.settle(sessionId);
    // Long after the window has moved on, because a listed discrepancy is compared again until it is gone.
    expect(await reconcile(20 * day)).toEqual([]);
    expect((await discrepancies())[0]?.resolvedAt).toBeInstanceOf(Date);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
  });

  it("resolves a payment that the ledger lacks when it is refunded in full in Stripe's dashboard", async () => {
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile()).toMatchObject([{ kind: "payment", orderId }]);
    const charge = (await stripe.view()).charges.find(({ metadata }) => metadata.order_id === orderId);
    await stripe.client().refunds.create({ payment_intent: String(charge?.payment_intent) });
    expect(await reconcile(20 * day)).toEqual([]);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
  });

  it("keeps its alert while the refund of the only discrepancy moves, and is not compared", async () => {
    const paid = await shop.placePaid();
    await refundAtStripe(paid);
    expect(await reconcile()).toMatchObject([{ kind: "refund", orderId: paid.orderId }]);
    expect(await reconcile(0)).toEqual([]);
    expect(await alert()).toMatchObject({ resolvedAt: null });
  });

  it("lists a refund of a payment that is older than the window", async () => {
    const paid = await shop.placePaid();
    await reconcile();
    await db().$executeRaw`
      UPDATE payment_attempts SET paid_at = now() - interval '30 days'`;
    const { id } = await refundAtStripe(paid);
    expect(await reconcile()).toMatchObject([{ key: `refund:${id}`, orderId: paid.orderId }]);
  });

  it("finds nothing about a disputed payment that was not the order's, nor does the order count as disputed", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const { id } = await blockFactory(db(), "target", "instagram:wanderwithmara");
    await shop.settle(sessionId);
    await db().block.delete({ where: { id } });
    await applyDispute(shop.deps(), await stripe.dispute(orderId));
    expect(await reconcile()).toEqual([]);
    expect(await shop.order(orderId)).toMatchObject({ paymentStatus: "unpaid", blockedAt: null });
  });

  it("lists a payment of the ledger that Stripe has no charge of", async () => {
    const { orderId, paymentIntentId } = await shop.placePaid();
    await stripe.control("/reset");
    expect(await reconcile()).toMatchObject([{ key: `payment:${paymentIntentId}`, orderId }]);
  });

  it("lists an order whose sums are not its ledger's", async () => {
    const { orderId } = await shop.placePaid();
    await db().order.update({ where: { id: orderId }, data: { refundedCents: 29 } });
    expect(await reconcile()).toMatchObject([
      {
        key: `ledger:${orderId}`,
        message: expect.stringMatching(
          /\$2\.29 of order #\w{8} was paid and \$0\.29 refunded; the ledger says \$2\.29 and \$0\.00\.$/,
        ),
      },
    ]);
  });

  it("lists a supplier's charge that was not posted", async () => {
    const { orderId } = await shop.placePaid();
    const { id: supplierId } = await db().supplier.create({ data: { name: "Northern Panel" } });
    await db().fulfillmentItem.updateMany({
      where: { orderId },
      data: { supplierId, charge: "0.09", chargeCurrency: "USD" },
    });
    expect(await reconcile()).toMatchObject([
      { kind: "supplier_charge", orderId, message: expect.stringContaining("charged 0.09 USD") },
    ]);
  });

  it("leaves payments that moved in the last minutes alone, because their webhooks may be on their way", async () => {
    await shop.placeAndPay();
    expect(await reconcile(0)).toEqual([]);
  });

  it("leaves payments of other shops in a shared account alone", async () => {
    const session = await stripe.openStrangePage();
    await stripe.pay(session.id);
    expect(await reconcile()).toEqual([]);
  });

  it("posts a fee that Stripe reported late, once", async () => {
    const { orderId } = await shop.placePaid();
    await forget("fee:%");
    expect(await postedCents(db(), orderId)).toEqual({ sales: -229, stripe_balance: 229 });
    expect(await reconcile()).toEqual([]);
    expect(await reconcile()).toEqual([]);
    expect(await postedCents(db(), orderId)).toEqual({ sales: -229, stripe_balance: 192, stripe_fees: 37 });
  });

  it("posts what a dispute took and its fee, when the ledger lacks them", async () => {
    const { orderId } = await shop.placePaid();
    await applyDispute(shop.deps(), await stripe.dispute(orderId));
    const posted = await postedCents(db(), orderId);
    await forget("dispute:%");
    expect(await reconcile()).toEqual([]);
    expect(await postedCents(db(), orderId)).toEqual(posted);
  });

  it("lists a dispute that the shop does not have", async () => {
    const { orderId, paymentIntentId } = await shop.placePaid();
    const id = await stripe.dispute(orderId);
    expect(await reconcile()).toMatchObject([
      {
        key: `dispute:${id}`,
        message: expect.stringContaining(`(${paymentIntentId}); the ledger has nothing.`),
      },
    ]);
  });

  it("lists a fee that is not the ledger's", async () => {
    const { orderId, paymentIntentId } = await shop.placePaid();
    await changeRow(orderId, { fee: 40 });
    expect(await reconcile()).toMatchObject([
      {
        key: `fee:${paymentIntentId}`,
        orderId,
        message: expect.stringMatching(/^Stripe's fee of .* is \$0\.40; the ledger has \$0\.37\.$/),
      },
    ]);
  });

  it("lists a payment that reached Stripe's balance in another currency than the order's", async () => {
    const { orderId, paymentIntentId } = await shop.placePaid();
    await changeRow(orderId, { currency: "eur", amount: 212 });
    expect(await reconcile()).toMatchObject([
      {
        key: `currency:${paymentIntentId}`,
        message: expect.stringMatching(/has .*2\.12.* for .*; the ledger has \$2\.29\.$/),
      },
    ]);
  });

  it("lists an amount of the balance that is not the ledger's", async () => {
    const { orderId } = await shop.placePaid();
    await changeRow(orderId, { amount: 200 });
    expect(await reconcile()).toMatchObject([
      { kind: "payment", message: expect.stringMatching(/has \$2\.00 for .*; the ledger has \$2\.29\.$/) },
    ]);
  });

  it("lists a refund of the ledger that Stripe's balance lacks", async () => {
    const { orderId } = await shop.placePaid();
    const { id: attemptId } = await db().paymentAttempt.findFirstOrThrow({ where: { orderId } });
    const row = {
      orderId,
      attemptId,
      number: 1,
      amountCents: 100,
      reason: "other",
      status: "succeeded",
    } as const;
    const refund = await db().refund.create({ data: { ...row, stripeRefundId: "re_unknown" } });
    await recordMovement(
      db(),
      refundMovement({ refundId: refund.id, orderId, role: "paid", amountCents: 100, currency: "usd" }),
    );
    await db().order.update({ where: { id: orderId }, data: { refundedCents: 100 } });
    expect(await reconcile()).toMatchObject([{ key: "refund:re_unknown", orderId }]);
  });

  it("finds nothing about a refund that failed before the shop heard of it", async () => {
    const { id } = await refundAtStripe(await shop.placePaid());
    await stripe.control(`/refund/${id}/failed`);
    expect(await reconcile()).toEqual([]);
  });

  it("leaves a refund alone that Stripe has not finished", async () => {
    const paid = await shop.placePaid();
    const { id: stripeRefundId } = await refundAtStripe(paid);
    const { id: attemptId } = await db().paymentAttempt.findFirstOrThrow({
      where: { orderId: paid.orderId },
    });
    const row = { orderId: paid.orderId, attemptId, number: 1, amountCents: 100, reason: "other" };
    await db().refund.create({ data: { ...row, status: "pending", stripeRefundId } });
    expect(await reconcile()).toEqual([]);
  });

  it("posts a fee of Stripe's for the account", async () => {
    await stripe.control("/balance", { kind: "stripe_fee", amount: -250 });
    expect(await reconcile()).toEqual([]);
    await reconcile();
    const entries = await db().ledgerEntry.findMany({ where: { account: "stripe_fees" } });
    expect(entries.map(({ amountMicros }) => amountMicros)).toEqual([2_500_000n]);
  });

  it("lists an adjustment that is not about a dispute, for a week", async () => {
    await stripe.control("/balance", { amount: -1234 });
    expect(await reconcile()).toMatchObject([
      {
        kind: "adjustment",
        message: expect.stringMatching(/^Stripe adjusted the account's balance by -\$12\.34/),
      },
    ]);
    await reconcile(3 * day);
    expect(await alert()).toMatchObject({ resolvedAt: null });
    await reconcile(8 * day);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
  });

  it("reads all pages of Stripe's balance", async () => {
    const { orderId } = await shop.placePaid();
    const client = stripe.client();
    const list = client.balanceTransactions.list.bind(client.balanceTransactions);
    client.balanceTransactions.list = (query, options) => list({ ...query, limit: 1 }, options);
    await shop.placePaid();
    await reconcileLedger({ db: db(), stripe: client }, addMs(new Date(), hour));
    expect(await db().stripeBalanceRow.count()).toBe(2);
    expect(await db().stripeBalanceRow.count({ where: { orderId } })).toBe(1);
  });
});
