import { expect, it } from "vitest";
import { accountName, csvLine, orderExportSchema } from "@/lib/operator/reporting/export-orders";
import { orderFilterSchema, readOrderSearch } from "@/lib/operator/reporting/list-orders";
import { growth } from "@/lib/operator/reporting/shop-totals";

it.each([
  ["https://www.instagram.com/harbor", "@harbor"],
  ["https://www.linkedin.com/in/harbor", "@harbor"],
  ["https://open.spotify.com/playlist/harbor", "harbor", "list"],
  ["https://www.instagram.com/", "Unknown"],
  ["https://www.instagram.com/@", "Unknown"],
  ["not a url", "Invalid URL"],
  ["", "Invalid URL"],
])("in the admin pages' table, the account's name of %s is %s", (postUrl, name, target = "profile") => {
  expect(accountName({ postUrl, username: "harbor", target })).toBe(name);
});

it.each([
  ["", null],
  ["  @ ", null],
  ["@Harbor", { usernamePrefix: "harbor" }],
  ["Jo@Example.com", { emailPart: "jo@example.com" }],
  ["12", { emailPart: "12", usernamePrefix: "12", providerOrderId: "12" }],
  [
    "#0199abcd",
    {
      emailPart: "0199abcd",
      usernamePrefix: "0199abcd",
      providerOrderId: "0199abcd",
      ids: { first: "0199abcd-0000-0000-0000-000000000000", last: "0199abcd-ffff-ffff-ffff-ffffffffffff" },
    },
  ],
  ["two words", { emailPart: "two words", usernamePrefix: "two words" }],
])("a search text %s is read as %o", (text, search) => {
  expect(readOrderSearch(text)).toEqual(search);
});

it("the filter in the address ignores what does not parse", () => {
  const typed = { status: "x", from: "yesterday", to: ["2026-01-01"], sort: "best", q: "  a " };
  expect(orderFilterSchema.parse(typed)).toEqual({ sort: "newest", q: "a", zone: "UTC" });
});

it.each([
  ["plain", "plain"],
  ['with "quotes", and comma', '"with ""quotes"", and comma"'],
  ["=SUM(A1)", "'=SUM(A1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@x", "'@x"],
  ["two\nlines", '"two\nlines"'],
])("an exported cell %s is written as %s", (text, written) => {
  expect(csvLine([text], ",")).toBe(`${written}\r\n`);
});

it.each([
  ["12,50", "12,50"],
  ["one; two", '"one; two"'],
  ['with "quotes"', '"with ""quotes"""'],
  ["two\nlines", '"two\nlines"'],
  ["=SUM(A1;A2)", '"\'=SUM(A1;A2)"'],
  ["@x", "'@x"],
])("between semicolons, an exported cell %s is written as %s", (text, written) => {
  expect(csvLine(["first", text], ";")).toBe(`first;${written}\r\n`);
});

it.each([
  ["comma", "comma"],
  ["point", "point"],
  [undefined, "point"],
  ["semicolon", "point"],
])("an export that is asked for with the decimal %s has a decimal %s", (decimal, read) => {
  expect(orderExportSchema.parse({ decimal }).decimal).toBe(read);
});

it.each([
  [150, 100, 50],
  [50, 100, -50],
  [10, 0, null],
  [null, 10, null],
  [10, null, null],
])("growth from %s after %s is %s percent", (current, before, percent) => {
  expect(growth(current, before)).toBe(percent);
});
