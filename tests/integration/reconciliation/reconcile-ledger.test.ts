import { beforeEach, describe, expect, it } from "vitest";
import { applyDispute } from "@/lib/payments/apply-dispute";
import { reconcileLedger } from "@/lib/reconciliation/reconcile-ledger";
import { addMs, day, hour } from "@/lib/time";
import { blockFactory } from "../../support/factories";
import { type PaidOrder, postedCents, useShopAtStripe } from "../../support/shop";
import { stripeThatFailsAbout } from "../../support/stripe";

const { db, stripe, shop } = useShopAtStripe();

/** A refund of $1.00 of which the shop has not heard. */
const refundAtStripe = ({ paymentIntentId }: PaidOrder) =>
  stripe.client().refunds.create({ payment_intent: paymentIntentId, amount: 100 });

/** Runs the comparison as if an hour had passed, when nothing is in progress any more. */
const reconcile = (msFromNow = hour) => reconcileLedger(shop.deps(), addMs(new Date(), msFromNow));
const discrepancies = () => db().discrepancy.findMany({ orderBy: { key: "asc" } });
const alert = () => db().operatorAlert.findUnique({ where: { key: "reconcile" } });

beforeEach(async () => {
  await stripe.control("/reset");
  await db().$executeRaw`
    TRUNCATE orders, order_events, ledger_entries, discrepancies, reconcile_cursors, operator_alerts CASCADE`;
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
      /^Stripe took \$2\.29 for order #\w{8} \(pi_\w+\); the ledger has no such payment\.$/,
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

  it("compares the other payments when Stripe can't answer about one, and that one with the next run", async () => {
    const [bad, other] = [await shop.placePaid(), await shop.placePaid()];
    await stripe.dispute(bad.orderId);
    await refundAtStripe(other);
    const failing = await stripeThatFailsAbout(stripe.url, new Set([bad.paymentIntentId]));
    const found = await reconcileLedger({ db: db(), stripe: failing.client }, addMs(new Date(), hour));
    await failing.stop();
    expect(found).toMatchObject([{ kind: "refunds", orderId: other.orderId }]);
    expect(await db().setAsideEntry.findMany()).toMatchObject([
      { batch: "ledger", entryId: bad.paymentIntentId },
    ]);
    // Long after the window has moved on.
    const kinds = (await reconcile(20 * day)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["disputes", "refunds"]);
    expect(await db().setAsideEntry.findMany()).toEqual([]);
  });

  it("keeps its alert while the payment of the only discrepancy moves, and is not compared", async () => {
    const paid = await shop.placePaid();
    await refundAtStripe(paid);
    expect(await reconcile()).toMatchObject([{ kind: "refunds", orderId: paid.orderId }]);
    expect(await reconcile(0)).toEqual([]);
    expect(await alert()).toMatchObject({ resolvedAt: null });
  });

  it("lists a refund of a payment that is older than the window", async () => {
    const paid = await shop.placePaid();
    await reconcile();
    await db().$executeRaw`
      UPDATE payment_attempts SET paid_at = now() - interval '30 days'`;
    await refundAtStripe(paid);
    expect(await reconcile()).toMatchObject([{ key: `refunds:${paid.paymentIntentId}` }]);
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

  it("posts a fee that Stripe reported late", async () => {
    const { orderId } = await shop.placePaid();
    await db().$executeRaw`ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only`;
    await db().$executeRaw`DELETE FROM ledger_entries WHERE movement LIKE 'fee:%'`;
    await db().$executeRaw`ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only`;
    expect(await postedCents(db(), orderId)).toEqual({ sales: -229, stripe_balance: 229 });
    await reconcile();
    expect(await postedCents(db(), orderId)).toEqual({ sales: -229, stripe_balance: 192, stripe_fees: 37 });
  });
});
