import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeBalance } from "@/lib/delivery/evidence/balance-evidence";
import { type LostCall, repeatLeftMs, repeatWaitMs } from "@/lib/delivery/evidence-limits";
import { startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";

describe("a balance", () => {
  const call = { before: "100.00000", ratePer1000: "0.9000", quantity: 100 };

  it.each([
    ["fell by the price", ["99.91000"], "bought"],
    ["fell by the price, later than the first look", ["100.00000", "99.91"], "bought"],
    ["fell by the price within a hundredth", ["99.9108"], "bought"],
    ["stayed", ["100.00000", "100.00000"], "not_executed"],
    ["stayed, but is written without decimals", ["100"], "unclear"],
    ["fell and was given back", ["99.91000", "100.00000"], "unclear"],
    ["fell by half the price", ["99.95500"], "unclear"],
    ["fell by two prices", ["99.82000"], "unclear"],
    ["rose", ["150.00000"], "unclear"],
    ["was never read again", [], "unclear"],
  ] as const)("that %s says %s: %s", (_, readings, verdict) => {
    expect(judgeBalance({ ...call, readings: [...readings] })).toBe(verdict);
  });

  it.each([
    ["-1.00000", ["-1.09000"], "bought"],
    ["-1.00000", ["-1.00000"], "not_executed"],
    ["-0.05000", ["-0.14000"], "bought"],
    ["0.05000", ["-0.04000"], "bought"],
    ["0.05000", ["-0.05000"], "unclear"],
  ] as const)(
    "of an account with credit counts below zero too: %s, then %j: %s",
    (before, readings, verdict) => {
      expect(judgeBalance({ ...call, before, readings: [...readings] })).toBe(verdict);
    },
  );

  it.each([
    ["100.84000", ["100.84"], "0.03", "unclear"],
    ["100.84000", ["100.84000"], "0.03", "not_executed"],
    ["100.84310", ["100.8431"], "0.03", "not_executed"],
    ["100.84000", ["100.84"], "0.5", "not_executed"],
  ] as const)(
    "is evidence where the panel's decimals show the price: %s, then %j, at %s per thousand: %s",
    (before, readings, ratePer1000, verdict) => {
      const cheap = { before: `${before}00`, readings: [...readings], ratePer1000, quantity: 100 };
      expect(judgeBalance(cheap)).toBe(verdict);
    },
  );

  it("is no evidence about a price too small to be visible in it", () => {
    expect(judgeBalance({ ...call, quantity: 0, readings: ["100.00000"] })).toBe("unclear");
    const cheap = { before: "100.00000", ratePer1000: "0.0001", quantity: 400 };
    expect(judgeBalance({ ...cheap, readings: ["100.00000"] })).toBe("unclear");
  });

  it("never means not executed when any reading differs, and never bought when the last equals the first", () => {
    const units = fc.integer({ min: -1_000_000, max: 1_000_000 });
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
    evidenceMode: "dedupe_window",
    hasEvidenceId: false,
    windowLeftMs: 120_000,
    repeats: 0,
  };
  const leftMs = (change: Partial<LostCall>, timeoutMs = 20_000) =>
    repeatLeftMs({ ...call, ...change }, timeoutMs);

  it.each([
    [120_000, 90_000],
    [30_001, 1],
    [30_000, 0],
    [0, -30_000],
    [null, -30_000],
  ])("with %s ms left of the window, and calls of up to 20 s, for %i ms", (windowLeftMs, expected) => {
    expect(leftMs({ windowLeftMs })).toBe(expected);
  });

  it("with its own request id at any time, but not without limit", () => {
    const byId = { evidenceMode: "request_id", hasEvidenceId: true, windowLeftMs: null } as const;
    expect(leftMs(byId)).toBe(Number.POSITIVE_INFINITY);
    expect(leftMs({ ...byId, repeats: 8 })).toBe(0);
    expect(leftMs({ ...byId, hasEvidenceId: false })).toBe(0);
  });

  it("never where the supplier doesn't recognize a repeated call", () => {
    for (const evidenceMode of ["none", "balance"] as const) {
      expect(leftMs({ evidenceMode, hasEvidenceId: true }, 1)).toBe(0);
    }
  });

  it("never so late that the slowest call would arrive after the window, even if the process was stopped", () => {
    const ms = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: 1, max: 60_000 }), (windowLeftMs, stableMs, timeoutMs) => {
        const lease = startSendDeadline(60_000, () => stableMs, leftMs({ windowLeftMs }, timeoutMs));
        if (lease.leftMs() > 0) expect(stableMs + timeoutMs).toBeLessThan(windowLeftMs);
      }),
    );
  });

  it("after 5, 10, 20 … seconds, at most ten minutes", () => {
    expect([0, 1, 2, 7, 50].map(repeatWaitMs)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000]);
  });
});
