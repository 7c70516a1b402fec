import { plural } from "@/lib/base/text/plural";

/** The pages that sell add-ons; each has its own prices. */
export const surfaces = ["checkout", "post-selection", "reel-selection"] as const;
export type Surface = (typeof surfaces)[number];

/** A package a customer can buy. `id` is `<service>-<quantity>`. */
export type CatalogPackage = {
  id: string;
  service: string;
  platforms: string[];
  quantity: number;
  priceCents: number;
  originalCents: number;
  isPopular: boolean;
};

/** A discounted bundle. `id` is `<surface>-<service>-<quantity>`. */
export type CatalogAddOn = {
  id: string;
  surface: Surface;
  service: string;
  platforms: string[];
  quantity: number;
  priceCents: number;
  originalCents: number;
};

/** Everything on sale, in the order it is shown. */
export type Catalog = { packages: CatalogPackage[]; addOns: CatalogAddOn[] };

/** The packages of one platform's service, in order. */
export function packagesFor(catalog: Catalog, platform: string, service: string): CatalogPackage[] {
  return catalog.packages.filter((entry) => entry.service === service && entry.platforms.includes(platform));
}

/** The lowest of the packages' prices, in cents; null when none is on sale. */
export function lowestPrice(packages: CatalogPackage[]): number | null {
  return packages.length > 0 ? Math.min(...packages.map((entry) => entry.priceCents)) : null;
}

/** The add-ons one page offers for a platform's service, in order. */
export function addOnsFor(
  catalog: Catalog,
  surface: Surface,
  platform: string,
  service: string,
): CatalogAddOn[] {
  return catalog.addOns.filter(
    (entry) => entry.service === service && entry.surface === surface && entry.platforms.includes(platform),
  );
}

/** True where the buyer chooses posts or videos; any other target is the one account, channel or list that is named. */
export function hasPosts(target: string): boolean {
  return target === "post" || target === "video";
}

/** What is counted, such as `follower` and `followers`. */
export type UnitWords = { one: string; many: string };

/** A number of units in words: `1,000 followers`, `1 follower`. */
export function amountLabel(quantity: number, { one, many }: UnitWords): string {
  return plural(quantity, one, many);
}
