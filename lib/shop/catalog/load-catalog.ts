import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import { mostAboveCost } from "./above-cost";
import { type Catalog, type CustomAmounts, mostPosts } from "./catalog";
import { amountStep, amountsWithin, findSold } from "./custom-amount";
import { isMappableSql } from "./mappable";

/** The fewest and most units of one target of a service; `min` is at least 1. */
export type UnitLimits = { min: number; max: number };

/** The limits of a service by its quality; none of a quality that nobody delivers, which is not on sale. */
export type LimitsByVariant = Record<string, UnitLimits>;

/**
 * Why a package of a service that is delivered is off sale: no supplier takes so many units, or the one that would be
 * asked first leaves less than the least margin.
 */
export type OffSaleReason = "limits" | "margin";

/**
 * An order is checked against this: what it names of everything on sale, the limits of its service, why its package is
 * off sale, and the number of the published version.
 */
export type Offer = Catalog & {
  limits: LimitsByVariant;
  offSale: OffSaleReason | null;
  version: number | null;
};

/** SQL: the suppliers' services that are mapped to the row `own` of smm_services, of suppliers that are on. */
export const mappedServices = Prisma.sql`
  FROM service_mappings AS mapping
  JOIN supplier_services AS service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
  JOIN suppliers ON suppliers.id = service.supplier_id AND suppliers.is_active
  WHERE mapping.smm_service_id = own.id AND mapping.is_active`;

/** SQL: the setting, as `parseSettings` reads it. */
export const leastMarginPercent = Prisma.sql`
  COALESCE((SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN LEAST(GREATEST(value::numeric, 0), 90) END
    FROM site_settings WHERE key = 'leastMarginPercent'), 0)`;

/**
 * SQL: each row `own` of smm_services that is sold and delivered, with what its suppliers ask and take. A supplier that
 * refused an order for lack of funds counts again once it takes one. `mins`, `maxs`, `rates` (per 1,000) and
 * `in_dollars` are in the order in which suppliers are asked. `min` and `max` are the unbroken range around the limits
 * of the first: what that one does not take goes to the next.
 */
const supplyOf = (which: Prisma.Sql) => Prisma.sql`
  SELECT own.id, own.platform_slug AS platform, own.service_slug AS service, own.variant, sold.target, sold.step,
    asked.*, taken.*
  FROM smm_services AS own
  JOIN platform_services AS sold ON sold.platform = own.platform_slug AND sold.slug = own.service_slug
    AND sold.status = 'live'
  JOIN platforms ON platforms.slug = sold.platform AND platforms.status = 'live'
  JOIN LATERAL (
    SELECT array_agg(service.min_quantity ORDER BY mapping.preference, mapping.id) AS mins,
      array_agg(service.max_quantity ORDER BY mapping.preference, mapping.id) AS maxs,
      array_agg(service.rate_per_1000 ORDER BY mapping.preference, mapping.id) AS rates,
      array_agg(lower(suppliers.balance_currency) IS NOT DISTINCT FROM 'usd'
        ORDER BY mapping.preference, mapping.id) AS in_dollars
    ${mappedServices} AND service.min_quantity <= service.max_quantity
      AND suppliers.hold_reason IS DISTINCT FROM 'no_funds'
  ) AS asked ON mins IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT GREATEST(lower(part), 1)::int AS min, (upper(part) - 1)::int AS max
    FROM (
      SELECT range_agg(int8range(least, most, '[]')) AS units FROM unnest(mins, maxs) AS one(least, most)
    ) AS all_taken, unnest(units) AS part
    WHERE part @> mins[1]::bigint
  ) AS taken
  WHERE ${which}`;

/** SQL: `supply` of everything that is sold, as the first part of a statement. */
export const withSupply = Prisma.sql`WITH supply AS MATERIALIZED (${supplyOf(Prisma.sql`true`)})`;

/** SQL: true where the row `supply` is of the service and quality of the row `entry` of packages or add_on_bundles. */
export const suppliesEntry = Prisma.sql`
  (supply.service = entry.service_slug AND supply.variant = entry.variant
    AND supply.platform = ANY(entry.platform_slugs))`;

/** SQL: true where the row `supply` is of what the row `entry` of add_on_bundles sells; an extra goes to the profile. */
const suppliesAddOn = Prisma.sql`
  (supply.service = COALESCE(entry.extra_service_slug, entry.service_slug)
    AND supply.variant = COALESCE(entry.extra_variant, entry.variant)
    AND supply.platform = ANY(entry.platform_slugs)
    AND (entry.extra_service_slug IS NULL
      OR (supply.target NOT IN ('post', 'video') AND entry.quantity BETWEEN supply.min AND supply.max)))`;

/**
 * SQL: true when the supplier of the row `supply` that is asked first for the row `entry` leaves less than the least
 * margin. One that is paid in another currency has no cost in dollars, as on the page of margins.
 */
const isBelowMargin = Prisma.sql`
  (SELECT is_in_dollars AND rate * entry.quantity * 10 > entry.price_cents * (100 - ${leastMarginPercent})
    FROM unnest(supply.mins, supply.maxs, supply.rates, supply.in_dollars) WITH ORDINALITY
      AS one(least, most, rate, is_in_dollars, place)
    ORDER BY (entry.quantity BETWEEN least AND most) DESC, place LIMIT 1)`;

/** SQL: the `OffSaleReason` of the row `entry` of packages at the row `supply`; null while it is on sale. */
export const offSaleReason = Prisma.sql`
  CASE
    WHEN entry.quantity < supply.min THEN 'limits'
    WHEN entry.quantity > supply.max::bigint
      * CASE WHEN supply.target IN ('post', 'video') THEN ${mostPosts}::int ELSE 1 END THEN 'limits'
    WHEN ${isBelowMargin} THEN 'margin'
  END`;

const entryAsJson = Prisma.sql`
  'id', entry.id, 'service', service_slug, 'variant', entry.variant, 'quantity', quantity, 'priceCents', price_cents,
  'originalCents', original_cents`;
const packageAsJson = (platforms: Prisma.Sql) => Prisma.sql`
  json_build_object(${entryAsJson}, 'platforms', ${platforms}, 'isPopular', is_popular)`;
const addOnAsJson = Prisma.sql`
  json_build_object(${entryAsJson}, 'surface', surface,
    'platforms', array_agg(supply.platform ORDER BY supply.platform),
    'extra', (array_agg(extra.sold))[1])`;

/** SQL: the `ExtraService` of the row `supply`; an extra is offered for one platform. */
const extraAsJson = Prisma.sql`
  SELECT json_build_object('service', supply.service, 'variant', supply.variant, 'target', supply.target,
    'label', named.label, 'unit', json_build_object('one', units.one, 'many', units.many), 'counter', units.counter,
    'max', supply.max) AS sold
  FROM platform_services AS named JOIN units ON units.slug = named.unit
  WHERE named.platform = supply.platform AND named.slug = supply.service AND entry.extra_service_slug IS NOT NULL`;

/** SQL: the packages on sale, each for the platforms of `supply` where it is. */
const packagesOnSale = Prisma.sql`
  SELECT coalesce(json_agg(sold ORDER BY position, id), '[]') FROM (
    SELECT entry.id, position, ${packageAsJson(Prisma.sql`array_agg(supply.platform ORDER BY supply.platform)`)} AS sold
    FROM packages AS entry JOIN supply ON ${suppliesEntry}
    WHERE is_active AND ${offSaleReason} IS NULL GROUP BY entry.id
  ) AS entries`;

const addOnsOnSale = (which: Prisma.Sql) => Prisma.sql`
  SELECT coalesce(json_agg(sold ORDER BY position, id), '[]') FROM (
    SELECT entry.id, position, ${addOnAsJson} AS sold FROM add_on_bundles AS entry JOIN supply ON ${suppliesAddOn}
    LEFT JOIN LATERAL (${extraAsJson}) AS extra ON true
    WHERE is_active AND ${which} AND NOT ${isBelowMargin} GROUP BY entry.id
  ) AS entries`;

const limitsAsJson = Prisma.sql`
  coalesce(
    json_object_agg(supply.variant, json_build_object('min', supply.min, 'max', supply.max) ORDER BY supply.id), '{}')`;

/** The amounts of a quality as they are stored, and the dollars per 1,000 of the dearest supplier who may deliver them. */
type StoredAmounts = CustomAmounts & { dearestRate: string | null; leastMarginPercent: number };

// A supplier that is paid in another currency has no cost in dollars, as on the page of margins.
const amountsAsJson = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('platform', platform, 'service', service, 'variant', own.variant,
    'min', GREATEST(own.min_quantity, min), 'max', LEAST(own.max_quantity, max), 'step', step,
    'priceSteps', own.price_steps,
    'dearestRate', (
      SELECT max(rate)::text FROM unnest(rates, in_dollars) AS one(rate, is_in_dollars) WHERE is_in_dollars),
    'leastMarginPercent', ${leastMarginPercent}) ORDER BY own.id), '[]')
  FROM supply JOIN smm_services AS own ON own.id = supply.id
  WHERE own.price_steps IS NOT NULL`;

const qualitiesAsJson = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('platform', own.platform_slug, 'service', own.service_slug,
    'variant', own.variant, 'label', own.variant_label, 'deliveryTime', own.delivery_time,
    'refillDays', own.refill_days) ORDER BY own.position, own.id), '[]')
  FROM smm_services AS own
  WHERE EXISTS (SELECT FROM smm_services AS other WHERE other.platform_slug = own.platform_slug
    AND other.service_slug = own.service_slug AND other.variant <> own.variant)`;

/** Everything on sale now, in the order it is shown. One statement. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const [row] = await db.$queryRaw<StoredCatalog[]>`
    ${withSupply}
    SELECT (${packagesOnSale}) AS packages, (${addOnsOnSale(Prisma.sql`true`)}) AS "addOns",
      (${amountsAsJson}) AS amounts, (${qualitiesAsJson}) AS qualities`;
  return { packages: [], addOns: [], qualities: [], ...row, amounts: amountsOnSale(row?.amounts ?? []) };
}

/** The limits of a service of a platform that somebody delivers. */
export type ServiceLimits = { platform: string; service: string; limits: LimitsByVariant };

/** The limits of everything that somebody delivers. One statement. */
export async function loadUnitLimits(db: Db): Promise<ServiceLimits[]> {
  return db.$queryRaw<ServiceLimits[]>`
    SELECT platform, service, ${limitsAsJson} AS limits FROM (${supplyOf(Prisma.sql`true`)}) AS supply
    GROUP BY platform, service ORDER BY platform, service`;
}

/** The limits of a platform's service by its quality; none while nobody delivers it. */
export function limitsFor(all: readonly ServiceLimits[], platform: string, service: string): LimitsByVariant {
  return all.find((one) => one.platform === platform && one.service === service)?.limits ?? {};
}

type StoredCatalog = Omit<Catalog, "amounts"> & { amounts: StoredAmounts[] };

/** What `offerOf` selects. */
export type StoredOffer = StoredCatalog & Pick<Offer, "limits" | "offSale" | "version">;

export function readOffer(stored: StoredOffer): Offer {
  return { ...stored, amounts: amountsOnSale(stored.amounts) };
}

/** The multiples that buyers may choose, up to the first that would leave less than the least margin. */
function amountsOnSale(stored: StoredAmounts[]): CustomAmounts[] {
  return stored.flatMap(({ dearestRate, leastMarginPercent, ...entry }) => {
    const step = amountStep(entry.step, entry.priceSteps);
    const cost = dearestRate === null ? null : { ratePer1000: dearestRate, leastMarginPercent };
    const max = cost ? mostAboveCost(entry.priceSteps, cost, entry) : entry.max;
    const range = amountsWithin({ min: entry.min, max, step });
    return range ? [{ ...entry, ...range, step }] : [];
  });
}

type Chosen = { platform: string; serviceType: string; packageId: string; addOns: { id: string }[] };

const ofService = (platform: string, service: string) =>
  Prisma.sql`own.platform_slug = ${platform} AND own.service_slug = ${service}`;

const ofExtras = (platform: string, ids: string[]) => Prisma.sql`
  (own.platform_slug = ${platform} AND (own.service_slug, own.variant) IN (
    SELECT extra_service_slug, extra_variant FROM add_on_bundles WHERE id = ANY(${ids}::text[])))`;

/** SQL: the `StoredOffer` for a choice as one JSON value, for an order's one statement (create-order.ts). */
export const offerOf = ({ platform, serviceType, packageId, addOns }: Chosen) => {
  const own = ofService(platform, serviceType);
  const ids = addOns.map(({ id }) => id);
  return Prisma.sql`
  (WITH supply AS MATERIALIZED (${supplyOf(Prisma.sql`(${own}) OR ${ofExtras(platform, ids)}`)}) SELECT json_build_object(
    'packages', (SELECT coalesce(json_agg(${packageAsJson(Prisma.sql`platform_slugs`)}), '[]')
      FROM packages AS entry WHERE is_active AND id = ${packageId}),
    'offSale', (SELECT ${offSaleReason} FROM packages AS entry JOIN supply ON ${suppliesEntry}
      WHERE is_active AND entry.id = ${packageId}),
    'addOns', (${addOnsOnSale(Prisma.sql`entry.id = ANY(${ids}::text[])`)}),
    'amounts', (${amountsAsJson}),
    'qualities', (${qualitiesAsJson} AND ${own}),
    'limits', (SELECT ${limitsAsJson} FROM supply WHERE service = ${serviceType}),
    'version', (SELECT max(number) FROM catalog_versions)))`;
};

/** The platforms whose followers somebody delivers, and whether each supplier service that may includes refills. */
export type FollowersRefills = { platform: string; areIncluded: boolean }[];

/** Refills for as many days as the pages name. */
export function listFollowersRefills(db: Db): Promise<FollowersRefills> {
  return db.$queryRaw<FollowersRefills>`
    SELECT supply.platform, bool_and(service.can_refill AND own.refill_days >= ${defaultRefillDays}::int) AS "areIncluded"
    FROM (${supplyOf(Prisma.sql`own.service_slug = 'followers'`)}) AS supply
    JOIN smm_services AS own ON own.id = supply.id
    CROSS JOIN LATERAL (SELECT service.can_refill ${mappedServices}) AS service GROUP BY supply.platform`;
}

/** True when the pages of a platform, or without one those of the shop, may promise refills. Pure. */
export function mayPromiseRefills(refills: FollowersRefills, platform?: string): boolean {
  const asked = refills.filter((each) => platform === undefined || each.platform === platform);
  return asked.length > 0 && asked.every(({ areIncluded }) => areIncluded);
}

/** True while a package or an amount can be bought for a platform. */
export async function isPackageOnSale(
  db: Db,
  { packageId, platform, service }: { packageId: string; platform: string; service: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ offer: StoredOffer }[]>`
    SELECT ${offerOf({ platform, serviceType: service, packageId, addOns: [] })} AS offer`;
  if (!row) return false;
  const offer = readOffer(row.offer);
  const sold = findSold(offer, { platform, service }, packageId);
  return sold !== null && sold.variant in offer.limits && offer.offSale === null;
}
