import { describe, expect, it } from "vitest";
import { OrderStatus } from "@/lib/base/db/generated/enums";
import { finalStatus } from "@/lib/orders/order/close-order";
import { canOrderBecome } from "@/lib/orders/views/order-status";

const statuses = Object.values(OrderStatus);

const allowed = new Set([
  "pending processing",
  "pending expired",
  "pending failed",
  "expired pending",
  "expired processing",
  "processing completed",
  "processing partial",
  "processing failed",
]);

describe("an order's status", () => {
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  it.each(pairs)("that is %s may become %s only if the table says so", (from, to) => {
    expect(canOrderBecome(from, to)).toBe(allowed.has(`${from} ${to}`));
  });
});

it.each([
  ["completed", { quantity: 100, delivered: 100, isAllCompleted: true }],
  ["partial", { quantity: 100, delivered: 1, isAllCompleted: false }],
  ["partial", { quantity: 100, delivered: 99, isAllCompleted: false }],
  ["failed", { quantity: 100, delivered: 0, isAllCompleted: false }],
] as const)("the end of an order is %s for %o", (status, delivery) => {
  expect(finalStatus(delivery)).toBe(status);
});
