import { describe, expect, it } from "vitest";
import { OrderStatus } from "@/lib/db/generated/enums";
import { finalStatus } from "@/lib/orders/close-order";
import { canOrderBecome } from "@/lib/orders/order-status";

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

  const leadingTo = (to: OrderStatus) => statuses.filter((from) => canOrderBecome(from, to));
  const following = (from: OrderStatus) => statuses.filter((to) => canOrderBecome(from, to)).sort();

  it("is processing before anything is delivered, and stays completed, partial or failed once it is", () => {
    const finals: OrderStatus[] = ["completed", "failed", "partial"];
    expect(following("processing")).toEqual(finals);
    expect(finals.flatMap(following)).toEqual([]);
    expect([leadingTo("completed"), leadingTo("partial")]).toEqual([["processing"], ["processing"]]);
  });
});

describe("the end of an order", () => {
  it.each([
    ["completed", { quantity: 100, delivered: 100, isAllCompleted: true }],
    ["partial", { quantity: 100, delivered: 1, isAllCompleted: false }],
    ["partial", { quantity: 100, delivered: 99, isAllCompleted: false }],
    ["failed", { quantity: 100, delivered: 0, isAllCompleted: false }],
  ] as const)("is %s for %o", (status, delivery) => {
    expect(finalStatus(delivery)).toBe(status);
  });
});
