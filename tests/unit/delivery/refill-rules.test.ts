import { describe, expect, it } from "vitest";
import { type RefillCandidate, refillObstacle } from "@/lib/delivery/progress/refill-rules";
import { addMs, day, minute } from "@/lib/time";

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
