import { describe, expect, it } from "vitest";
import {
  holdsPayment,
  isDisputeClosed,
  isOlder,
  stopsDelivery,
  takenCents,
} from "@/lib/money/disputes/dispute-status";

describe("a dispute", () => {
  it.each<[string, { isClosed: boolean; holds: boolean; stops: boolean }]>([
    ["needs_response", { isClosed: false, holds: true, stops: true }],
    ["under_review", { isClosed: false, holds: true, stops: true }],
    ["warning_needs_response", { isClosed: false, holds: false, stops: true }],
    ["warning_under_review", { isClosed: false, holds: false, stops: true }],
    ["appeal_under_review", { isClosed: false, holds: true, stops: true }],
    ["a_word_of_tomorrow", { isClosed: false, holds: true, stops: true }],
    ["lost", { isClosed: true, holds: false, stops: true }],
    ["won", { isClosed: true, holds: false, stops: false }],
    ["warning_closed", { isClosed: true, holds: false, stops: false }],
    ["prevented", { isClosed: true, holds: false, stops: true }],
  ])("that is %s says whether it is over, holds the payment and stops the delivery", (status, expected) => {
    expect({
      isClosed: isDisputeClosed(status),
      holds: holdsPayment(status),
      stops: stopsDelivery(status),
    }).toEqual(expected);
  });

  it.each([
    { recorded: "won", answer: "under_review", older: true },
    { recorded: "won", answer: "lost", older: false },
    { recorded: "lost", answer: "appeal_needs_response", older: false },
    { recorded: "needs_response", answer: "warning_needs_response", older: true },
    { recorded: "appeal_under_review", answer: "warning_under_review", older: true },
    { recorded: "warning_closed", answer: "warning_under_review", older: true },
    { recorded: "warning_closed", answer: "needs_response", older: false },
    { recorded: "needs_response", answer: "warning_closed", older: true },
    { recorded: "warning_needs_response", answer: "warning_under_review", older: false },
    { recorded: "warning_needs_response", answer: "needs_response", older: false },
  ])("recorded as $recorded takes the answer $answer for older: $older", ({ recorded, answer, older }) => {
    expect(isOlder(answer, recorded)).toBe(older);
  });

  it.each([
    ["lost", 100, "usd", 100],
    ["prevented", 229, "usd", 229],
    ["lost", 230, "usd", 229],
    // 100 euro cents are not 100 cents, so nothing of the payment is taken to be left.
    ["lost", 100, "eur", 229],
    ["lost", 100, null, 229],
    ["won", 229, "usd", 0],
    ["warning_closed", 229, "usd", 0],
    ["needs_response", 229, "eur", 0],
  ])(
    "that is %s for %i %s has taken %i cents of a payment of $2.29 for good",
    (status, amountCents, currency, taken) => {
      expect(takenCents({ status, amountCents, currency }, { paidCents: 229, currency: "usd" })).toBe(taken);
    },
  );
});
