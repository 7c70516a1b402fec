import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import { mostAboveCost } from "./above-cost";
import type { Catalog, CustomAmounts } from "./catalog";
import { amountStep, amountsWithin, findSold } from "./custom-amount";
import { isMappableSql } from "./mappable";

/** The fewest and most units of one target of a service; `min` is at least 1. */
export type UnitLimits = { min: number; max: number };

/** The limits of a service by its quality; none of a quality that nobody delivers, which is not on sale. */
export type LimitsByVariant = Record<string, UnitLimits>;

/**
 * An order is checked against this: what it names of everything on sale, the limits of its service, and the number of the
 * published version.
 */
export type Offer = Catalog & { limits: LimitsByVariant; version: number | null };

/**
 * SQL: while the row `own` of smm_services is sold, the suppliers' services that deliver it: mapped, of a supplier that
 * is on and has not refused an order for lack of funds since it last took one.
 */
const deliverers = Prisma.sql`
  FROM platform_services AS sold
  JOIN platforms ON platforms.slug = sold.platform AND platforms.status = 'live'
  JOIN service_mappings AS mapping ON mapping.smm_service_id = own.id AND mapping.is_active
  JOIN supplier_services AS service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
  JOIN suppliers ON suppliers.id = service.supplier_id AND suppliers.is_active
    AND suppliers.hold_reason IS DISTINCT FROM 'no_funds'
  WHERE sold.platform = own.platform_slug AND sold.slug = own.service_slug AND sold.status = 'live'
    AND service.min_quantity <= service.max_quantity`;

const packagesAsJson = (platforms: Prisma.Sql) => Prisma.sql`
  coalesce(json_agg(json_build_object('id', id, 'service', service_slug, 'variant', variant, 'platforms', ${platforms},
    'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents, 'isPopular', is_popular)
    ORDER BY position), '[]')`;
const addOnsAsJson = Prisma.sql`
  coalesce(json_agg(json_build_object('id', id, 'surface', surface, 'service', service_slug, 'variant', variant, 'platforms', platform_slugs,
    'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents) ORDER BY position), '[]')`;

/**
 * SQL: the units that the suppliers of the row `own` of smm_services take, as `min` and `max`; no row while no supplier
 * is mapped. It is the unbroken range around the limits of the supplier that is asked first: what that one does not take
 * goes to the next.
 */
export const takenUnits = Prisma.sql`
  SELECT GREATEST(lower(part), 1)::int AS min, (upper(part) - 1)::int AS max
  FROM (
    SELECT range_agg(int8range(service.min_quantity, service.max_quantity, '[]')) AS taken,
      (array_agg(service.min_quantity ORDER BY mapping.preference, mapping.id))[1]::bigint AS first
    ${deliverers}
  ) AS mapped, unnest(taken) AS part
  WHERE part @> first`;

const limitsOf = (platform: string, service: string) => Prisma.sql`
  SELECT coalesce(json_object_agg(own.variant, taken), '{}')
  FROM smm_services AS own CROSS JOIN LATERAL (${takenUnits}) AS taken
  WHERE own.platform_slug = ${platform} AND own.service_slug = ${service}`;

/** The amounts of a quality as they are stored, and the dollars per 1,000 of the dearest supplier who may deliver them. */
type StoredAmounts = CustomAmounts & { dearestRate: string | null };

// A supplier that is paid in another currency has no cost in dollars, as on the page of margins.
const amountsAsJson = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('platform', own.platform_slug, 'service', own.service_slug,
    'variant', own.variant, 'min', GREATEST(own.min_quantity, taken.min), 'max', LEAST(own.max_quantity, taken.max),
    'step', sold.step, 'priceSteps', own.price_steps,
    'dearestRate', (SELECT max(service.rate_per_1000)::text ${deliverers} AND lower(suppliers.balance_currency) = 'usd'))),
    '[]')
  FROM smm_services AS own
  JOIN platform_services AS sold ON sold.platform = own.platform_slug AND sold.slug = own.service_slug
  CROSS JOIN LATERAL (${takenUnits}) AS taken
  WHERE own.price_steps IS NOT NULL`;

const qualitiesAsJson = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('platform', own.platform_slug, 'service', own.service_slug,
    'variant', own.variant, 'label', own.variant_label, 'deliveryTime', own.delivery_time,
    'refillDays', own.refill_days) ORDER BY own.position, own.id), '[]')
  FROM smm_services AS own
  WHERE EXISTS (SELECT FROM smm_services AS other WHERE other.platform_slug = own.platform_slug
    AND other.service_slug = own.service_slug AND other.variant <> own.variant)`;

// A package is on sale where somebody delivers it. Deliverers are asked for once for each quality, not for each package.
const catalogColumns = Prisma.sql`
  (WITH delivered AS MATERIALIZED (
      SELECT platform_slug, service_slug, variant FROM smm_services AS own WHERE EXISTS (SELECT ${deliverers})
    ), sold AS (
      SELECT packages.id, array_agg(delivered.platform_slug ORDER BY delivered.platform_slug) AS platforms
      FROM packages CROSS JOIN unnest(packages.platform_slugs) AS wanted(platform)
      JOIN delivered ON delivered.platform_slug = wanted.platform
        AND delivered.service_slug = packages.service_slug AND delivered.variant = packages.variant
      GROUP BY packages.id
    )
    SELECT ${packagesAsJson(Prisma.sql`sold.platforms`)} FROM packages JOIN sold USING (id) WHERE is_active) AS packages,
  (SELECT ${addOnsAsJson} FROM add_on_bundles WHERE is_active) AS "addOns",
  (${amountsAsJson}) AS amounts,
  (${qualitiesAsJson}) AS qualities`;

/** Everything on sale now, in the order it is shown. One statement. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const [row] = await db.$queryRaw<StoredCatalog[]>`SELECT ${catalogColumns}`;
  return { packages: [], addOns: [], qualities: [], ...row, amounts: amountsOnSale(row?.amounts ?? []) };
}

/** The limits of a service of a platform that somebody delivers. */
export type ServiceLimits = { platform: string; service: string; limits: LimitsByVariant };

/** The limits of everything that somebody delivers. One statement. */
export async function loadUnitLimits(db: Db): Promise<ServiceLimits[]> {
  return db.$queryRaw<ServiceLimits[]>`
    SELECT own.platform_slug AS platform, own.service_slug AS service,
      json_object_agg(own.variant, taken ORDER BY own.position, own.id) AS limits
    FROM smm_services AS own CROSS JOIN LATERAL (${takenUnits}) AS taken
    GROUP BY own.platform_slug, own.service_slug ORDER BY 1, 2`;
}

/** The limits of a platform's service by its quality; none while nobody delivers it. */
export function limitsFor(all: readonly ServiceLimits[], platform: string, service: string): LimitsByVariant {
  return all.find((one) => one.platform === platform && one.service === service)?.limits ?? {};
}

type StoredCatalog = Omit<Catalog, "amounts"> & { amounts: StoredAmounts[] };

/** What `offerOf` selects. */
export type StoredOffer = StoredCatalog & Pick<Offer, "limits" | "version">;

export function readOffer(stored: StoredOffer): Offer {
  return { ...stored, amounts: amountsOnSale(stored.amounts) };
}

/** The multiples that buyers may choose, up to the first that would be sold below cost. */
function amountsOnSale(stored: StoredAmounts[]): CustomAmounts[] {
  return stored.flatMap(({ dearestRate, ...entry }) => {
    const step = amountStep(entry.step, entry.priceSteps);
    const max = dearestRate === null ? entry.max : mostAboveCost(entry.priceSteps, dearestRate, entry);
    const range = amountsWithin({ min: entry.min, max, step });
    return range ? [{ ...entry, ...range, step }] : [];
  });
}

type Chosen = { platform: string; serviceType: string; packageId: string; addOns: { id: string }[] };

/** SQL: the `StoredOffer` for a choice as one JSON value, for an order's one statement (create-order.ts). */
export const offerOf = ({ platform, serviceType, packageId, addOns }: Chosen) => Prisma.sql`
  (SELECT json_build_object(
    'packages', (SELECT ${packagesAsJson(Prisma.sql`platform_slugs`)} FROM packages WHERE is_active AND id = ${packageId}),
    'addOns', (SELECT ${addOnsAsJson} FROM add_on_bundles WHERE is_active AND id = ANY(${addOns.map(({ id }) => id)}::text[])),
    'amounts', (${amountsAsJson} AND own.platform_slug = ${platform} AND own.service_slug = ${serviceType}),
    'qualities', (${qualitiesAsJson} AND own.platform_slug = ${platform} AND own.service_slug = ${serviceType}),
    'limits', (${limitsOf(platform, serviceType)}),
    'version', (SELECT max(number) FROM catalog_versions)))`;

/**
 * True when every supplier service that may deliver followers includes refills for as many days as the pages name, so
 * that the pages may promise them. False if there is no such service.
 */
export async function areFollowersRefilled(db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<{ areRefilled: boolean }[]>`
    SELECT coalesce(bool_and(service.can_refill AND own.refill_days >= ${defaultRefillDays}::int), false) AS "areRefilled"
    FROM smm_services AS own CROSS JOIN LATERAL (SELECT service.can_refill ${deliverers}) AS service
    WHERE own.service_slug = 'followers'`;
  return rows[0]?.areRefilled ?? false;
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
  return sold !== null && sold.variant in offer.limits;
}
