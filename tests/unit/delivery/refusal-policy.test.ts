import { describe, expect, it } from "vitest";
import { finalRefusals, refusalPolicy } from "@/lib/delivery/submit/refusal-policy";
import { ownHolds } from "@/lib/delivery/suppliers/pace";
import { refusalCodes } from "@/lib/delivery/suppliers/protocol/refusal-codes";

describe("after a refusal", () => {
  it("an unreachable supplier is tried after 1, 2, 4 … seconds, at most five minutes", () => {
    const waits = [1, 2, 3, 9, 10, 500].map((attempt) => refusalPolicy("unreachable", attempt).waitMs);
    expect(waits).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });

  it.each(["no_funds", "bad_key"] as const)(
    "%s puts the supplier on hold and the item at once to the next",
    (code) => {
      const { holdMs, ...item } = refusalPolicy(code, 1);
      expect(holdMs).toBeGreaterThan(0);
      expect(item).toMatchObject({ waitMs: 0, isFinal: false });
    },
  );

  it("each refusal that puts a supplier on hold is one of the shop's own holds, which end by a probe", () => {
    const holding = refusalCodes.filter((code) => refusalPolicy(code, 1).holdMs > 0);
    expect([...holding, "repeated_number"].sort()).toEqual([...ownHolds].sort());
  });

  it("a rate limit waits as long as the supplier asks, within reason", () => {
    expect(refusalPolicy("rate_limited", 1, 7).waitMs).toBe(7_000);
    expect(refusalPolicy("rate_limited", 1).waitMs).toBe(30_000);
    expect(refusalPolicy("rate_limited", 1, 86_400).waitMs).toBe(300_000);
  });

  it("an unknown text goes to an operator", () => {
    expect(refusalPolicy("other", 1)).toMatchObject({ isFinal: true, needsOperator: true });
  });

  it("the shop does not ask a supplier again after the codes that are final for it", () => {
    expect(finalRefusals).toEqual([
      "service_gone",
      "service_unavailable",
      "bad_quantity",
      "bad_target",
      "other",
    ]);
  });
});
