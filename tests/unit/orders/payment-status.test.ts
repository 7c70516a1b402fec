import { expect, it } from "vitest";
import { paymentStatusOf } from "@/lib/orders/order/payment-status";

it.each([
  [{ isDisputed: true, paidCents: 229, returnedCents: 100 }, "disputed"],
  [{ isDisputed: false, paidCents: 229, returnedCents: 0 }, "paid"],
  [{ isDisputed: false, paidCents: 229, returnedCents: 1 }, "partially_refunded"],
  [{ isDisputed: false, paidCents: 229, returnedCents: 229 }, "refunded"],
  [{ isDisputed: false, paidCents: 0, returnedCents: 0 }, "unpaid"],
] as const)("an order's payment status, of %o, is %s", (order, expected) => {
  expect(paymentStatusOf(order)).toBe(expected);
});
