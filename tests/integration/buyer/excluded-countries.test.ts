import { afterEach, describe, expect, it } from "vitest";
import { orderStatusText } from "@/components/orders/order-status-text";
import { addMs, hour } from "@/lib/base/time/time";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { reconcilePayments } from "@/lib/money/reconciliation/reconcile-payments";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { saveSettings } from "@/lib/shop/settings/save-settings";
import { byOps } from "../../support/factories";
import { goodCard, sessionIdOf } from "../../support/purchase";
import { newGuest, useShopAtStripe } from "../../support/shop";
import { testSecret } from "../../support/test-env";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

/** Stripe's test card that was issued in Austria. */
const austrianCard = "4000 0004 0000 0008";

const exclude = (...excludedCountries: string[]) =>
  saveSettings(db(), { change: { excludedCountries }, ...byOps });
afterEach(() => exclude());

const orderFrom = (country: string | null) =>
  shop.create({}, newGuest(), null, { screening: { secret: testSecret, scale: 1_000, country } });

describe("an order", () => {
  it("from an excluded country is refused with the country's name, and nothing is stored", async () => {
    await exclude("AT", "FR");
    const before = await db().order.count();
    await expect(orderFrom("AT")).rejects.toMatchObject({
      code: "country_excluded",
      userMessage: expect.stringContaining("Austria"),
    });
    expect(await db().order.count()).toBe(before);
  });

  it.each([["DE"], [null]])("from %s is taken", async (country) => {
    await exclude("AT");
    expect(await orderFrom(country)).toMatchObject({ orderId: expect.any(String) });
  });
});

describe("a payment", () => {
  it.each([
    ["a card", austrianCard, undefined],
    ["a billing address", goodCard, "AT"],
  ])(
    "with %s of an excluded country goes back in full, and nothing is delivered",
    async (_, card, country) => {
      await exclude("AT");
      const { orderId, sessionId } = await shop.place();
      expect(await stripe.pay(sessionId, card, country)).toBe(303);
      for (let time = 0; time < 2; time++) {
        expect((await shop.settle(sessionId)).kind).toBe("refunding");
      }
      const order = await shop.order(orderId);
      expect(order).toMatchObject({
        status: "pending",
        paidCents: 0,
        flagReason: "excluded_country",
        items: [],
        attempts: [{ status: "duplicate" }],
        refunds: [{ reason: "excluded_country", amountCents: 229, status: "requested" }],
      });
      expect(await shop.sendRefunds(orderId)).toEqual([229]);
      const mails = await db().emailLog.findMany({ where: { orderId } });
      expect(mails.map(({ kind }) => kind)).toEqual(["order-refunded"]);
      await reconcilePayments(shop.deps(), addMs(new Date(), hour));
      expect(await shop.order(orderId)).toMatchObject({ status: "expired" });
      const view = await findOrderView(db(), order.token);
      expect(view?.timeline.at(-1)).toMatchObject({ type: "order.expired", label: "Payment page closed" });
    },
  );

  it("is still named on the order's page after its buyer has opened another page and let it expire", async () => {
    await exclude("AT");
    const { orderId, sessionId, token } = await shop.place();
    await stripe.pay(sessionId, austrianCard);
    await shop.settle(sessionId);
    expect(await shop.sendRefunds(orderId)).toEqual([229]);
    const again = sessionIdOf(await openCheckout(shop.deps(), orderId));
    await stripe.expire(again);
    expect((await shop.settle(again)).kind).toBe("expired");
    const view = await findOrderView(db(), token);
    expect(view).toMatchObject({ status: "expired" });
    expect(JSON.stringify(view?.timeline)).not.toMatch(/nothing was charged/i);
    const { detail } = orderStatusText(view ?? expect.fail());
    expect(detail).toMatch(/its \$2\.29 goes back to the card\. .* You can still pay for this order\./);
  });

  it("with a billing address in another country is kept, wherever the card comes from", async () => {
    await exclude("AT");
    const { sessionId } = await shop.place();
    await stripe.pay(sessionId, austrianCard, "DE");
    expect((await shop.settle(sessionId)).kind).toBe("paid");
  });

  it("that was settled does not change when its country is excluded later", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, austrianCard);
    await shop.settle(sessionId);
    await exclude("AT");
    expect((await shop.settle(sessionId)).kind).toBe("paid");
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", refunds: [], flagReason: null });
  });
});
