import type { Db } from "@/lib/base/db/client";
import type { CatalogAddOn, CatalogPackage } from "./catalog";
import { type PriceChange, reductionProblem } from "./judge-reduction";

type Priced = { id: string; priceCents: number; originalCents: number };

/** The prices of each reduced package and add-on, by its id, oldest first. */
export type PriceHistories = ReadonlyMap<string, PriceChange[]>;

/**
 * How many changes of one entry are read, the newest first. An entry with more within the thirty days gets no
 * struck-through price.
 */
const mostChanges = 100;

type Row = PriceChange & { id: string };

/** The histories that struck prices need, in one statement. */
export async function loadPriceHistories(db: Db): Promise<PriceHistories> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT entry.id, past.price_cents AS "priceCents", past.original_cents AS "originalCents",
      past.is_on_sale AS "isOnSale", past.since
    FROM (
      SELECT id FROM packages WHERE original_cents > price_cents
      UNION ALL SELECT id FROM add_on_bundles WHERE original_cents > price_cents
    ) AS entry
    CROSS JOIN LATERAL (
      SELECT * FROM price_history WHERE catalog_id = entry.id ORDER BY since DESC, id DESC LIMIT ${mostChanges}
    ) AS past
    ORDER BY past.since, past.id`;
  const histories = new Map<string, PriceChange[]>();
  for (const row of rows) histories.set(row.id, [...(histories.get(row.id) ?? []), row]);
  return histories;
}

/**
 * Why an entry's original price is not struck through: a message for the operator. Null if it is, or if no reduction is
 * announced.
 */
export function struckProblem(entry: Priced, histories: PriceHistories): string | null {
  if (entry.originalCents <= entry.priceCents) return null;
  return reductionProblem(entry, histories.get(entry.id) ?? []);
}

type Presentation = {
  /** False: no reductions are shown. */
  isStruck: boolean;
  /** False: no package is marked as popular. */
  isPopularShown: boolean;
  /** Null: every reduction is shown as it was entered. */
  histories: PriceHistories | null;
};

/**
 * The catalogue as pages show it. An original price that must not be shown is replaced by the price; prices never
 * change. Pure.
 */
export function presentCatalog<Package extends CatalogPackage, AddOn extends CatalogAddOn>(
  { packages, addOns }: { packages: Package[]; addOns: AddOn[] },
  { isStruck, isPopularShown, histories }: Presentation,
): { packages: Package[]; addOns: AddOn[] } {
  const withOriginal = <Entry extends Priced>(entry: Entry): Entry => {
    const isShown = isStruck && (histories === null || struckProblem(entry, histories) === null);
    return isShown ? entry : { ...entry, originalCents: entry.priceCents };
  };
  return {
    packages: packages.map((entry) => ({
      ...withOriginal(entry),
      isPopular: entry.isPopular && isPopularShown,
    })),
    addOns: addOns.map(withOriginal),
  };
}
