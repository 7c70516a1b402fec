import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  notationOf,
  readCount,
  readCurrency,
  readDecimal,
} from "@/lib/delivery/suppliers/protocol/read-number";

const notations = [null, "point", "comma"] as const;

describe("a written number", () => {
  it.each<[unknown, string]>([
    ["0.27819", "0.27819"],
    [0.27819, "0.27819"],
    ["1.234,56", "1234.56"],
    ["1,234.56", "1234.56"],
    ["1.234.567", "1234567"],
    ["1,234,567.5", "1234567.5"],
    ["12,50", "12.50"],
    ["12,5", "12.5"],
    ["1 234,56", "1234.56"],
    ["1\u00a0234\u00a0567.89", "1234567.89"],
    ["1'234.50", "1234.50"],
    ["1 234,567", "1234.567"],
    ["1 234", "1234"],
    ["1234,567", "1234.567"],
    ["0.900", "0.900"],
    ["0,900", "0.900"],
    [".9", "0.9"],
    [",9", "0.9"],
    ["007", "7"],
    ["1e-3", "0.0010"],
    ["1.5E+3", "1500"],
    [1e-7, "0.0000001"],
    [99.30000000000001, "99.3000000"],
    ["99.30000000000001", "99.3000000"],
    ["0.99999999", "1.0000000"],
    ["$0.90", "0.90"],
    ["$.90", "0.90"],
    ["-$3.20", "-3.20"],
    ["$-3.20", "-3.20"],
    ["−3,2", "-3.2"],
    ["12,50 €", "12.50"],
    ["R$ 1.234,56", "1234.56"],
    ["Rs.50", "50"],
    ["Rp 1.234.567", "1234567"],
    ["15,75 TL", "15.75"],
    ["75 руб.", "75"],
    ["100.5 USD", "100.5"],
    ["USDT 3.75", "3.75"],
    [1.234, "1.234"],
    [1000, "1000"],
  ])("%j is %s, whatever its supplier's notation", (value, text) => {
    const read = notations.map((notation) => readDecimal(value, notation));
    expect(read).toEqual([text, text, text]);
  });

  it.each([
    ["1.000", "1.000", "1000"],
    ["1,000", "1000", "1.000"],
    ["12.345", "12.345", "12345"],
    ["-1.250", "-1.250", "-1250"],
    ["$1.500", "1.500", "1500"],
  ])("%j is %s or %s by its supplier's notation, and unreadable without one", (value, byPoint, byComma) => {
    expect(readDecimal(value, null)).toBeNull();
    expect(readDecimal(value, "point")).toBe(byPoint);
    expect(readDecimal(value, "comma")).toBe(byComma);
  });

  it.each([
    ..."|.|,|-|abc|Unknown|n/a|1.2.3|1,2,3|1.23,4,5|12.34.567|1 23|1  000|5.|1.5K|17 mil|2 bin|1e400|NaN|0x10".split(
      "|",
    ),
    ..."12345678901|$5 USD|1/2|½|٣".split("|"),
    null,
    undefined,
    true,
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("%j is unreadable", (value) => {
    const read = notations.map((notation) => readDecimal(value, notation));
    expect(read).toEqual([null, null, null]);
  });

  it("is read back from what each notation makes of it", () => {
    const cents = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(cents, fc.boolean(), (amount, isComma) => {
        const locale = isComma ? "de-DE" : "en-US";
        const text = (amount / 100).toLocaleString(locale, { minimumFractionDigits: 2 });
        expect(Number(readDecimal(text, null)) * 100).toBeCloseTo(amount, 3);
      }),
    );
  });

  it("of any shape is read without throwing", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom(null, "point" as const, "comma" as const),
        (value, notation) => {
          expect(readDecimal(value, notation) ?? "0").toMatch(/^-?\d{1,11}(\.\d{1,7})?$/);
        },
      ),
    );
  });
});

describe("a written count", () => {
  it.each<[unknown, number | null, number | null, number | null]>([
    ["157", 157, 157, 157],
    [157, 157, 157, 157],
    ["157.0", 157, 157, 157],
    ["157.00", 157, 157, 157],
    ["157.0000", 157, 157, 157],
    ["1570.000", 1570, 1570, 1570],
    ["1,5", null, null, null],
    ["1.000", null, null, 1000],
    ["1,000", null, 1000, null],
    ["0.000", 0, 0, 0],
    ["-3", 0, 0, 0],
    ["1.000.000", 1_000_000, 1_000_000, 1_000_000],
    ["1 000", 1000, 1000, 1000],
    ["2147483648", null, null, null],
    ["1.5", null, null, null],
    ["Unknown", null, null, null],
  ])("%j is %j, by a point %j, by a comma %j", (value, unknown, byPoint, byComma) => {
    expect(([null, "point", "comma"] as const).map((notation) => readCount(value, notation))).toEqual([
      unknown,
      byPoint,
      byComma,
    ]);
  });
});

describe("a supplier's notation", () => {
  it.each<[unknown[], string | null]>([
    [["0.90", "8", "1.000"], "point"],
    [["1,234.56"], "point"],
    [["1.000.000", "50"], "comma"],
    [["12,50", "1.000"], "comma"],
    [["1.000", "2,000", "7"], null],
    [["12,50", "0.90"], null],
    [[0.9, 1.25], null],
    [[], null],
  ])("of %j is %s", (values, notation) => {
    expect(notationOf(values)).toBe(notation);
  });
});

it.each<[unknown, unknown, string | null]>([
  ["USD", "5", "USD"],
  ["usd", "5", "USD"],
  ["$", "5", "USD"],
  ["₺", "5", "TRY"],
  ["TL", "5", "TRY"],
  ["руб.", "5", "RUB"],
  ["Euro", "5", "EUR"],
  ["USDT", "5", "USDT"],
  ["Coins", "5", "XXX"],
  ["", "5 €", "EUR"],
  [undefined, "$5", "USD"],
  [undefined, "5", null],
  [undefined, 5, null],
  [null, "five", null],
])("the currency %j beside %j is %j", (field, beside, code) => {
  expect(readCurrency(field, beside)).toBe(code);
});
