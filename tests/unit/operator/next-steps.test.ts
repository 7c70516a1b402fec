import { describe, expect, it } from "vitest";
import { nextSteps, ownCourse } from "@/lib/operator/reporting/next-steps";

type Order = Parameters<typeof nextSteps>[0];

const money = { owedCents: 0, onItsWayCents: 0 } as Order["money"];
const order = (parts: Partial<Order>): Order => ({
  status: "processing",
  money,
  items: [],
  refunds: [],
  tickets: [],
  ...parts,
});
const reviewSince = "2026-01-01T00:00:00.000Z";

describe("an order's next steps", () => {
  it.each<[string, Partial<Order>, string[]]>([
    ["nothing to do", {}, []],
    ["one item in review", { items: [{ state: "unknown", reviewSince }] }, ["An item needs your decision"]],
    [
      "two items in review",
      { items: [1, 2].map(() => ({ state: "rejected", reviewSince })) },
      ["2 items need your decision"],
    ],
    [
      "a held refund",
      { refunds: [{ status: "held", isOwed: false, amountCents: 250 }] },
      ["Release or drop the refund of $2.50"],
    ],
    [
      "a refund that came back",
      { refunds: [{ status: "failed", isOwed: true, amountCents: 250 }] },
      ["A refund of $2.50 did not reach the card. Send it again"],
    ],
    [
      "an open ticket and a closed one",
      {
        tickets: [
          { id: "1", subject: "Where is it?", status: "open" },
          { id: "2", subject: "Thanks", status: "closed" },
        ],
      },
      ["Answer the ticket: Where is it?"],
    ],
  ])("with %s", (_, parts, texts) => {
    expect(nextSteps(order(parts)).map(({ text }) => text)).toEqual(texts);
  });
});

describe("an order that needs nothing", () => {
  it.each<[Partial<Order>, RegExp]>([
    [{ status: "pending" }, /has not paid yet/],
    [{ status: "expired" }, /can still open a new one/],
    [{ status: "processing" }, /being delivered/],
    [{ items: [{ state: "paused", reviewSince: null }] }, /has to fix the account/],
    [{ status: "completed" }, /has ended/],
    [{ status: "partial", money: { ...money, owedCents: 120 } }, /\$1\.20 is on its way back/],
  ])("says what happens next: %o", (parts, text) => {
    expect(ownCourse(order(parts))).toMatch(text);
  });
});
