import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/base/ids";
import { nameProblem, textProblem } from "@/lib/people/reviews/review-rules";
import { reviewSchema } from "@/lib/people/reviews/reviews";
import { minReviewsForAverage, ratingOf } from "@/lib/shop/content/rating";

describe("the text of a review", () => {
  it.each([
    "Arrived in two hours, all 10,000 of them.",
    "Terrible. Half of it dropped after 3 days and support took 24-48 hours!",
    "Bought 10 000 on 15.11.2026, great.thanks",
    "¡Muy bien! Danke 🙂",
  ])("is published as it is, good or bad: %s", (text) => {
    expect(textProblem(text)).toBeNull();
  });

  it.each([
    ["Cheaper at https://other.example/x", "links"],
    ["go to WWW.other", "links"],
    ["try other-shop.com", "links"],
    ["mail me: buyer@example", "account names"],
    ["follow @somebody", "account names"],
    ["call +1 (555) 010-9999", "phone numbers"],
    ["whatsapp 0049 170 1234567", "phone numbers"],
  ])("is refused with the reason: %s", (text, reason) => {
    expect(textProblem(text)).toContain(reason);
  });
});

it("the text of a review has at most 1,000 characters", () => {
  expect(textProblem("x".repeat(1_000))).toBeNull();
  expect(textProblem("x".repeat(1_001))).toContain("at most 1,000");
});

it.each([
  ["Mara", null],
  ["Jean-Luc", null],
  ["O'Neill", null],
  ["Zoë", null],
  ["", null],
  ["x9", "letters"],
  ["<b>", "letters"],
  ["a".repeat(41), "40"],
  ["shop.com", "links"],
])("the public name %s has the right answer", (name, problem) => {
  if (problem === null) expect(nameProblem(name)).toBeNull();
  else expect(nameProblem(name)).toContain(problem);
});

it.each([
  [{ stars: "0" }, "stars"],
  [{ stars: "6" }, "stars"],
  [{ stars: undefined }, "stars"],
  [{ message: "see other.com" }, "message"],
  [{ name: "@mara" }, "name"],
])("a review with %j is refused at its field", (changes, field) => {
  const input = { token: newToken(), stars: "4", message: "", name: "", ...changes };
  expect(reviewSchema.safeParse(input).error?.issues[0]?.path).toEqual([field]);
});

describe("the average", () => {
  const reviews = fc.array(fc.integer({ min: 1, max: 5 }), {
    minLength: minReviewsForAverage,
    maxLength: 300,
  });
  const counted = (stars: number[]) => stars.map((each) => ({ stars: each, count: 1 }));

  it("is over all reviews, and never rounded up", () => {
    fc.assert(
      fc.property(reviews, (stars) => {
        const { count, average } = ratingOf(counted(stars));
        const real = stars.reduce((sum, each) => sum + each, 0) / stars.length;
        expect(count).toBe(stars.length);
        expect(average).toBeLessThanOrEqual(real);
        expect(average).toBeGreaterThan(real - 0.1);
      }),
    );
  });

  it("is not stated below the minimum", () => {
    expect(ratingOf([{ stars: 5, count: 9 }])).toEqual({ count: 9, average: null });
    expect(ratingOf([{ stars: 5, count: 10 }])).toEqual({ count: 10, average: 5 });
    expect(ratingOf([])).toEqual({ count: 0, average: null });
  });

  it("of 99 times five stars and once one star is 4.9", () => {
    expect(ratingOf([...counted(Array(99).fill(5)), { stars: 1, count: 1 }]).average).toBe(4.9);
  });
});
