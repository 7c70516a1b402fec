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

/** The histories that struck prices need, and those of `drafted` entries, in one statement. */
export async function loadPriceHistories(db: Db, drafted: string[] = []): Promise<PriceHistories> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT entry.id, past.price_cents AS "priceCents", past.original_cents AS "originalCents",
      past.is_on_sale AS "isOnSale", past.since
    FROM (
      SELECT id FROM packages WHERE original_cents > price_cents
      UNION SELECT id FROM add_on_bundles WHERE original_cents > price_cents
      UNION SELECT unnest(${drafted}::text[])
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

type Sold = Priced & { isActive: boolean };

/**
 * The histories as they would be if the drafted prices were published at `at`, so that a draft is judged as it will be.
 */
export function withDrafted(
  histories: PriceHistories,
  drafted: { packages: Sold[]; addOns: Sold[] },
  now: { packages: Sold[]; addOns: Sold[] },
  at: Date,
): PriceHistories {
  const held = new Map([...now.packages, ...now.addOns].map((entry) => [entry.id, entry]));
  const changes = [...drafted.packages, ...drafted.addOns].flatMap(
    ({ id, priceCents, originalCents, isActive: isOnSale }): [string, PriceChange[]][] => {
      const former = held.get(id);
      const isSame = former?.priceCents === priceCents && former.originalCents === originalCents;
      const next = { priceCents, originalCents, isOnSale, since: at };
      return isSame ? [] : [[id, [...(histories.get(id) ?? []), next]]];
    },
  );
  return new Map([...histories, ...changes]);
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
export function presentCatalog<
  Package extends CatalogPackage,
  AddOn extends CatalogAddOn,
  Rest extends object,
>(
  catalog: Rest & { packages: Package[]; addOns: AddOn[] },
  { isStruck, isPopularShown, histories }: Presentation,
): Rest & { packages: Package[]; addOns: AddOn[] } {
  const withOriginal = <Entry extends Priced>(entry: Entry): Entry => {
    const isShown = isStruck && (histories === null || struckProblem(entry, histories) === null);
    return isShown ? entry : { ...entry, originalCents: entry.priceCents };
  };
  return {
    ...catalog,
    packages: catalog.packages.map((entry) => ({
      ...withOriginal(entry),
      isPopular: entry.isPopular && isPopularShown,
    })),
    addOns: catalog.addOns.map(withOriginal),
  };
}
