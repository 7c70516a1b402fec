import { plural } from "@/lib/base/text/plural";

/** The pages that sell add-ons; each has its own prices. */
export const surfaces = ["checkout", "post-selection", "reel-selection"] as const;
export type Surface = (typeof surfaces)[number];

/** A package a customer can buy. `id` is `<service>-<quantity>`. */
export type CatalogPackage = {
  id: string;
  service: string;
  /** Its quality. */
  variant: string;
  platforms: string[];
  quantity: number;
  priceCents: number;
  originalCents: number;
  isPopular: boolean;
};

/** A discounted bundle. `id` is `<surface>-<service>-<quantity>`, and an extra's has its service before the quantity. */
export type CatalogAddOn = {
  id: string;
  surface: Surface;
  service: string;
  /** The quality of the packages that it is sold with. */
  variant: string;
  platforms: string[];
  quantity: number;
  priceCents: number;
  originalCents: number;
  /** What an extra sells; without it, more units of the order's own service. */
  extra?: ExtraService | null;
};

/** A service that is sold as an extra of others' orders, in one of its qualities; it goes to the profile. */
export type ExtraService = {
  service: string;
  variant: string;
  target: string;
  label: string;
  unit: UnitWords;
  /** The public counter that it moves. */
  counter: string | null;
  /** The most units that its suppliers take. */
  max: number;
};

/** From its `from`-th unit on, each unit costs this many millionths of a dollar, until the next step begins. */
export type PriceStep = { from: number; microsPerUnit: number };

/** The amounts that a buyer of one quality may choose: the multiples of `step` from `min` to `max`. */
export type CustomAmounts = {
  platform: string;
  service: string;
  variant: string;
  min: number;
  max: number;
  step: number;
  priceSteps: PriceStep[];
};

/** One of several qualities that a service is sold in, and what it promises. */
export type Quality = {
  platform: string;
  service: string;
  variant: string;
  label: string;
  deliveryTime: string;
  refillDays: number;
};

/** Everything on sale, in the order it is shown. */
export type Catalog = {
  packages: CatalogPackage[];
  addOns: CatalogAddOn[];
  amounts: CustomAmounts[];
  /** None of a service that has one quality. */
  qualities: Quality[];
};

/** What is on sale of a platform's services; of the add-ons only those of this page. */
export function catalogOf(
  catalog: Catalog,
  { platform, services, surface }: { platform: string; services: string[]; surface?: Surface },
): Catalog {
  const isOfThem = (entry: { platform: string; service: string }) =>
    entry.platform === platform && services.includes(entry.service);
  return {
    packages: services.flatMap((service) => packagesFor(catalog, platform, service)),
    addOns: surface ? services.flatMap((service) => addOnsFor(catalog, surface, platform, service)) : [],
    amounts: catalog.amounts.filter(isOfThem),
    qualities: catalog.qualities.filter(isOfThem),
  };
}

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

/** True where the buyer chooses posts or videos; any other target is the one account or list that is named. */
export function hasPosts(target: string): boolean {
  return target === "post" || target === "video";
}

/** True for a target whose name a buyer types. A platform has links of one such kind. */
export function isAccount(target: string): boolean {
  return target === "profile" || target === "channel";
}

/** True for a target that is named by its link and is nobody's account, so that nothing is looked up or counted. */
export function isList(target: string): boolean {
  return target === "list";
}

/** What an order is for, as people read it: `@harbor`; a list's name is only a part of its link. */
export function handleOf({ username, target }: { username: string; target: string }): string {
  return isList(target) ? username : `@${username}`;
}

/** How many posts or videos one order may be spread over. */
export const mostPosts = 100;

/** What is counted, such as `follower` and `followers`. */
export type UnitWords = { one: string; many: string };

/** A number of units in words: `1,000 followers`, `1 follower`. */
export function amountLabel(quantity: number, { one, many }: UnitWords): string {
  return plural(quantity, one, many);
}
