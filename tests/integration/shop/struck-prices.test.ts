import { describe, expect, it } from "vitest";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { loadPriceHistories, struckProblem } from "@/lib/shop/catalog/price-history";
import { useDatabase } from "../../support/database";

const { db } = useDatabase();

type Prices = { priceCents: number; originalCents: number; isActive?: boolean };

const price = (id: string, { isActive = true, ...prices }: Prices) =>
  db().package.update({ where: { id }, data: { ...prices, isActive } });

/** Lets days pass for one entry by making its history older. */
const pass = (days: number, id: string) =>
  db()
    .$executeRaw`UPDATE price_history SET since = since - make_interval(days => ${days}) WHERE catalog_id = ${id}`;

const problemOf = async (id: string) => {
  const [{ packages, addOns }, histories] = [await loadCatalog(db()), await loadPriceHistories(db())];
  const entry = [...packages, ...addOns].find((one) => one.id === id);
  if (!entry) throw new Error(`${id} is not on sale`);
  return struckProblem(entry, histories);
};

describe("the price history decides what is struck through", () => {
  it("100 for 31 days, then 90: a reduction", async () => {
    const id = "likes-50";
    await price(id, { priceCents: 100, originalCents: 100 });
    await pass(31, id);
    await price(id, { priceCents: 90, originalCents: 100 });
    expect(await problemOf(id)).toBeNull();
  });

  it("an entry that was hidden at the higher price was not sold for it", async () => {
    const id = "likes-100";
    await price(id, { priceCents: 500, originalCents: 500, isActive: false });
    await pass(60, id);
    await price(id, { priceCents: 249, originalCents: 500 });
    expect(await problemOf(id)).toMatch(/not on sale all/);
  });

  it("an add-on has its own history", async () => {
    const id = "checkout-likes-500";
    expect(await problemOf(id)).toMatch(/less than 30 days/);
    await pass(31, id);
    expect(await problemOf(id)).toMatch(/less than 30 days/);
    await db().addOnBundle.update({ where: { id }, data: { priceCents: 300, originalCents: 374 } });
    expect(await problemOf(id)).toBeNull();
  });

  it("a change that waited for another one is dated after it", async () => {
    const id = "views-5000";
    await Promise.all([500, 400, 300].map((cents) => price(id, { priceCents: cents, originalCents: 999 })));
    const held = await db().package.findUniqueOrThrow({ where: { id } });
    const last = await db().priceHistory.findFirstOrThrow({
      where: { catalogId: id },
      orderBy: [{ since: "desc" }, { id: "desc" }],
    });
    expect(last.priceCents).toBe(held.priceCents);
  });
});
