import { describe, expect, it } from "vitest";
import { Prisma } from "@/lib/db/generated/client";
import { assessSupplier } from "@/lib/recovery/assess-supplier";

const dollars = (text: string) => new Prisma.Decimal(text);
const item = (itemId: string, price: string, quantity = 100) => ({
  itemId,
  quantity,
  prices: [dollars(price)],
});
const order = (number: string, charge: string | null, remains: number | null = null) => ({
  number,
  charge: charge === null ? null : dollars(charge),
  remains,
});
const assess = (
  unexplained: string | null,
  found: ReturnType<typeof order>[],
  candidates: ReturnType<typeof item>[],
  rounding = "0.00002",
) =>
  assessSupplier({
    unexplained: unexplained === null ? null : dollars(unexplained),
    rounding: dollars(rounding),
    found,
    candidates,
  });

describe("evidence in a supplier's account about items that may have been bought", () => {
  it("an account that has lost no money shows that nothing was bought", () => {
    expect(assess("0", [], [item("a", "0.09")])).toEqual({ adopted: [], isClear: true });
  });

  it.each([
    ["0.00004", "0.00002", false],
    ["0.00005", "0.00002", true],
    ["0.003", "0.02", false],
    ["0.05", "0.02", true],
  ])("an account without a loss says about a price of %s, rounded to %s: %s", (price, rounding, isClear) => {
    expect(assess("0", [], [item("a", price)], rounding).isClear).toBe(isClear);
  });

  it("an order that fits only one item is attached to it, and explains the account", () => {
    const found = [order("7", "0.09", 100)];
    expect(assess("0.09", found, [item("a", "0.09"), item("b", "0.45")])).toEqual({
      adopted: [{ itemId: "a", number: "7" }],
      isClear: true,
    });
  });

  it("an account that lost more than the found orders cost is no evidence about other items", () => {
    const { adopted, isClear } = assess("0.54", [order("7", "0.09")], [item("a", "0.09"), item("b", "0.45")]);
    expect([adopted.length, isClear]).toEqual([1, false]);
  });

  it.each([
    ["two items of one price", "0.09", [order("7", "0.09")], [item("a", "0.09"), item("b", "0.09")]],
    ["two orders for one item", "0.18", [order("7", "0.09"), order("8", "0.09")], [item("a", "0.09")]],
    ["more left than the item asked for", "0.09", [order("7", "0.09", 101)], [item("a", "0.09")]],
    ["a price that is not told", "0.09", [order("7", null)], [item("a", "0.09")]],
    ["an order that was placed elsewhere", "3", [order("7", "3")], [item("a", "0.09")]],
  ])("adopts nothing for %s", (_, unexplained, found, candidates) => {
    expect(assess(unexplained, found, candidates)).toEqual({ adopted: [], isClear: false });
  });

  it.each([
    ["an account that can't be read", null],
    ["one that was topped up", "-50"],
    ["one that lost an unknown sum", "0.01"],
  ])("%s is no evidence", (_, unexplained) => {
    expect(assess(unexplained, [], [item("a", "0.09")]).isClear).toBe(false);
  });
});
