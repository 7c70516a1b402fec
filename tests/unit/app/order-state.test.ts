import { describe, expect, it } from "vitest";
import { orderStatusText } from "@/components/orders/order-status-text";
import { isOrderFinal, readOrderView } from "@/components/orders/read-order-view";
import type { OrderItemView, OrderView } from "@/lib/orders/views/order-view";
import { noMoney } from "./no-money";
import { orderItem } from "./order-item";
import { view } from "./order-view";

describe("the live state of an order", () => {
  it("refuses a message whose status it does not know, or that lacks a part", () => {
    expect(readOrderView(JSON.stringify(view))).toEqual(view);
    expect(readOrderView(JSON.stringify({ ...view, status: "toString" }))).toBeNull();
    expect(readOrderView(JSON.stringify({ ...view, decided: undefined }))).toBeNull();
    expect(readOrderView("null")).toBeNull();
  });

  const owed: Partial<OrderView> = {
    money: { ...noMoney, isOpen: true },
    refundedCents: 50,
    paymentStatus: "partially_refunded",
  };

  it.each<[string, boolean, Partial<OrderView>]>([
    ["completed", true, { status: "completed" }],
    ["failed", true, { status: "failed" }],
    ["partial", true, { status: "partial" }],
    ["completed while money is owed", false, { status: "completed", ...owed }],
    ["failed while money is owed", false, { status: "failed", ...owed }],
    ["partial while money is owed", false, { status: "partial", ...owed }],
    ["refunded but processing", false, { status: "processing", paymentStatus: "refunded" }],
    ["expired without a payment", false, { status: "expired", paymentStatus: "unpaid" }],
  ])("that is %s is final: %s", (_, expected, change) => {
    expect(isOrderFinal({ ...view, ...change })).toBe(expected);
  });

  it("is not final while units are delivered again or a decision is looked at again", () => {
    const delivered: OrderView = { ...view, status: "completed" };
    const replacedBy = (isOver: boolean): OrderView => ({
      ...delivered,
      items: [{ ...orderItem, replacement: { quantity: 100, delivered: 40, isOver } }],
    });
    const decidedWith = (lookAgainAt: string | null): OrderView => {
      const decision = { id: "d1", targets: null, message: "It is on its way.", lookAgainAt };
      const request = { id: "r1", kind: "refill", isOwn: true, at: delivered.createdAt } as const;
      return { ...delivered, decided: [{ ...request, decisions: [decision] }] };
    };
    expect(isOrderFinal(replacedBy(false))).toBe(false);
    expect(isOrderFinal(replacedBy(true))).toBe(true);
    expect(isOrderFinal({ ...replacedBy(false), status: "partial" })).toBe(false);
    expect(isOrderFinal(decidedWith("2026-01-03T10:00:00.000Z"))).toBe(false);
    expect(isOrderFinal(decidedWith(null))).toBe(true);
  });

  it("names the delivered units and the refund when delivery ended early", () => {
    const text = orderStatusText({
      ...view,
      status: "partial",
      refundedCents: 809,
      paymentStatus: "partially_refunded",
    });
    expect(text.detail).toContain("400 of 1,000 followers were delivered. $8.09 has gone back to your card.");
    const progress = { percent: 0, delivered: 1, remains: 999, lastCheckedAt: null };
    expect(orderStatusText({ ...view, progress, status: "partial" }).detail).toMatch(
      /^1 of 1,000 followers was/,
    );
  });

  it("does not say that delivery is starting or arriving while that is unknown, or while it is paused", () => {
    const textOf = (change: Partial<OrderItemView>, { progress }: Pick<OrderView, "progress">) =>
      orderStatusText({ ...view, progress, items: [{ ...orderItem, ...change }] });
    const none = { progress: null };
    const fix = { reason: "target_missing", until: "2026-01-02T10:00:00.000Z" };
    expect(textOf({ progress: "sending" }, none).title).toBe("Payment received, delivery is starting");
    expect(textOf({ progress: "delivering" }, view).title).toBe("Your followers are arriving");
    expect(textOf({ progress: "checking" }, none)).toEqual({
      title: "Payment received, delivery is being checked",
      detail: expect.stringMatching(/whether the delivery .* has started/),
    });
    expect(textOf({ progress: "checking" }, view)).toEqual({
      title: "Payment received, delivery is being checked",
      detail: expect.not.stringMatching(/whether the delivery .* has started/),
    });
    expect(textOf({ progress: "paused", fix }, none).title).toBe("Payment received, delivery is paused");
    expect(textOf({ progress: "paused", fix }, view).title).toBe("Payment received, delivery is paused");
  });

  describe("whose payment goes back", () => {
    const label =
      "We do not sell to the country of this card, so the payment of $13.49 goes back to the card";
    const refused = { id: "2", at: view.createdAt, type: "payment.duplicate", label };
    const unpaid: OrderView = { ...view, paymentStatus: "unpaid", paidAt: null, timeline: [refused] };

    it.each(["pending", "expired"] as const)("says so while it is %s", (status) => {
      const text = orderStatusText({ ...unpaid, status });
      expect(text.title).toBe("We're refunding your payment");
      expect(text.detail).toContain(label);
    });

    it.each(["pending", "expired"] as const)("says while %s that the bank refused the refund", (status) => {
      const { detail } = orderStatusText({ ...unpaid, status, money: { ...noMoney, bouncedCents: 1349 } });
      expect(detail).toContain("did not reach your card");
      expect(detail).not.toContain("Your bank shows it");
    });

    it("waits for the payment of a page that was opened later, until it closes", () => {
      const opened = { ...refused, id: "3", type: "payment.attempted", label: "New payment page opened" };
      expect(orderStatusText({ ...unpaid, status: "pending", timeline: [refused, opened] }).title).toBe(
        "Waiting for your payment",
      );
      const closed = orderStatusText({ ...unpaid, status: "expired", timeline: [refused, opened] });
      expect(closed.title).toBe("The payment page has closed");
      expect(closed.detail).toContain(label);
      expect(orderStatusText({ ...unpaid, status: "expired", timeline: [opened] }).detail).toMatch(
        /^Nothing was charged/,
      );
      expect(orderStatusText({ ...view, timeline: [refused] }).title).toBe("Your followers are arriving");
    });
  });

  it("of a completed order says what never arrived by our own count, and what the bank gave back", () => {
    const textOf = (change: Partial<OrderItemView>, money: Partial<OrderView["money"]> = {}) =>
      orderStatusText({
        ...view,
        status: "completed",
        money: { ...noMoney, ...money },
        items: [orderItem, { ...orderItem, ...change }],
      });
    const full = { title: "Delivered in full", detail: "All 1,000 followers have arrived at @ocean.photos." };
    expect(textOf({})).toEqual(full);
    expect(textOf({ dropped: 330 })).toEqual(full);
    const short = { dropped: 330, neverArrived: true };
    expect(textOf(short)).toEqual({
      title: "Delivery has ended",
      detail: "By our own count, 330 of 1,000 followers never arrived. This page shows what we do about it.",
    });
    expect(textOf({ ...short, replacement: { quantity: 330, delivered: 330, isOver: true } })).toEqual(full);
    expect(textOf({}, { bank: "deciding" }).detail).toBe(
      `${full.detail} Your bank is looking into the payment.`,
    );
    expect(textOf({}, { bank: "returned", bankCents: 1349 }).detail).toBe(
      `${full.detail} Your bank has given you $13.49 back.`,
    );
  });

  it.each([
    ["partial", null, "Delivery ended early"],
    ["partial", "canceled", "The rest of your order was cancelled"],
    ["failed", null, "Nothing was delivered"],
    ["failed", "canceled", "Your order was cancelled"],
    ["failed", "withdrawn", "You withdrew from this order"],
  ] as const)("that is %s and called off by %s has a headline of its own", (status, ending, title) => {
    expect(orderStatusText({ ...view, status, ending }).title).toBe(title);
  });

  it("says of each amount where it is, and promises no time where nothing is sent", () => {
    const detailOf = (money: Partial<OrderView["money"]>, refundedCents = 0) =>
      orderStatusText({ ...view, status: "failed", refundedCents, money: { ...noMoney, ...money } }).detail;
    const bank = "Your bank shows it within 7 to 10 business days.";
    expect(detailOf({ owedCents: 1349 })).toBe(`$13.49 goes back to your card. ${bank}`);
    expect(detailOf({ onItsWayCents: 1299 }, 50)).toBe(
      `$0.50 has gone back to your card. $12.99 is on its way back to your card. ${bank}`,
    );
    expect(detailOf({ heldCents: 1349 })).toBe("Our team is checking a refund of $13.49.");
    expect(detailOf({ bouncedCents: 1349 })).toMatch(
      /^A refund of \$13\.49 did not reach .* another way with you\.$/,
    );
    expect(detailOf({ declinedCents: 1349 })).toMatch(
      /decided against it\. If you don't agree, please write to us\.$/,
    );
    expect(detailOf({ bank: "deciding" })).toBe("Your bank is looking into the payment.");
    expect(detailOf({ bank: "returned", bankCents: 1349 })).toBe("Your bank has given you $13.49 back.");
    expect(detailOf({ otherWayCents: 1349 })).toBe("Our team has paid you $13.49 in another way.");
    expect(detailOf({})).toBe("Nothing goes back to your card.");
    const nearlyAll = { percent: 99, delivered: 9_999, remains: 1, lastCheckedAt: null };
    const cheap = { ...view, status: "partial", quantity: 10_000, progress: nearlyAll } as const;
    expect(orderStatusText(cheap).detail).toMatch(/worth less than a cent, so nothing goes back\.$/);
  });
});
