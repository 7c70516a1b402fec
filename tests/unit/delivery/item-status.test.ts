import { describe, expect, it } from "vitest";
import { ItemState } from "@/lib/base/db/generated/enums";
import { isItemFinal } from "@/lib/base/db/item-status";
import { canItemBecome } from "../../support/item-transitions";

const states = Object.values(ItemState);

describe("a fulfillment item's state", () => {
  const leadingTo = (to: ItemState) => states.filter((from) => canItemBecome(from, to)).sort();
  const following = (from: ItemState) => states.filter((to) => canItemBecome(from, to)).sort();

  it("is final when completed, partial or canceled, and only then; no state follows", () => {
    const finals = states.filter(isItemFinal).sort();
    expect(finals).toEqual(["canceled", "completed", "partial"]);
    expect(finals.flatMap(following)).toEqual([]);
  });

  it("becomes submitting only from ready, and leaves unknown only to ready, submitted or an end", () => {
    expect(leadingTo("submitting")).toEqual(["ready"]);
    expect(following("unknown")).toEqual(["canceled", "completed", "partial", "ready", "submitted"]);
  });

  it("was submitted before units are delivered, or in a call that was lost", () => {
    expect(leadingTo("in_progress")).toEqual(["submitted"]);
    expect(leadingTo("completed")).toEqual(["in_progress", "submitted", "unknown"]);
    expect(leadingTo("partial")).toEqual(["in_progress", "submitted", "unknown"]);
  });

  it.each(states)("%s is no dead end: a final state can be reached", (state) => {
    const reachable = new Set([state]);
    for (const found of reachable) for (const next of following(found)) reachable.add(next);
    expect([...reachable].some(isItemFinal)).toBe(true);
  });
});
