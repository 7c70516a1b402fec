import { describe, expect, it } from "vitest";
import { ownWithdrawalSchema, withdrawalSchema } from "@/lib/buyer/withdrawal/withdrawal-forms";
import { withdrawalAnswer, withdrawalPreview } from "@/lib/buyer/withdrawal/withdrawal-receipt";

const typed = { name: " Mara\u0000 Lindqvist ", order: "# 5F3C9A1E", email: " Mara@Example.com " };
const token = "abcdefghijklmnopqrstuvwxyz0";

describe("a statement", () => {
  it("has a name, an order number and an address, and is reviewed before it is made", () => {
    expect(withdrawalSchema.parse(typed)).toEqual({
      step: "review",
      name: "Mara  Lindqvist",
      order: { number: "5f3c9a1e" },
      email: "mara@example.com",
    });
    expect(withdrawalSchema.parse({ ...typed, step: "confirm" }).step).toBe("confirm");
  });

  it.each([
    ["5f3c9a1e-1111-4222-8333-444455556666", { number: "5f3c9a1e" }],
    [`https://shop.example/order/${token}`, { token }],
    [`https://shop.example/order/${token}/withdraw`, { token }],
    [`/order/${token}?canceled=1`, { token }],
  ])("names an order by %s", (order, parsed) => {
    expect(withdrawalSchema.parse({ ...typed, order }).order).toEqual(parsed);
  });

  it.each([
    ["name", { name: "  " }, "Please enter your name"],
    ["name", { name: "x".repeat(101) }, "Please use at most 100 characters."],
    ["order", { order: " " }, "Order number is required"],
    [
      "order",
      { order: "my order" },
      "Please enter the first 8 characters of the order number, or the order's link",
    ],
    ["order", { order: undefined }, "Order number is required"],
    ["email", { email: "mara" }, "Please enter a valid email address"],
  ])("is refused for its %s: %o", (field, change, message) => {
    const { error } = withdrawalSchema.safeParse({ ...typed, ...change });
    expect(error?.issues).toMatchObject([{ path: [field], message }]);
  });

  it("from an order's own page needs only a name", () => {
    expect(ownWithdrawalSchema.parse({ name: "Mara", token })).toEqual({
      step: "review",
      name: "Mara",
      token,
    });
  });
});

const order = {
  quantity: 1000,
  unitOne: "follower",
  unitMany: "followers",
  createdAt: new Date("2026-11-02T10:00:00Z"),
  paidAt: new Date("2026-11-04T10:00:00Z"),
};
const stated = {
  statedAt: new Date("2026-11-05T10:00:00Z"),
  delivered: 0,
  openUnits: 0,
  backCents: 0,
  mostCents: null,
};

it.each([
  ["withdrawn", { backCents: 1349 }, [/Nothing had been delivered\. \$13\.49 goes back/]],
  [
    "withdrawn",
    { delivered: 400, backCents: 809 },
    [/^400 of 1,000 followers had been/, /\$8\.09 for the rest/],
  ],
  ["withdrawn", { delivered: 1000 }, [/so nothing goes back/]],
  ["withdrawn", { delivered: 400 }, [/^400 of 1,000/, /price of the rest had already gone back/]],
  [
    "withdrawn",
    { openUnits: 1000 },
    [/1,000 had already been handed to our supplier/, /The price of whatever/],
  ],
  [
    "withdrawn",
    { delivered: 10, openUnits: 90, backCents: 1214 },
    [/\$12\.14 goes back/, /with it as soon as/],
  ],
  ["withdrawn", { openUnits: 1000, mostCents: 1349 }, [/At most \$13\.49 goes back .* as soon as/]],
  [
    "withdrawn",
    { delivered: 10, openUnits: 90, backCents: 1214, mostCents: 1335 },
    [/At least \$12\.14 and at most \$13\.35 goes back .* as soon as/],
  ],
  ["unpaid", {}, [/has not been paid/]],
  ["disputed", {}, [/Your bank is looking/]],
  ["refunded", {}, [/had already been refunded/]],
  ["repeated", {}, [/already withdrawn from this order/]],
  ["late", { statedAt: new Date("2026-11-20T10:00:00Z") }, [/Nov 18, 2026/, /until Dec 4, 2026/]],
  ["late", { statedAt: new Date("2026-12-05T12:00:00Z") }, [/30 days of our own refund terms ended/]],
  ["unmatched", {}, [/could not find an order/, /within 24 hours/]],
  ["unconfirmed", {}, [/Please confirm the withdrawal/]],
  [null, {}, [/working out what goes back/]],
])(
  "the answer to a withdrawal that is %s, %o, says what happens with the money",
  (outcome, change, patterns) => {
    const answer = withdrawalAnswer(
      { ...stated, outcome, ...change },
      outcome === "unmatched" ? null : order,
      " within 24 hours",
    );
    expect(patterns.filter((pattern) => !pattern.test(answer))).toEqual([]);
    expect(answer).not.toMatch(/\s\s|\$0\.00|undefined/);
  },
);

const stays =
  "At most $8.09 goes back to the card or account you paid with: the price of what does not arrive.";
const countedAt = new Date("2026-11-05T08:00:00Z");

it.each<[object, object, string]>([
  [{ backCents: 1349 }, {}, "We cancel what has not been sent yet. $13.49 goes back to the card or account"],
  [
    { delivered: 400, backCents: 809 },
    {},
    "$8.09 goes back to the card or account you paid with. 400 of 1,000",
  ],
  [{ delivered: 1000 }, {}, "All 1,000 followers have arrived and stay paid, so nothing goes back."],
  [{ delivered: 400 }, {}, "The price of the rest has gone back already, so nothing more goes back."],
  [{ delivered: 400, openUnits: 600, mostCents: 809 }, {}, `So far, 400 of 1,000 followers have arrived. We`],
  [
    { delivered: 400, openUnits: 600, mostCents: 809, countedAt },
    {},
    "figure, of Nov 5, 2026, 8:00 AM UTC, 400",
  ],
  [{ delivered: 400, openUnits: 600, mostCents: 809 }, {}, stays],
  [{ openUnits: 600, backCents: 540, mostCents: 1349 }, {}, "At least $5.40 and at most $13.49 goes back to"],
  [{ outcome: "disputed" }, {}, "Your bank is looking into its payment, so nothing goes back before"],
  [{ outcome: "disputed" }, { bankReturnedCents: 1349 }, "Your bank has given you $13.49 back, so nothing"],
  [{ outcome: "refunded" }, {}, "has gone back or is on its way, so nothing more goes back."],
  [{}, { paidCents: 0 }, "This order has not been paid"],
])(
  "the page says before the confirmation what a withdrawal with %o from an order with %o does",
  (plan, changes, text) => {
    const none = {
      outcome: "withdrawn",
      delivered: 0,
      openUnits: 0,
      backCents: 0,
      mostCents: 0,
      countedAt: null,
    };
    const paid = { ...order, paidCents: 1349, bankReturnedCents: 0, ...changes };
    expect(withdrawalPreview({ ...none, ...plan }, paid)).toContain(text);
  },
);
