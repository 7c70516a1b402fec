import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAnswer } from "@/lib/delivery/suppliers/protocol/classify-answer";
import {
  errorRulesSchema,
  readErrorRules,
  ruledRefusal,
} from "@/lib/delivery/suppliers/protocol/error-rules";

describe("a supplier's own error text", () => {
  it.each([
    ["Out of stock", "Out of stock", true],
    ["out of stock", "  OUT OF   STOCK! ", true],
    ["out of stock", "We are out of stock", false],
    ["*out of stock", "We are out of stock", true],
    ["order * is running", "Order 42 is running.", true],
    ["order * is running", "order is running", false],
    ["*count*", "count", true],
    ["aba*aba", "ababa", false],
    ["a+b(c)", "a+b(c)", true],
    ["....", "abcd", false],
  ])("%j covers %j: %s", (pattern, text, isCovered) => {
    expect(ruledRefusal([{ pattern, code: "target_busy" }], text)).toBe(isCovered ? "target_busy" : null);
  });

  it("is decided by the first rule that fits", () => {
    const rules = [
      { pattern: "not enough*", code: "target_busy" as const },
      { pattern: "not enough funds", code: "no_funds" as const },
    ];
    expect(ruledRefusal(rules, "Not enough funds")).toBe("target_busy");
  });

  it.each([
    ["a pattern of wildcards", [{ pattern: "***", code: "other" }]],
    ["a pattern of next to nothing", [{ pattern: "*ok*", code: "other" }]],
    ["six wildcards", [{ pattern: "a*b*c*d*e*f*g", code: "other" }]],
    ["a long pattern", [{ pattern: "x".repeat(201), code: "other" }]],
    ["something else", "rules"],
  ])("is refused with %s, and then the common table alone decides", (_, rules) => {
    expect(errorRulesSchema.safeParse(rules).success).toBe(false);
    expect(readErrorRules(rules)).toEqual([]);
  });

  it.each(["a_later_code", "not_executed"])("with the code %s is refused, and read as unclear", (code) => {
    const funds = { pattern: "not enough funds*", code: "no_funds" } as const;
    const rules = [funds, { pattern: "account locked", code }];
    expect(errorRulesSchema.safeParse(rules).success).toBe(false);
    expect(readErrorRules(rules)).toEqual([funds, { pattern: "account locked", code: "unclear" }]);
  });

  it("may make a common refusal unclear, never an accepted order", () => {
    const whole = { kind: "answered", httpStatus: 200, cut: null, retryAfterSeconds: null } as const;
    const answer = (body: object) => ({ ...whole, body: JSON.stringify(body) });
    const rules = [{ pattern: "incorrect request", code: "unclear" as const }];
    const unclear = { kind: "unknown", reason: "unclear_error" };
    expect(classifyAnswer(answer({ error: "Incorrect request" }), rules)).toEqual(unclear);
    expect(classifyAnswer(answer({ order: 7 }), rules)).toMatchObject({ kind: "accepted" });
  });

  it("is matched correctly and quickly, also for texts on which a backtracking matcher would never end", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 200 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 4_000 }), (pattern, length) => {
        const text = "a".repeat(length);
        const covers = pattern.includes("*")
          ? !pattern.includes("b") && pattern.replaceAll("*", "").length <= length
          : pattern === text;
        expect(ruledRefusal([{ pattern, code: "other" }], text)).toBe(covers ? "other" : null);
      }),
    );
  });

  it("matches every text made from it by replacing each wildcard", () => {
    const part = fc.string({ unit: fc.constantFrom("x", "y", "z"), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), part, (parts, filling) => {
        const rules = [{ pattern: parts.join("*"), code: "other" as const }];
        expect(ruledRefusal(rules, parts.join(filling))).toBe("other");
      }),
    );
  });
});
