import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsFromDollars,
  dollarsFromCents,
  formatAmount,
  formatCents,
  formatMicros,
  shareOfCents,
  textOfCents,
} from "@/lib/base/money";
import { dollarsSchema } from "@/lib/base/text/form-fields";

const cents = fc.integer({ min: 0, max: 99_999_999 });

describe("money", () => {
  it.each([
    [0, "$0.00"],
    [5, "$0.05"],
    [229, "$2.29"],
    [134_900, "$1,349.00"],
    [-150, "-$1.50"],
  ])("writes %i cents as %s", (amount, text) => {
    expect(formatCents(amount)).toBe(text);
  });

  it("writes amounts of any currency that a supplier may charge in", () => {
    expect(formatAmount(229, "eur")).toBe("2.29 EUR");
    expect(formatMicros("-1234567890", "usd")).toBe("-$1,234.5679");
    expect(formatMicros("270000", "usdt")).toBe("0.27 USDT");
  });

  it.each([
    [0.01, 1],
    [2.29, 229],
    [13.5, 1350],
    [75, 7500],
    [1200.5, 120_050],
    [0, 0],
  ])("reads %d dollars as %i cents", (dollars, amount) => {
    expect(centsFromDollars(dollars)).toBe(amount);
  });

  it.each([
    [-1],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1.234],
    [1e-7],
    [1e21],
    ["2.29"],
    [null],
    [undefined],
    [true],
    [[2.29]],
    [{ valueOf: 2.29 }],
  ])("refuses %s as an amount of dollars", (value) => {
    expect(centsFromDollars(value)).toBeNull();
  });

  it("writes amounts exact to the cent for fields and files", () => {
    expect([0, 5, 1349, 120000].map(textOfCents)).toEqual(["0.00", "0.05", "13.49", "1200.00"]);
  });

  it("reads the dollars of a form, below a million", () => {
    const texts = ["0", " 13.49 ", "7.5", "012", "999999.99"];
    expect(texts.map((text) => dollarsSchema("").parse(text))).toEqual([0, 1349, 750, 1200, 99_999_999]);
  });

  it.each(["", "-1", "1.234", "1,50", ".5", "5.", "1e3", "$5", "1000000", undefined])(
    "refuses %s in a form",
    (text) => {
      expect(dollarsSchema("no amount").safeParse(text).error?.issues).toMatchObject([
        { message: "no amount" },
      ]);
    },
  );

  it("converts every amount of cents to dollars and back without loss", () => {
    fc.assert(fc.property(cents, (amount) => centsFromDollars(dollarsFromCents(amount)) === amount));
  });

  it("a share is never more than the whole, and the share of all units is the whole", () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (amount, whole, part) => {
          const share = shareOfCents(amount, Math.min(part, whole), whole);
          expect(Number.isInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(amount);
          expect(shareOfCents(amount, whole, whole)).toBe(amount);
        },
      ),
    );
  });
});
