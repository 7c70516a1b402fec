import { describe, expect, it } from "vitest";
import { requestOffers } from "@/lib/orders/request-offers";
import { addMs, day } from "@/lib/time";

const paidAt = new Date("2026-03-01T10:00:00Z");
const finishedAt = new Date("2026-03-02T10:00:00Z");
const order = {
  status: "completed",
  paymentStatus: "paid",
  paidAt,
  finishedAt,
  hasRefills: true,
  openRequests: [],
} as const;
const undelivered = { ...order, status: "processing", finishedAt: null } as const;

describe("what a buyer may ask for", () => {
  it("is a refill of what was delivered in full, up to but not after 5 days", () => {
    const until = addMs(finishedAt, 5 * day);
    expect(requestOffers(order, finishedAt)).toEqual({
      refill: { state: "offered", until: until.toISOString() },
      refund: { state: "none" },
    });
    expect(requestOffers(order, addMs(until, -1)).refill.state).toBe("offered");
    expect(requestOffers(order, until).refill.state).toBe("none");
  });

  it("is a refund of what is not delivered in full, up to but not after 30 days from the payment", () => {
    const until = addMs(paidAt, 30 * day);
    expect(requestOffers(undelivered, paidAt)).toEqual({
      refill: { state: "none" },
      refund: { state: "offered", until: until.toISOString() },
    });
    expect(requestOffers(undelivered, addMs(until, -1)).refund.state).toBe("offered");
    expect(requestOffers(undelivered, until).refund.state).toBe("none");
  });

  it.each([
    ["an order delivered by a service without refills", { ...order, hasRefills: false }],
    ["an unpaid order", { ...undelivered, status: "pending", paymentStatus: "unpaid", paidAt: null }],
    ["an expired order", { ...undelivered, status: "expired", paymentStatus: "unpaid", paidAt: null }],
    ["an order that failed: its money is on its way", { ...order, status: "failed" }],
    ["a disputed payment", { ...undelivered, paymentStatus: "disputed" }],
    ["a refunded order", { ...order, status: "partial", paymentStatus: "refunded" }],
  ] as const)("is nothing for %s", (_name, facts) => {
    expect(requestOffers(facts, paidAt)).toEqual({ refill: { state: "none" }, refund: { state: "none" } });
  });

  it("is said to be asked for while a request is open, also when its time is over", () => {
    const openRequests = [{ kind: "refill", createdAt: finishedAt }];
    const { refill } = requestOffers({ ...order, openRequests }, addMs(finishedAt, 90 * day));
    expect(refill).toEqual({ state: "asked", at: finishedAt.toISOString() });
  });
});
