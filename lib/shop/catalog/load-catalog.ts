import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import type { Catalog } from "./catalog";
import { isMappableSql } from "./mappable";

/** The fewest and most units of one target of a service; `min` is at least 1. */
export type UnitLimits = { min: number; max: number };

/**
 * An order is checked against this: what it names of everything on sale, and the limits of its service; null while
 * nobody delivers it, and then nothing of it is on sale.
 */
export type Offer = Catalog & { limits: UnitLimits | null };

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
  coalesce(json_agg(json_build_object('id', id, 'service', service_slug, 'platforms', ${platforms},
    'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents, 'isPopular', is_popular)
    ORDER BY position), '[]')`;
const addOnsAsJson = Prisma.sql`
  coalesce(json_agg(json_build_object('id', id, 'surface', surface, 'service', service_slug, 'platforms', platform_slugs,
    'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents) ORDER BY position), '[]')`;

// A package is on sale where somebody delivers it.
const catalogColumns = Prisma.sql`
  (SELECT ${packagesAsJson(Prisma.sql`delivered.platforms`)}
    FROM packages
    JOIN LATERAL (
      SELECT array_agg(own.platform_slug ORDER BY own.platform_slug) AS platforms FROM smm_services AS own
      WHERE own.service_slug = packages.service_slug AND own.platform_slug = ANY(packages.platform_slugs)
        AND EXISTS (SELECT ${deliverers})
    ) AS delivered ON delivered.platforms IS NOT NULL
    WHERE is_active) AS packages,
  (SELECT ${addOnsAsJson} FROM add_on_bundles WHERE is_active) AS "addOns"`;

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
  SELECT taken.* FROM smm_services AS own CROSS JOIN LATERAL (${takenUnits}) AS taken
  WHERE own.platform_slug = ${platform} AND own.service_slug = ${service}`;

/** Everything on sale now, in the order it is shown. One statement. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const rows = await db.$queryRaw<Catalog[]>`SELECT ${catalogColumns}`;
  return toCatalog(rows[0]);
}

/** The limits of a platform's service; null while nobody delivers it, when it is not on sale. */
export async function loadUnitLimits(db: Db, platform: string, service: string): Promise<UnitLimits | null> {
  const rows = await db.$queryRaw<UnitLimits[]>`${limitsOf(platform, service)}`;
  return rows[0] ?? null;
}

type Chosen = { platform: string; serviceType: string; packageId: string; addOns: { id: string }[] };

/** SQL: the `Offer` for a choice as one JSON value, for an order's one statement (create-order.ts). */
export const offerOf = ({ platform, serviceType, packageId, addOns }: Chosen) => Prisma.sql`
  (SELECT json_build_object(
    'packages', (SELECT ${packagesAsJson(Prisma.sql`platform_slugs`)} FROM packages WHERE is_active AND id = ${packageId}),
    'addOns', (SELECT ${addOnsAsJson} FROM add_on_bundles WHERE is_active AND id = ANY(${addOns.map(({ id }) => id)}::text[])),
    'limits', (SELECT row_to_json(limits) FROM (${limitsOf(platform, serviceType)}) AS limits)))`;

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

/** True while a package can be bought for a platform. */
export async function isPackageOnSale(
  db: Db,
  { packageId, platform }: { packageId: string; platform: string },
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT packages.id FROM packages JOIN smm_services AS own ON own.service_slug = packages.service_slug AND own.platform_slug = ANY(platform_slugs)
    WHERE packages.id = ${packageId} AND packages.is_active AND own.platform_slug = ${platform}
      AND EXISTS (SELECT ${deliverers})`;
  return found !== undefined;
}

function toCatalog(row: Catalog | undefined): Catalog {
  return { packages: row?.packages ?? [], addOns: row?.addOns ?? [] };
}
