import { describe, expect, it } from "vitest";
import { lastDayToWithdraw, refundTermsEndAt, withdrawalEndsAt } from "@/lib/withdrawal-period";

describe("the period for a withdrawal", () => {
  it.each([
    // From a Wednesday to the Wednesday two weeks later.
    ["2026-11-04T00:00:00Z", "2026-11-18"],
    ["2026-11-04T23:59:59Z", "2026-11-18"],
    // The fourteenth day is a Saturday or a Sunday, so the period ends on Monday.
    ["2026-11-07T12:00:00Z", "2026-11-23"],
    ["2026-11-08T12:00:00Z", "2026-11-23"],
    ["2026-11-09T12:00:00Z", "2026-11-23"],
    // Across the end of February in a leap year, and across the end of a year.
    ["2028-02-22T08:00:00Z", "2028-03-07"],
    ["2026-12-29T08:00:00Z", "2027-01-12"],
  ])("of a contract of %s includes %s", (agreedAt, lastDay) => {
    expect(lastDayToWithdraw(new Date(agreedAt)).toISOString().slice(0, 10)).toBe(lastDay);
  });

  it("ends when its last day has ended everywhere on Earth", () => {
    expect(withdrawalEndsAt(new Date("2026-11-04T10:00:00Z"))).toEqual(new Date("2026-11-19T12:00:00Z"));
  });

  it("is shorter than the shop's own refund terms", () => {
    const agreedAt = new Date("2026-11-04T10:00:00Z");
    expect(refundTermsEndAt(agreedAt)).toEqual(new Date("2026-12-04T10:00:00Z"));
  });
});
