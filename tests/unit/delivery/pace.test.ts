import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMs } from "@/lib/base/time/time";
import { failuresToOpen, openMs, paceOf, replenish, type SupplierState } from "@/lib/delivery/suppliers/pace";

const now = new Date("2026-11-21T12:00:00Z");
const well: SupplierState = {
  ratePerSecond: 10,
  maxConcurrent: 20,
  tokens: 0,
  tokensAt: addMs(now, -1_000),
  failures: 0,
  openUntil: null,
  holdUntil: null,
  holdReason: null,
};

describe("a supplier's token bucket", () => {
  it.each([
    [0, 0, 0],
    [100, 0, 1],
    [1_000, 0, 10],
    [60_000, 0, 10],
    [500, 4, 9],
    [1_000, -20, -10],
    [-5_000, 3, 3],
  ])("after %i ms has, with %f tokens before, %f", (ms, tokens, expected) => {
    expect(replenish({ ratePerSecond: 10, tokens, tokensAt: addMs(now, -ms) }, now)).toBeCloseTo(expected);
  });

  it("lets through at most the rate and one second's worth, whenever calls come", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 50 }), (pauses, ratePerSecond) => {
        let bucket = { ratePerSecond, tokens: ratePerSecond, tokensAt: now };
        let sent = 0;
        for (const pause of pauses) {
          const at = addMs(bucket.tokensAt, pause);
          const tokens = replenish(bucket, at);
          const taken = tokens >= 1 ? 1 : 0;
          sent += taken;
          bucket = { ratePerSecond, tokens: tokens - taken, tokensAt: at };
        }
        const seconds = (bucket.tokensAt.getTime() - now.getTime()) / 1_000;
        expect(sent).toBeLessThanOrEqual(ratePerSecond * (seconds + 1) + 1e-6);
      }),
    );
  });
});

describe("a supplier's breaker", () => {
  it("opens at five failures in a row for ten seconds, doubling up to five minutes", () => {
    expect([0, 4, 5, 6, 7, 9, 10, 1_000].map(openMs)).toEqual([
      0, 0, 10_000, 20_000, 40_000, 160_000, 300_000, 300_000,
    ]);
  });

  it.each([
    ["well", {}, { tokens: 10, atOnce: 20 }],
    ["on hold", { holdUntil: addMs(now, 1) }, null],
    ["open", { failures: 5, openUntil: addMs(now, 1) }, null],
    ["probing after a failure", { failures: 5, openUntil: addMs(now, -1) }, { tokens: 10, atOnce: 1 }],
    [
      "probing after a hold of its own",
      { holdReason: "no_funds", holdUntil: now },
      { tokens: 10, atOnce: 1 },
    ],
    ["back from an operator's pause", { holdReason: "moving", holdUntil: now }, { tokens: 10, atOnce: 20 }],
  ])("of a supplier that is %s: %j", (_, change, expected) => {
    expect(paceOf({ ...well, ...change }, now)).toEqual(expected);
  });

  it("never lets out more than one call after the fifth failure until one succeeds", () => {
    const failures = fc.integer({ min: failuresToOpen, max: 10_000 });
    fc.assert(
      fc.property(failures, fc.integer({ min: -600_000, max: 600_000 }), (count, ms) => {
        const pace = paceOf({ ...well, failures: count, openUntil: addMs(now, ms) }, now);
        expect(pace === null || pace.atOnce === 1).toBe(true);
      }),
    );
  });
});
