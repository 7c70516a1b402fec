import { describe, expect, it } from "vitest";
import { ItemState } from "@/lib/db/generated/enums";
import { canItemBecome, isItemFinal } from "@/lib/delivery/item-status";

const states = Object.values(ItemState);

const allowed = new Set([
  "waiting ready",
  "waiting paused",
  "waiting canceled",
  "waiting rejected",
  "ready submitting",
  "ready submitted",
  "ready paused",
  "ready canceled",
  "ready unknown",
  "submitting submitted",
  "submitting ready",
  "submitting rejected",
  "submitting unknown",
  "submitted in_progress",
  "submitted completed",
  "submitted partial",
  "submitted canceled",
  "in_progress completed",
  "in_progress partial",
  "in_progress canceled",
  "unknown submitted",
  "unknown ready",
  "unknown canceled",
  "rejected waiting",
  "rejected canceled",
  "paused waiting",
  "paused ready",
  "paused canceled",
  "paused unknown",
]);

describe("a fulfillment item's state", () => {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

  it.each(pairs)("%s to %s follows the table", (from, to) => {
    expect(canItemBecome(from, to)).toBe(allowed.has(`${from} ${to}`));
  });

  it("is final once completed, partial or canceled, and only then", () => {
    expect(states.filter(isItemFinal).sort()).toEqual(["canceled", "completed", "partial"]);
  });
});
