import { describe, expect, it } from "vitest";
import { mayAskForEmail, mayChangeEmail } from "@/lib/buyer/order-email/correct-order-email";

const paid = {
  userId: null as string | null,
  guestKeyHash: "hash" as string | null,
  paidAt: new Date() as Date | null,
  blockedAt: null as Date | null,
  paymentStatus: "paid" as const,
};
const own = { isOwnBrowser: true, comesBack: false };
const bounced = { isOwnBrowser: false, comesBack: true };
const forwarded = { isOwnBrowser: false, comesBack: false };

describe("the address of an order", () => {
  it.each([
    ["can be corrected in the browser that placed it", paid, own, true],
    ["can be corrected by a link alone, while mails to its address come back", paid, bounced, true],
    [
      "can be corrected in its browser after a refund",
      { ...paid, paymentStatus: "refunded" as const },
      own,
      true,
    ],
    [
      "can be corrected for a guest without a cookie, while mails come back",
      { ...paid, guestKeyHash: null },
      bounced,
      true,
    ],
    ["can't be corrected by a forwarded link", paid, forwarded, false],
    ["can't be corrected before it is paid", { ...paid, paidAt: null }, own, false],
    ["can't be corrected while its delivery is blocked", { ...paid, blockedAt: new Date() }, own, false],
    [
      "can't be corrected while its payment is disputed",
      { ...paid, paymentStatus: "disputed" as const },
      own,
      false,
    ],
    [
      "can't be corrected where an account placed it",
      { ...paid, userId: "account", guestKeyHash: null },
      bounced,
      false,
    ],
  ])("%s", (_, order, by, expected) => {
    expect(mayAskForEmail(order, by)).toBe(expected);
    expect(mayChangeEmail(order, by)).toBe(expected);
  });

  it("is asked for as before, and not changed, once an account has the guest's order", () => {
    const linked = { ...paid, userId: "account" };
    expect(mayAskForEmail(linked, own)).toBe(true);
    expect(mayChangeEmail(linked, own)).toBe(false);
  });
});
