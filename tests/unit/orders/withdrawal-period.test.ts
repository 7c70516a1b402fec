import { describe, expect, it } from "vitest";
import {
  lastDayOfRefundTerms,
  lastDayToWithdraw,
  refundTermsEndAt,
  withdrawalEndsAt,
} from "@/lib/orders/order/withdrawal-period";

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

  it.each([
    // Half past midnight of the next day in Berlin, whose fourteenth day ends at 23:00 in UTC.
    ["2026-11-03T23:30:00Z", "2026-11-18T23:30:00Z"],
    // A Friday in UTC and a Saturday in Berlin, where the period therefore ends on Monday.
    ["2026-11-06T23:30:00Z", "2026-11-23T23:30:00Z"],
    // No time zone is so far ahead that its next day has begun.
    ["2026-11-06T09:59:00Z", "2026-11-21T12:00:00Z"],
    // A Sunday in UTC and a Monday further east: Monday is the last day of both.
    ["2026-11-08T22:30:00Z", "2026-11-24T12:00:00Z"],
  ])(
    "of a contract of %s ends as late as it does where the buyer's day was the next one",
    (agreedAt, end) => {
      expect(withdrawalEndsAt(new Date(agreedAt))).toEqual(new Date(end));
    },
  );

  it("is shorter than the shop's own refund terms, whose thirtieth day counts to its end", () => {
    const agreedAt = new Date("2026-11-04T10:00:00Z");
    expect(lastDayOfRefundTerms(agreedAt)).toEqual(new Date("2026-12-04T00:00:00Z"));
    expect(refundTermsEndAt(agreedAt)).toEqual(new Date("2026-12-05T12:00:00Z"));
  });
});
