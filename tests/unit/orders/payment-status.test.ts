import { expect, it } from "vitest";
import { paymentStatusOf } from "@/lib/orders/payment-status";

it.each([
  [{ isDisputed: true, paidCents: 229, refundedCents: 100 }, "disputed"],
  [{ isDisputed: false, paidCents: 229, refundedCents: 0 }, "paid"],
  [{ isDisputed: false, paidCents: 229, refundedCents: 1 }, "partially_refunded"],
  [{ isDisputed: false, paidCents: 229, refundedCents: 229 }, "refunded"],
  [{ isDisputed: false, paidCents: 0, refundedCents: 0 }, "unpaid"],
] as const)("an order's payment status, of %o, is %s", (order, expected) => {
  expect(paymentStatusOf(order)).toBe(expected);
});
