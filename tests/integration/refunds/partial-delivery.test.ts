import { describe, expect, it } from "vitest";
import { refundUndelivered } from "@/lib/refunds/refund-undelivered";
import { sendRefund } from "@/lib/refunds/send-refund";
import { usePanel } from "../../support/panel";
import { postedCents, useShopAtStripe } from "../../support/shop";
import { delivering, submitting } from "../../support/submitting";

const { database, db, shop } = useShopAtStripe();
const panel = usePanel(database);
const { submit } = submitting(database);
const { poll } = delivering(database);

describe("a supplier's Partial with 157 of 1,000 to go", () => {
  it("ends the order as partial and refunds the share of the rest exactly once, posted to the ledger", async () => {
    await panel.control({ speed: 3_600 });
    const { orderId } = await shop.placePaid({
      packageId: "followers-1000",
      quantity: 1_000,
      price: 13.49,
    });
    const [item] = (await shop.order(orderId)).items;
    await submit(item?.id ?? "");
    const [sent] = (await shop.order(orderId)).items;
    const fields = { status: "Partial", remains: "157", charge: "0.759", currency: "USD" };
    await panel.control({ set: { order: sent?.providerOrderId, fields } });
    await poll();
    await poll();
    expect(await shop.order(orderId)).toMatchObject({
      status: "partial",
      items: [{ state: "partial", remains: 157 }],
      fulfillment: { delivered: 843, remains: 157 },
    });
    await Promise.all([refundUndelivered(db(), orderId), refundUndelivered(db(), orderId)]);
    for (const { id } of (await shop.order(orderId)).refunds) {
      await Promise.all([sendRefund(shop.deps(), id), sendRefund(shop.deps(), id)]);
    }
    // 157 of 1,000 at 1,349 cents: 211.79.
    expect(await shop.order(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedCents: 212,
      refunds: [{ amountCents: 212, reason: "undelivered", status: "succeeded" }],
    });
    const ledger = await postedCents(db(), orderId);
    expect(ledger).toMatchObject({
      refunds: 212,
      sales: -1349,
      supplier_costs: 75.9,
      supplier_balances: -75.9,
    });
    expect(await shop.violations()).toEqual([]);
  });
});
