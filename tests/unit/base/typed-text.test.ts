import { expect, it } from "vitest";
import { centsOfText } from "@/lib/base/money";
import { plainCharacters } from "@/lib/base/text/typed-text";

it.each([
  ["١٢٣", "123"],
  ["۴۵۶", "456"],
  ["७८९", "789"],
  ["１２ ３４", "12 34"],
  ["𝟗𝟗", "99"],
  ["\u200Fcode\u00AD\uFEFF ", "code"],
  ["e\u0301", "é"],
])("%j is read as %j", (typed, plain) => {
  expect(plainCharacters(typed)).toBe(plain);
});

it.each([
  ["13,49", null],
  ["١٢٫٥٠", 1250],
  ["１３.４９", 1349],
  ["1,349", null],
  ["1.349,00", null],
  ["1e3", null],
  ["-1", null],
])("an amount typed as %j is %j cents", (typed, cents) => {
  expect(centsOfText(typed)).toBe(cents);
});
