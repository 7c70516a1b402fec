import { expect, it } from "vitest";
import { toItemFacts } from "@/lib/requests/item-facts";
import { addMs, hour, minute } from "@/lib/time";

const now = new Date("2026-05-04T12:00:00Z");
const ago = (ms: number) => addMs(now, -ms);
const counted = (moment: string, count: number, ms: number) => ({ moment, count, takenAt: ago(ms) });

/** The facts of 1,000 units that were delivered an hour ago, by their counts alone. */
function factsOf(...counts: ReturnType<typeof counted>[]) {
  const item = {
    ...{ id: "item", state: "completed", quantity: 1_000, remains: 0, providerOrderId: "7" },
    ...{ submittedAt: ago(5 * hour), finishedAt: ago(hour), pausedUntil: null, cancelRequestedAt: null },
    ...{ refillDays: 5, refills: [], replacement: null, decisions: [], supplierService: null, counts },
  } as unknown as Parameters<typeof toItemFacts>[0];
  return toItemFacts(item, { now, target: "public", isStopRefused: false });
}

it("a count from while the item ran says nothing about what is there now", () => {
  const { before, newest } = factsOf(counted("before", 50, 6 * hour), counted("start", 70, 4 * hour));
  expect(before).toBe(50);
  expect(newest).toBeNull();
});

it.each(["after", "check", "month"])("a count %s its end does", (moment) => {
  const { newest } = factsOf(
    counted("before", 50, 6 * hour),
    counted("start", 70, 4 * hour),
    counted(moment, 900, minute),
  );
  expect(newest?.count).toBe(900);
});
