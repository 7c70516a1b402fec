import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forecastLabel, forecastMinutes, sizeOf } from "@/lib/orders/forecast/forecast";

const [minute, hour, day] = [60, 3_600, 86_400];

describe("the forecast that a customer sees for a measured duration", () => {
  it.each([
    [0, "15 minutes"],
    [15 * minute, "15 minutes"],
    [15 * minute + 1, "30 minutes"],
    [46 * minute, "1 hour"],
    [hour, "1 hour"],
    [hour + 1, "2 hours"],
    [5.2 * hour, "6 hours"],
    [47.5 * hour, "48 hours"],
    [2 * day + 1, "3 days"],
    [30 * day, "30 days"],
  ])("%d seconds are %s", (seconds, label) => {
    expect(forecastLabel(forecastMinutes(seconds) ?? 0)).toBe(label);
  });

  it("is none beyond 30 days, or for an infinite duration", () => {
    expect(forecastMinutes(30 * day + 1)).toBeNull();
    expect(forecastMinutes(Number.POSITIVE_INFINITY)).toBeNull();
  });

  it("is never less than the measured duration, and never less for a longer one", () => {
    const seconds = fc.integer({ min: 0, max: 30 * day });
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        const [less, more] = [forecastMinutes(Math.min(a, b)), forecastMinutes(Math.max(a, b))];
        expect((less ?? 0) * minute).toBeGreaterThanOrEqual(Math.min(a, b));
        expect(more).toBeGreaterThanOrEqual(less ?? 0);
      }),
    );
  });
});

it("orders are of one size up to 500, 2,500 and 10,000 units", () => {
  expect([1, 500, 501, 2_500, 2_501, 10_000, 10_001, 1_000_000].map(sizeOf)).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ]);
});
