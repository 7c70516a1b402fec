import { describe, expect, it } from "vitest";
import { unusualText } from "@/app/admin/now/unusual-text";
import { daysCompared, unusualDay } from "@/lib/operator/reporting/unusual-day";

/** Four weeks and a day: quiet days, and the same weekday's orders, the last one's at the end. */
function daysOf(sameWeekday: readonly number[], centsEach = 500) {
  const first = Date.parse("2026-10-31T00:00:00Z");
  return Array.from({ length: daysCompared }, (_, at) => {
    const orders = at % 7 === 0 ? (sameWeekday[at / 7] ?? 0) : 1;
    const day = new Date(first + at * 86_400_000).toISOString().slice(0, 10);
    return { day, orders, revenueCents: orders * centsEach };
  });
}

describe("a day beside the same weekday of four weeks", () => {
  it.each([
    ["unusual with half of the orders", [40, 40, 40, 40, 20], 40],
    ["unusual with one and a half times as many", [40, 40, 40, 40, 60], 40],
    ["unusual without any", [40, 44, 36, 40, 0], 40],
    ["usual with a third less", [40, 40, 40, 40, 27], null],
    ["usual where so few vary by chance", [5, 5, 5, 5, 2], 5],
    ["unknown with fewer than four orders", [3, 3, 3, 3, 0], null],
    ["unknown where a week had none", [0, 40, 40, 40, 10], null],
  ])("is %s", (_, orders, usual) => {
    expect(unusualDay(daysOf(orders))?.usualOrders ?? null).toBe(usual);
  });

  it("is unusual if only its revenue is", () => {
    const days = daysOf([40, 40, 40, 40, 40]);
    const last = days.at(-1);
    expect(unusualDay(days)).toBeNull();
    expect(unusualDay(last ? [...days.slice(0, -1), { ...last, revenueCents: 9_000 }] : [])).toMatchObject({
      revenueCents: 9_000,
      usualRevenueCents: 20_000,
    });
  });

  it("is unknown with too few days", () => {
    expect(unusualDay(daysOf([40, 40, 40, 40, 0]).slice(7))).toBeNull();
    expect(unusualDay([])).toBeNull();
  });
});

it("an unusual day is told with its weekday and what is usual", () => {
  const day = {
    day: "2026-11-28",
    orders: 1,
    usualOrders: 1200,
    revenueCents: 229,
    usualRevenueCents: 1_600_000,
  };
  expect(unusualText(day)).toBe(
    "Yesterday was unusual for a Saturday (UTC): 1 order for $2.29. The last four had about 1,200 for $16,000.00 each.",
  );
});
