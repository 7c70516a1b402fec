import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CountedItem, dueCounts } from "@/lib/delivery/progress/due-counts";
import {
  countLoss,
  missingUnits,
  type RefillCandidate,
  refillObstacle,
} from "@/lib/delivery/progress/refill-rules";
import { addMs, day, hour, minute } from "@/lib/time";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => addMs(now, -ms);

describe("what prevents a refill", () => {
  const fine: RefillCandidate = {
    state: "completed",
    finishedAt: ago(day),
    refillDays: null,
    isOffered: true,
    refills: [{ state: "completed" }],
    replacement: null,
  };
  it.each<[string, Partial<RefillCandidate>, string | null]>([
    ["nothing", {}, null],
    ["nothing on the fifth day", { finishedAt: ago(5 * day) }, null],
    ["a minute past the fifth day", { finishedAt: ago(5 * day + minute) }, "too_late"],
    [
      "nothing on the tenth day where thirty are promised",
      { finishedAt: ago(10 * day), refillDays: 30 },
      null,
    ],
    ["a service that promises none", { finishedAt: ago(minute), refillDays: 0 }, "too_late"],
    ["a delivery in progress", { state: "in_progress" }, "not_completed"],
    ["a delivery that ended partial", { state: "partial" }, "not_completed"],
    ["a service that has no refills", { isOffered: false }, "not_offered"],
    ["a refill in progress", { refills: [{ state: "unknown" }] }, "in_progress"],
    ["a replacement in progress", { replacement: { state: "waiting" } }, "in_progress"],
    ["nothing once a replacement has ended", { replacement: { state: "partial" } }, null],
  ])("is %s", (_, change, expected) => {
    expect(refillObstacle({ ...fine, ...change }, now)).toBe(expected);
  });
});

describe("missing units", () => {
  it.each([
    [{ before: 1000, quantity: 100, count: 1100 }, 0],
    [{ before: 1000, quantity: 100, count: 1095 }, 0],
    [{ before: 500, quantity: 100, count: 594 }, 6],
    [{ before: 1200, quantity: 100, count: 1294 }, 0],
    [{ before: 1000, quantity: 100, count: 900 }, 100],
    [{ before: 0, quantity: 10, count: 10 }, 0],
    [{ before: 0, quantity: 1, count: 0 }, 1],
    [{ before: 2_000_000, quantity: 20_000, count: 2_010_000 }, 0],
    [{ before: 1_000_000, quantity: 20_000, count: 1_009_999 }, 10_001],
    [{ before: 1_000_000, quantity: 1_000, count: 500_000 }, 0],
  ])("%o are %i", (counts, expected) => {
    expect(missingUnits(counts)).toBe(expected);
  });

  it("are never negative and never more than the units bought", () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 100_000 }), count, (before, quantity, shown) => {
        const missing = missingUnits({ before, quantity, count: shown });
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(quantity);
        if (shown >= before + quantity) expect(missing).toBe(0);
        if (missing > 0) expect(missing * 200).toBeGreaterThan(before);
      }),
    );
  });

  it.each([
    ["nothing", { before: 100_000, quantity: 1_000, count: 101_000 }, { units: 0, isUnclear: false }],
    ["the tolerance", { before: 100_000, quantity: 1_000, count: 100_950 }, { units: 0, isUnclear: false }],
    ["more than that", { before: 100_000, quantity: 1_000, count: 100_949 }, { units: 51, isUnclear: true }],
    [
      "more than its share",
      { before: 199_999, quantity: 1_000, count: 0 },
      { units: 1_000, isUnclear: false },
    ],
    ["all of them", { before: 200_000, quantity: 1_000, count: 199_000 }, { units: 1_000, isUnclear: true }],
  ])("of a large account are unclear up to half a percent of it: %s", (_, counts, expected) => {
    expect(countLoss(counts)).toEqual(expected);
  });
});

describe("the counts that are due", () => {
  const sent: CountedItem = {
    state: "submitted",
    quantity: 200,
    leasedAt: ago(minute),
    finishedAt: null,
    refillDays: null,
    remedyEndedAt: null,
    isAsked: false,
    counts: [],
  };
  const counted = (moment: string, ms: number, count = 1_000) => ({ moment, count, takenAt: ago(ms) });
  const before = counted("before", 3 * day);
  const done: CountedItem = { ...sent, state: "completed", finishedAt: ago(2 * day), counts: [before] };
  it.each<[string, CountedItem, string[]]>([
    ["none before it is sent", { ...sent, leasedAt: null }, []],
    ["one at the beginning", sent, ["before"]],
    ["a start while it runs", { ...sent, counts: [before] }, ["start"]],
    [
      "a start until the counter has moved by a hundredth",
      { ...sent, counts: [before, counted("start", hour, 1_002)] },
      ["start"],
    ],
    ["no start after that", { ...sent, counts: [before, counted("start", hour, 1_003)] }, []],
    ["no start so soon", { ...sent, state: "in_progress", counts: [counted("before", minute)] }, []],
    ["no start of what is unknown", { ...sent, state: "unknown", counts: [before] }, []],
    [
      "both when it was done at once",
      { ...sent, state: "completed", finishedAt: ago(0) },
      ["before", "after"],
    ],
    ["one at the end", { ...done, finishedAt: ago(minute) }, ["after"]],
    ["a check a day later", done, ["check"]],
    [
      "a check nearly a day after the last",
      { ...done, counts: [before, counted("check", 20 * hour)] },
      ["check"],
    ],
    ["the last check, whose job may be late", { ...done, finishedAt: ago(5 * day + minute) }, ["check"]],
    ["none so soon", { ...done, counts: [before, counted("after", hour)] }, []],
    ["none after the window", { ...done, finishedAt: ago(6 * day) }, []],
    ["one a month later", { ...done, finishedAt: ago(30 * day) }, ["month"]],
    [
      "one a month later, once",
      { ...done, finishedAt: ago(30 * day), counts: [before, counted("month", hour)] },
      [],
    ],
    ["none after the month", { ...done, finishedAt: ago(31 * day + minute) }, []],
    ["a check after a refill", { ...done, finishedAt: ago(6 * day), remedyEndedAt: ago(hour) }, ["check"]],
    ["a check on the tenth day of thirty", { ...done, finishedAt: ago(10 * day), refillDays: 30 }, ["check"]],
    ["a check when it is asked", { ...done, finishedAt: ago(9 * day), isAsked: true }, ["check"]],
    [
      "a check of a part that arrived, when it is asked",
      { ...done, state: "partial", isAsked: true },
      ["check"],
    ],
    [
      "none when it was asked minutes ago",
      { ...done, isAsked: true, counts: [before, counted("check", minute)] },
      [],
    ],
    ["no check without a beginning", { ...done, counts: [] }, ["before"]],
  ])("are %s", (_, item, expected) => {
    expect(dueCounts(item, now)).toEqual(expected);
  });
});
