import { plural } from "@/lib/base/text/plural";
import type { Platform, ServiceType } from "./platforms";

/** The pages that sell add-ons; each has its own prices. */
export const surfaces = ["checkout", "post-selection", "reel-selection"] as const;
export type Surface = (typeof surfaces)[number];

/** A package a customer can buy. `id` is `<service>-<quantity>`. */
export type CatalogPackage = {
  id: string;
  service: ServiceType;
  platforms: Platform[];
  quantity: number;
  priceCents: number;
  originalCents: number;
  isPopular: boolean;
};

/** A discounted bundle. `id` is `<surface>-<service>-<quantity>`. */
export type CatalogAddOn = {
  id: string;
  surface: Surface;
  service: ServiceType;
  quantity: number;
  priceCents: number;
  originalCents: number;
};

/** Everything on sale, in the order it is shown. */
export type Catalog = { packages: CatalogPackage[]; addOns: CatalogAddOn[] };

/** The packages of one platform's service, in order. */
export function packagesFor(catalog: Catalog, platform: Platform, service: ServiceType): CatalogPackage[] {
  return catalog.packages.filter((entry) => entry.service === service && entry.platforms.includes(platform));
}

/** The lowest of the packages' prices, in cents; null when none is on sale. */
export function lowestPrice(packages: CatalogPackage[]): number | null {
  return packages.length > 0 ? Math.min(...packages.map((entry) => entry.priceCents)) : null;
}

/** The add-ons one page offers for a service, in order. */
export function addOnsFor(catalog: Catalog, surface: Surface, service: ServiceType): CatalogAddOn[] {
  return catalog.addOns.filter((entry) => entry.service === service && entry.surface === surface);
}

/** A number of units in words: `1,000 followers`, `1 follower`. */
export function amountLabel(quantity: number, service: ServiceType): string {
  return plural(quantity, service.slice(0, -1));
}
