import { beforeEach, describe, expect, it } from "vitest";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { reconcilePayments } from "@/lib/money/reconciliation/reconcile-payments";
import { endPauses, poison } from "../../support/bad-rows";
import { codeOf } from "../../support/database";
import { forgetAnswer } from "../../support/factories";
import { delayedMethod } from "../../support/purchase";
import { sessionIdOf, useShopAtStripe } from "../../support/shop";
import { stripeThatFailsAbout } from "../../support/stripe";

const { db, stripe, shop } = useShopAtStripe();

/** The reconciler as it runs some time from now. */
const reconcile = (msFromNow = 3 * minute, timeoutMs?: number) =>
  reconcilePayments({ ...shop.deps(), stripe: stripe.client(timeoutMs) }, addMs(new Date(), msFromNow));

// Closes what other tests left open, because each test checks its own attempts.
beforeEach(async () => {
  await db().paymentAttempt.updateMany({
    where: { status: { in: ["creating", "open"] } },
    data: { status: "expired" },
  });
});

const invariants = async () => expect(await shop.violations()).toEqual([]);

describe("the reconciler", () => {
  it("settles a payment whose webhook never came", async () => {
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile()).toBe(1);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
    await invariants();
  });

  it("sets an attempt aside that can't be written, settles the others, and tries it again", async () => {
    const [bad, good] = [await shop.placeAndPay(), await shop.placeAndPay()];
    const attempt = (await shop.order(bad.orderId)).attempts[0];
    const when = `NEW.id = '${attempt?.id}'`;
    const { heal } = await poison(db(), { table: "payment_attempts", event: "UPDATE", when });
    await reconcile();
    expect(await shop.order(good.orderId)).toMatchObject({ status: "processing" });
    expect(await db().setAsideEntry.findMany()).toMatchObject([{ batch: "payments", entryId: attempt?.id }]);
    expect(await reconcile()).toBe(0);
    await heal();
    await reconcile();
    expect(await shop.order(bad.orderId)).toMatchObject({ status: "processing" });
    expect(await db().setAsideEntry.findMany()).toEqual([]);
    await invariants();
  });

  it.each(["checkout_session_read", "payment_intent_read", "charge_read", "balance_transaction_source_read"])(
    "stops while the key lacks %s, sets nothing aside, and settles once the key has it",
    async (right) => {
      const { orderId } = await shop.placeAndPay();
      await stripe.faults({ missingRights: [right] });
      expect(await codeOf(reconcile())).toBe("payment_misconfigured");
      expect(await db().setAsideEntry.findMany()).toEqual([]);
      await stripe.heal();
      await reconcile();
      expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
      await invariants();
    },
  );

  it("settles newer payments although Stripe can't answer about many older ones", async () => {
    const broken = new Set<string>();
    for (let count = 0; count < 4; count += 1) broken.add((await shop.placeAndPay()).sessionId);
    const { orderId } = await shop.placeAndPay();
    const failing = await stripeThatFailsAbout(stripe.url, broken);
    const run = () =>
      reconcilePayments({ ...shop.deps(), stripe: failing.client }, addMs(new Date(), 3 * minute));
    await run();
    await run();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
    await failing.stop();
    await endPauses(db());
    await reconcile();
    expect(await db().setAsideEntry.findMany()).toEqual([]);
    await invariants();
  });

  it("settles a payment whose session the shop never recorded, and finds it among hundreds of others", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await forgetAnswer(db(), orderId);
    await Promise.all(Array.from({ length: 150 }, () => stripe.openStrangePage()));
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      attempts: [{ status: "paid", stripeSessionId: sessionId }],
    });
    await invariants();
  });

  it("keeps the address of a page whose answer was lost, for the buyer who comes back", async () => {
    const { orderId, url } = await shop.place();
    await forgetAnswer(db(), orderId);
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({
      status: "pending",
      attempts: [{ status: "open", url }],
    });
  });

  it("leaves a page alone that its buyer has only just opened", async () => {
    await shop.place();
    expect(await reconcile(minute)).toBe(0);
  });

  it("leaves an open page open", async () => {
    const { orderId, url } = await shop.place();
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({ status: "pending", attempts: [{ status: "open" }] });
    expect(await openCheckout(shop.deps(), orderId)).toBe(url);
  });

  it("expires an order whose page was never made, once none can be made any more", async () => {
    await stripe.faults({ failNext: 4, status: 503 });
    expect(await codeOf(shop.place())).toBe("payment_unavailable");
    await stripe.heal();
    const { id } = await db().order.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    await reconcile(20 * minute);
    expect(await shop.order(id)).toMatchObject({ status: "pending" });
    await reconcile(51 * minute);
    await reconcile(51 * minute);
    const order = await shop.order(id);
    expect(order).toMatchObject({ status: "expired", attempts: [{ status: "expired" }] });
    expect(order.events.filter((event) => event.type === "order.expired")).toHaveLength(1);
    await invariants();
  });

  it("expires an order whose page Stripe has forgotten", async () => {
    const { orderId } = await shop.place();
    await db().paymentAttempt.updateMany({
      where: { orderId },
      data: { stripeSessionId: `cs_test_${orderId}` },
    });
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({ status: "pending" });
    await reconcile(hour);
    expect(await shop.order(orderId)).toMatchObject({ status: "expired" });
    expect(await reconcile(hour)).toBe(0);
  });

  it("expires nothing because of an older page when a newer one is open", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await openCheckout(shop.deps(), orderId);
    await db().paymentAttempt.updateMany({
      where: { orderId, number: 1 },
      data: { status: "creating", stripeSessionId: null },
    });
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({
      status: "pending",
      attempts: [{ status: "expired" }, { status: "open" }],
    });
  });

  it("expires an order whose bank refused a delayed payment, after its page's time and not before", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    await stripe.control(`/async/${sessionId}/failed`);
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({ status: "pending", attempts: [{ status: "failed" }] });
    await reconcile(49 * minute);
    expect(await shop.order(orderId)).toMatchObject({ status: "pending" });
    await reconcile(51 * minute);
    await reconcile(51 * minute);
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "expired", attempts: [{ status: "failed" }] });
    expect(order.events.filter((event) => event.type === "order.expired")).toHaveLength(1);
    // The buyer can still come back and pay.
    const again = await openCheckout(shop.deps(), orderId);
    await stripe.pay(sessionIdOf(again));
    await shop.settle(sessionIdOf(again));
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
    await invariants();
  });

  it("leaves an order alone whose buyer has opened another page after a refused delayed payment", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    await stripe.control(`/async/${sessionId}/failed`);
    await shop.settle(sessionId);
    await openCheckout(shop.deps({ now: addMs(new Date(), 40 * minute) }), orderId);
    await reconcile(51 * minute);
    expect(await shop.order(orderId)).toMatchObject({ status: "pending" });
  });

  it("continues after an attempt that fails", async () => {
    const broken = await shop.place();
    await db().paymentAttempt.updateMany({
      where: { orderId: broken.orderId },
      data: { status: "creating", stripeSessionId: null, params: {}, expiresAt: new Date(0) },
    });
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile()).toBe(2);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("stops early while Stripe is away, and catches up when it is back", async () => {
    const placed = await Promise.all(Array.from({ length: 5 }, () => shop.placeAndPay()));
    await stripe.faults({ delayMs: 1_000 });
    expect(await reconcile(3 * minute, 50)).toBe(1);
    expect(await db().setAsideEntry.findMany({ where: { error: "payment_unavailable" } })).toEqual([]);
    await stripe.heal();
    expect(await reconcile()).toBe(5);
    const orders = await Promise.all(placed.map(({ orderId }) => shop.order(orderId)));
    expect(orders.map(({ status }) => status)).toEqual(Array(5).fill("processing"));
    await invariants();
  });
});
