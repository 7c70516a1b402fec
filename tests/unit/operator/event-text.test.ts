import { describe, expect, it } from "vitest";
import { ItemState } from "@/lib/base/db/generated/enums";
import { eventText } from "@/lib/operator/reporting/event-text";

const event = { from: null, to: null, data: {} };

/** The types of events that the shop records without a text for customers. */
const types = [
  "order.flagged",
  "order.flag_cleared",
  "order.refunded_in_progress",
  "order.rebuilt",
  "payment.rebuilt",
  "delivery.blocked",
  "delivery.unblocked",
  "item.cancel_requested",
  "item.late_answer",
  "refill.unknown",
  "refill.late_answer",
  "refund.held",
  "refund.dropped",
  "refund.reduced",
  "refund.adopted",
  "refund.corrected",
  "refund.failed",
  "fraud.warned",
  "dispute.opened",
  "dispute.updated",
  "dispute.closed",
];

describe("an operator's timeline", () => {
  it.each(types)("has its own text for %s", (type) => {
    const data = { lateNumber: "7", number: null, lateAttempt: 1, attempt: 2, state: "in_progress" };
    const message = eventText({ ...event, type, data });
    const spelledType = type.replaceAll(/[._]/g, " ");
    expect(message.toLowerCase()).not.toBe(spelledType);
    expect(message).not.toMatch(/_|→|undefined|null/);
  });

  it.each(Object.values(ItemState))("says what happened to an item that is now %s", (to) => {
    const message = eventText({ type: "item.changed", from: "ready", to, data: {} });
    expect(message).not.toBe("An item changed");
    expect(message).not.toMatch(/_|→/);
  });

  it.each([
    ["dispute.opened", "warning_needs_response", "The bank asks about $2.29"],
    ["dispute.updated", "warning_under_review", "The bank's inquiry changed: under review"],
    ["dispute.updated", "needs_response", "$2.29 disputed: needs response"],
    ["dispute.updated", "under_review", "The dispute changed: under review"],
    ["dispute.closed", "warning_closed", "The bank closed its inquiry without a dispute"],
    ["dispute.closed", "won", "The dispute was decided: won"],
  ])("tells an inquiry from a dispute: %s, %s", (type, status, message) => {
    expect(eventText({ ...event, type, data: { amountCents: 229, status } })).toBe(message);
  });

  it("names amounts and reasons", () => {
    const data = { amountCents: 229, failure: "expired_or_canceled_card" };
    expect(eventText({ ...event, type: "refund.failed", data })).toBe(
      "A refund of $2.29 did not reach the card: expired or cancelled card",
    );
    const inquiry = { amountCents: 229, reason: "fraudulent", status: "warning_needs_response" };
    expect(eventText({ ...event, type: "dispute.opened", data: inquiry })).toBe(
      "The bank asks about $2.29: fraudulent",
    );
  });
});
