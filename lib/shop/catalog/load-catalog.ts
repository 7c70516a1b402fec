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
 * Why a package is off sale: nobody delivers its service, no supplier takes so many units, or the supplier that would be
 * asked first leaves less than the least margin.
 */
export type OffSaleReason = "undelivered" | "limits" | "margin";

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

/**
 * SQL: those of them that deliver it, while it is sold: their supplier has not refused an order for lack of funds since
 * it last took one.
 */
const deliverers = Prisma.sql`
  ${mappedServices} AND service.min_quantity <= service.max_quantity
    AND suppliers.hold_reason IS DISTINCT FROM 'no_funds'
    AND EXISTS (
      SELECT FROM platform_services AS offered JOIN platforms ON platforms.slug = offered.platform
      WHERE offered.platform = own.platform_slug AND offered.slug = own.service_slug
        AND offered.status = 'live' AND platforms.status = 'live')`;

/** SQL: the order in which suppliers are asked for so many units; those that don't take them come last. */
export const askedFirst = (quantity: Prisma.Sql) => Prisma.sql`
  (${quantity} BETWEEN service.min_quantity AND service.max_quantity) DESC, mapping.preference, mapping.id`;

/** SQL: the setting, as `parseSettings` reads it. */
export const leastMarginPercent = Prisma.sql`
  COALESCE((SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN LEAST(GREATEST(value::numeric, 0), 90) END
    FROM site_settings WHERE key = 'leastMarginPercent'), 0)`;

/**
 * SQL: true when the supplier that is asked first for the row `entry` leaves less than the least margin. One that is paid
 * in another currency has no cost in dollars, as on the page of margins.
 */
const isBelowMargin = (entry: Prisma.Sql) => Prisma.sql`
  COALESCE((
    SELECT lower(suppliers.balance_currency) = 'usd'
      AND service.rate_per_1000 * ${entry}.quantity * 10 > ${entry}.price_cents * (100 - ${leastMarginPercent})
    ${deliverers} ORDER BY ${askedFirst(Prisma.sql`${entry}.quantity`)} LIMIT 1), false)`;

const packagesAsJson = (platforms: Prisma.Sql) => Prisma.sql`
  coalesce(json_agg(json_build_object('id', id, 'service', service_slug, 'variant', variant, 'platforms', ${platforms},
    'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents, 'isPopular', is_popular)
    ORDER BY position), '[]')`;
const addOnsAsJson = Prisma.sql`
  coalesce(json_agg(json_build_object('id', id, 'surface', surface, 'service', service_slug, 'variant', variant,
    'platforms', sold.platforms, 'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents) ORDER BY position), '[]')`;

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

/** SQL: the `OffSaleReason` of the row `packages` for the row `own`; null while it is on sale. */
export const offSaleReason = Prisma.sql`
  (SELECT CASE
      WHEN taken.min IS NULL THEN 'undelivered'
      WHEN packages.quantity < taken.min THEN 'limits'
      WHEN packages.quantity > taken.max::bigint *
        CASE WHEN sold.target IN ('post', 'video') THEN ${mostPosts}::int ELSE 1 END THEN 'limits'
      WHEN ${isBelowMargin(Prisma.sql`packages`)} THEN 'margin'
    END
    FROM platform_services AS sold LEFT JOIN LATERAL (${takenUnits}) AS taken ON true
    WHERE sold.platform = own.platform_slug AND sold.slug = own.service_slug)`;

const limitsOf = (platform: string, service: string) => Prisma.sql`
  SELECT coalesce(json_object_agg(own.variant, taken), '{}')
  FROM smm_services AS own CROSS JOIN LATERAL (${takenUnits}) AS taken
  WHERE own.platform_slug = ${platform} AND own.service_slug = ${service}`;

/** The amounts of a quality as they are stored, and the dollars per 1,000 of the dearest supplier who may deliver them. */
type StoredAmounts = CustomAmounts & { dearestRate: string | null; leastMarginPercent: number };

// A supplier that is paid in another currency has no cost in dollars, as on the page of margins.
const amountsAsJson = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('platform', own.platform_slug, 'service', own.service_slug,
    'variant', own.variant, 'min', GREATEST(own.min_quantity, taken.min), 'max', LEAST(own.max_quantity, taken.max),
    'step', sold.step, 'priceSteps', own.price_steps,
    'dearestRate', (SELECT max(service.rate_per_1000)::text ${deliverers} AND lower(suppliers.balance_currency) = 'usd'),
    'leastMarginPercent', ${leastMarginPercent})), '[]')
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

/** SQL: the platforms where the row `entry` is on sale. */
const platformsOf = (entry: Prisma.Sql, isOnSale: Prisma.Sql) => Prisma.sql`
  SELECT array_agg(own.platform_slug ORDER BY own.platform_slug) AS platforms FROM smm_services AS own
  WHERE own.service_slug = ${entry}.service_slug AND own.variant = ${entry}.variant
    AND own.platform_slug = ANY(${entry}.platform_slugs) AND ${isOnSale}`;

const addOnsOnSale = Prisma.sql`
  SELECT ${addOnsAsJson} FROM add_on_bundles AS bundle
  JOIN LATERAL (${platformsOf(Prisma.sql`bundle`, Prisma.sql`NOT ${isBelowMargin(Prisma.sql`bundle`)}`)}) AS sold
    ON sold.platforms IS NOT NULL
  WHERE is_active`;

const catalogColumns = Prisma.sql`
  (SELECT ${packagesAsJson(Prisma.sql`sold.platforms`)}
    FROM packages
    JOIN LATERAL (${platformsOf(Prisma.sql`packages`, Prisma.sql`${offSaleReason} IS NULL`)}) AS sold
      ON sold.platforms IS NOT NULL
    WHERE is_active) AS packages,
  (${addOnsOnSale}) AS "addOns",
  (${amountsAsJson}) AS amounts,
  (${qualitiesAsJson}) AS qualities`;

/** Everything on sale now, in the order it is shown. One statement. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const [row] = await db.$queryRaw<StoredCatalog[]>`SELECT ${catalogColumns}`;
  return { packages: [], addOns: [], qualities: [], ...row, amounts: amountsOnSale(row?.amounts ?? []) };
}

/** The limits of each quality of a platform's service. */
export async function loadUnitLimits(db: Db, platform: string, service: string): Promise<LimitsByVariant> {
  const [row] = await db.$queryRaw<{ limits: LimitsByVariant }[]>`
    SELECT (${limitsOf(platform, service)}) AS limits`;
  return row?.limits ?? {};
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

/** SQL: the `StoredOffer` for a choice as one JSON value, for an order's one statement (create-order.ts). */
export const offerOf = ({ platform, serviceType, packageId, addOns }: Chosen) => Prisma.sql`
  (SELECT json_build_object(
    'packages', (SELECT ${packagesAsJson(Prisma.sql`platform_slugs`)} FROM packages WHERE is_active AND id = ${packageId}),
    'offSale', (SELECT ${offSaleReason} FROM packages JOIN smm_services AS own ON own.platform_slug = ${platform}
      AND own.service_slug = packages.service_slug AND own.variant = packages.variant
      WHERE packages.is_active AND packages.id = ${packageId}),
    'addOns', (${addOnsOnSale} AND id = ANY(${addOns.map(({ id }) => id)}::text[])),
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
  return sold !== null && sold.variant in offer.limits && offer.offSale === null;
}
