import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LostCall,
  repeatDelayMs,
  repeatLeftMs,
  repeatWaitMs,
} from "@/lib/delivery/items/evidence-limits";
import { startSendDeadline } from "@/lib/delivery/suppliers/protocol/send-deadline";

describe("a lost call may be repeated", () => {
  const call: LostCall = {
    evidenceMode: "dedupe_window",
    hasEvidenceId: false,
    windowLeftMs: 120_000,
    sinceLastMs: 0,
    repeats: 0,
  };
  const byId = { evidenceMode: "request_id", hasEvidenceId: true } as const;
  const leftMs = (change: Partial<LostCall>, timeoutMs = 20_000) =>
    repeatLeftMs({ ...call, ...change }, timeoutMs);

  it.each([
    [120_000, 90_000],
    [30_001, 1],
    [30_000, 0],
    [0, -30_000],
  ])("with %s ms left of the window, and calls of up to 20 s, for %i ms", (windowLeftMs, expected) => {
    expect(leftMs({ windowLeftMs })).toBe(expected);
    expect(leftMs({ ...byId, windowLeftMs })).toBe(expected);
  });

  it("at most eight times, and by a request id only if the call had one", () => {
    expect(leftMs({ repeats: 8 })).toBe(0);
    expect(leftMs({ ...byId, repeats: 8 })).toBe(0);
    expect(leftMs({ ...byId, hasEvidenceId: false })).toBe(0);
  });

  it("never where the supplier doesn't recognize a repeated call", () => {
    expect(leftMs({ evidenceMode: "none", hasEvidenceId: true }, 1)).toBe(0);
  });

  it("where requests are compared, once the slowest call before it must have ended", () => {
    const delays = [0, 5_000, 20_000, 60_000].map((sinceLastMs) =>
      repeatDelayMs({ ...call, sinceLastMs }, 20_000),
    );
    expect(delays).toEqual([20_000, 15_000, 0, 0]);
    expect(repeatDelayMs({ ...call, ...byId }, 20_000)).toBe(0);
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
