import { describe, expect, it } from "vitest";
import { facts, showFacts } from "@/lib/buyer/facts/facts";

const period = { since: new Date("2026-08-25T00:00:00Z"), until: new Date("2026-11-23T00:00:00Z") };
const figureOf = (name: string, n: number, value: number | null) =>
  showFacts([{ name, n, value, ...period }])[0]?.figure;

describe("a fact", () => {
  it.each(Object.entries(facts))(
    "about %s is hidden below its minimum and shown from it on",
    (name, { minimum }) => {
      expect(figureOf(name, minimum - 1, 1)).toBeUndefined();
      expect(figureOf(name, minimum, 1)).toBeDefined();
      expect(minimum).toBeGreaterThanOrEqual(20);
    },
  );

  it.each([
    ["delivered", 312, 296, "94%"],
    ["delivered", 1_000, 999, "99%"],
    ["delivered", 1_000, 1_000, "100%"],
    ["delivered", 1_000, 0, "0%"],
    ["refunded", 1_000, 20, "2.0%"],
    ["refunded", 3_000, 61, "2.1%"],
    ["refunded", 100_000, 1, "0.1%"],
    ["disputed", 200, 0, "0.0%"],
    ["started", 100, 22, "22 minutes"],
    ["started", 100, 0, "1 minute"],
    ["started", 100, 121, "3 hours"],
    ["started", 100, 48 * 60 + 1, "3 days"],
    ["started", 100, null, "Under half"],
    ["answered", 100, 90, "90 minutes"],
  ])("about %s of %i with %s is %s: never better than it is", (name, n, value, figure) => {
    expect(figureOf(name, n, value)).toBe(figure);
  });

  it("says its number and its period, for bad news as for good", () => {
    const [fact] = showFacts([{ name: "delivered", n: 3_120, value: 31, ...period }]);
    expect(fact?.message).toBe(
      "Of the 3,120 orders that were paid and have ended in the last 90 days, 0% were delivered in full.",
    );
  });

  it.each(Object.keys(facts))("says its number and its period for %s", (name) => {
    const [fact] = showFacts([{ name, n: 1_234, value: 600, ...period }]);
    expect(fact?.message).toMatch(/1,234 .*90 days/);
  });
});
