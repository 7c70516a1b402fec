import { describe, expect, it } from "vitest";
import { addMs, day } from "@/lib/base/time/time";
import { requestOffers } from "@/lib/orders/views/request-offers";

const paidAt = new Date("2026-03-01T10:00:00Z");
const finishedAt = new Date("2026-03-02T10:00:00Z");
type Facts = Parameters<typeof requestOffers>[0];
const order: Facts = {
  status: "completed",
  paymentStatus: "paid",
  stop: null,
  paidAt,
  items: [{ state: "completed", finishedAt, refillDays: 5 }],
  openRequests: [],
};
const promised: Facts = { ...order, items: [{ state: "completed", finishedAt, refillDays: 60 }] };
const twoEnds: Facts = {
  ...order,
  items: [
    { state: "completed", finishedAt: addMs(finishedAt, -10 * day), refillDays: 60 },
    { state: "completed", finishedAt, refillDays: 60 },
  ],
};
const running: Facts = { ...order, status: "processing" };
const item = (state: Facts["items"][number]["state"]) => ({
  items: [{ state, finishedAt: null, refillDays: null }],
});

describe("what a buyer may ask for", () => {
  it.each<[string, Facts, number, string[]]>([
    ["delivered in full", order, 2, ["refill", "nothing_arrived"]],
    ["delivered in part", { ...order, status: "partial" }, 2, ["refill", "nothing_arrived"]],
    ["ended without a delivery", { ...order, status: "failed" }, 2, []],
    ["delivered, while the last day for a refund lasts anywhere", order, 31, ["refill", "nothing_arrived"]],
    ["delivered, past every promise", order, 31.1, []],
    ["promised for sixty days, on the last", promised, 60.9, ["refill", "nothing_arrived"]],
    ["promised for sixty days, after them", promised, 61, []],
    ["whose first post ended ten days before the last", twoEnds, 60, ["refill", "nothing_arrived"]],
    ["whose posts are all past their own promise", twoEnds, 62, []],
    ["not begun", { ...running, ...item("waiting") }, 1, ["slow", "nothing_arrived", "cancel", "refund"]],
    ["begun", { ...running, ...item("in_progress") }, 1, ["slow", "nothing_arrived", "refund"]],
    [
      "still running after a month",
      { ...running, ...item("in_progress") },
      40,
      ["slow", "nothing_arrived", "refund"],
    ],
    ["refunded in full", { ...order, stop: "refunded" }, 2, []],
    ["in dispute", { ...order, stop: "disputed" }, 2, []],
    ["withdrawn from, while the rest is delivered", { ...running, stop: "withdrawn" }, 1, []],
    [
      "withdrawn from and ended",
      { ...order, status: "partial", stop: "withdrawn" },
      2,
      ["refill", "nothing_arrived"],
    ],
    ["never paid", { ...order, status: "pending", paymentStatus: "unpaid", paidAt: null }, 2, []],
  ])("of an order %s", (_, facts, days, kinds) => {
    expect(requestOffers(facts, addMs(paidAt, days * day)).kinds).toEqual(kinds);
  });

  it("is offered beside a question that waits for an answer", () => {
    const openRequests = [{ createdAt: finishedAt }];
    expect(requestOffers({ ...order, openRequests }, finishedAt)).toMatchObject({
      kinds: ["refill", "nothing_arrived"],
      ticketAt: finishedAt.toISOString(),
    });
  });
});
