import { describe, expect, it } from "vitest";
import { holdsPayment, isDisputeClosed } from "@/lib/disputes/dispute-status";

describe("a dispute", () => {
  it.each<[string, { isClosed: boolean; holds: boolean }]>([
    ["needs_response", { isClosed: false, holds: true }],
    ["under_review", { isClosed: false, holds: true }],
    ["warning_needs_response", { isClosed: false, holds: true }],
    ["appeal_under_review", { isClosed: false, holds: true }],
    ["a_word_of_tomorrow", { isClosed: false, holds: true }],
    ["lost", { isClosed: true, holds: true }],
    ["won", { isClosed: true, holds: false }],
    ["warning_closed", { isClosed: true, holds: false }],
    ["prevented", { isClosed: true, holds: true }],
  ])("that is %s says whether it is over and whether it holds the payment", (status, expected) => {
    expect({ isClosed: isDisputeClosed(status), holds: holdsPayment(status) }).toEqual(expected);
  });
});
