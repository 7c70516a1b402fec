import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeBalance } from "@/lib/fulfillment/judge-balance";
import { type LostCall, mayRepeat, repeatWaitMs } from "@/lib/fulfillment/proof-limits";
import { addMs } from "@/lib/time";

const now = new Date("2026-11-21T12:00:00Z");

describe("a balance", () => {
  const call = { before: "100.00000", ratePer1000: "0.9000", quantity: 100 };

  it.each([
    ["fell by the price", ["99.91000"], "bought"],
    ["fell by the price, later than the first look", ["100.00000", "99.91"], "bought"],
    ["fell by the price within a hundredth", ["99.9108"], "bought"],
    ["stayed", ["100.00000", "100.00000"], "not_executed"],
    ["stayed, written otherwise", ["100"], "not_executed"],
    ["fell and was given back", ["99.91000", "100.00000"], "unclear"],
    ["fell by half the price", ["99.95500"], "unclear"],
    ["fell by two prices", ["99.82000"], "unclear"],
    ["rose", ["150.00000"], "unclear"],
    ["was never read again", [], "unclear"],
  ] as const)("that %s says %s: %s", (_, readings, verdict) => {
    expect(judgeBalance({ ...call, readings: [...readings] })).toBe(verdict);
  });

  it("says nothing about a price too small to be seen", () => {
    expect(judgeBalance({ ...call, quantity: 0, readings: ["100.00000"] })).toBe("unclear");
    const cheap = { before: "100.00000", ratePer1000: "0.0001", quantity: 100 };
    expect(judgeBalance({ ...cheap, readings: ["100.00000"] })).toBe("unclear");
  });

  it("never calls a call not executed when any reading differs, and never bought when the last is the first", () => {
    const units = fc.integer({ min: 0, max: 1_000_000 });
    const text = (value: number) => (value / 100_000).toFixed(5);
    fc.assert(
      fc.property(
        units,
        fc.array(units, { minLength: 1, maxLength: 4 }),
        units,
        (before, after, quantity) => {
          const readings = after.map(text);
          const verdict = judgeBalance({ before: text(before), readings, ratePer1000: "0.9", quantity });
          if (after.some((reading) => reading !== before)) expect(verdict).not.toBe("not_executed");
          if (after.at(-1) === before) expect(verdict).not.toBe("bought");
        },
      ),
    );
  });
});

describe("a lost call may be repeated", () => {
  const call: LostCall = {
    proofMode: "dedupe_window",
    hasProofId: false,
    windowSeconds: 120,
    startedAt: now,
    repeats: 0,
  };

  it.each([
    [0, true],
    [80_000, true],
    [89_999, true],
    [90_000, false],
    [120_000, false],
    [86_400_000, false],
  ])("%i ms into a window of 120 s with calls of up to 20 s: %s", (ms, isAllowed) => {
    expect(mayRepeat(call, addMs(now, ms), 20_000)).toBe(isAllowed);
  });

  it("with its own id at any time, but not for ever", () => {
    const byId = { ...call, proofMode: "request_id" as const, hasProofId: true };
    expect(mayRepeat(byId, addMs(now, 86_400_000), 20_000)).toBe(true);
    expect(mayRepeat({ ...byId, repeats: 8 }, now, 20_000)).toBe(false);
    expect(mayRepeat({ ...byId, hasProofId: false }, now, 20_000)).toBe(false);
  });

  it("never where the supplier knows nothing again", () => {
    for (const proofMode of ["none", "balance"] as const) {
      expect(mayRepeat({ ...call, proofMode, hasProofId: true }, now, 1)).toBe(false);
    }
  });

  it("never so late that the slowest call would come after the window", () => {
    const ms = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        ms,
        fc.integer({ min: 1, max: 3_600 }),
        fc.integer({ min: 1, max: 60_000 }),
        (age, windowSeconds, timeoutMs) => {
          if (!mayRepeat({ ...call, windowSeconds }, addMs(now, age), timeoutMs)) return;
          expect(age + timeoutMs).toBeLessThan(windowSeconds * 1_000);
        },
      ),
    );
  });

  it("after 5, 10, 20 … seconds, at most ten minutes", () => {
    expect([0, 1, 2, 7, 50].map(repeatWaitMs)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000]);
  });
});
