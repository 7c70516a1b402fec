import { describe, expect, it } from "vitest";
import { addMs, day, minute } from "@/lib/base/time/time";
import { type RefillCandidate, refillObstacle } from "@/lib/delivery/progress/refill-rules";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => addMs(now, -ms);

const notCompleted = "Only a delivery that was completed can be refilled.";
const inProgress = "What is missing is already being delivered again. This page shows its progress.";
const tooLate = "The days in which this service promises refills are over.";

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
    ["a minute past the fifth day", { finishedAt: ago(5 * day + minute) }, tooLate],
    [
      "nothing on the tenth day where thirty are promised",
      { finishedAt: ago(10 * day), refillDays: 30 },
      null,
    ],
    ["a service that promises none", { finishedAt: ago(minute), refillDays: 0 }, tooLate],
    ["a delivery in progress", { state: "in_progress" }, notCompleted],
    ["a delivery that ended partial", { state: "partial" }, notCompleted],
    ["a service that has no refills", { isOffered: false }, "This delivery comes without refills."],
    ["a refill in progress", { refills: [{ state: "unknown" }] }, inProgress],
    ["a replacement in progress", { replacement: { state: "waiting" } }, inProgress],
    ["nothing once a replacement has ended", { replacement: { state: "partial" } }, null],
  ])("is %s", (_, change, expected) => {
    expect(refillObstacle({ ...fine, ...change }, now)).toBe(expected);
  });
});
