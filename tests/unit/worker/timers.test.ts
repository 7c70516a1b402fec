import { describe, expect, it } from "vitest";
import { nextWholePeriod } from "@/lib/worker/timers";

describe("the moment of a recurring job", () => {
  it("is the same for workers that ask within one period", () => {
    expect(nextWholePeriod(30_001, 15_000)).toEqual(nextWholePeriod(44_999, 15_000));
  });

  it("is always ahead", () => {
    expect(nextWholePeriod(30_000, 15_000).getTime()).toBe(45_000);
  });
});
