import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { Catalog } from "./catalog";
import { isMappableSql } from "./mappable";
import type { Platform, ServiceType } from "./platforms";
import { defaultRefillDays } from "./refill-days";

/** The fewest and most units of one target of a service. */
export type UnitLimits = { min: number; max: number };

/** Orders are checked against this: everything on sale, and the limits of the service. */
export type Offer = { catalog: Catalog; limits: UnitLimits };

type LimitsRow = { min: number | null; max: number | null };

const catalogColumns = Prisma.sql`
  (SELECT coalesce(json_agg(json_build_object('id', id, 'service', service, 'platforms', platforms,
      'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents, 'isPopular', is_popular)
      ORDER BY position), '[]') FROM packages WHERE is_active) AS packages,
  (SELECT coalesce(json_agg(json_build_object('id', id, 'surface', surface, 'service', service,
      'quantity', quantity, 'priceCents', price_cents, 'originalCents', original_cents)
      ORDER BY position), '[]') FROM add_on_bundles WHERE is_active) AS "addOns"`;

/**
 * SQL: the units that the suppliers of the row `own` of smm_services take, as `min` and `max`; no row while no supplier
 * is mapped. It is the unbroken range around the limits of the supplier that is asked first: what that one does not take
 * goes to the next.
 */
export const takenUnits = Prisma.sql`
  SELECT lower(part)::int AS min, upper(part)::int - 1 AS max
  FROM (
    SELECT range_agg(int8range(service.min_quantity, service.max_quantity, '[]')) AS taken,
      (array_agg(service.min_quantity ORDER BY mapping.preference, mapping.id))[1]::bigint AS first
    FROM service_mappings AS mapping
    JOIN supplier_services AS service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
    JOIN suppliers ON suppliers.id = service.supplier_id AND suppliers.is_active
    WHERE mapping.smm_service_id = own.id AND mapping.is_active
  ) AS mapped, unnest(taken) AS part
  WHERE part @> first`;

/** The service's row with the units that its suppliers take; no row where the service is unknown. */
const limitsOf = (platform: Platform, service: ServiceType) => Prisma.sql`
  SELECT coalesce(taken.min, own.min_quantity) AS min, coalesce(taken.max, own.max_quantity) AS max
  FROM smm_services AS own LEFT JOIN LATERAL (${takenUnits}) AS taken ON true
  WHERE own.platform = ${platform}::platform AND own.service_type = ${service}::service_type`;

/** Everything on sale now, in the order it is shown. One statement. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const rows = await db.$queryRaw<Catalog[]>`SELECT ${catalogColumns}`;
  return toCatalog(rows[0]);
}

/** The limits of a platform's service; `min` is at least 1. Without a mapped supplier they are the service's own. */
export async function loadUnitLimits(db: Db, platform: Platform, service: ServiceType): Promise<UnitLimits> {
  const rows = await db.$queryRaw<LimitsRow[]>`${limitsOf(platform, service)}`;
  return toLimits(rows[0]);
}

/** The catalogue and the limits of one service, in one statement because the buyer waits for it. */
export async function loadOffer(db: Db, platform: Platform, service: ServiceType): Promise<Offer> {
  const rows = await db.$queryRaw<(Catalog & LimitsRow)[]>`
    SELECT ${catalogColumns}, limits.min, limits.max
    FROM (SELECT) AS one LEFT JOIN (${limitsOf(platform, service)}) AS limits ON true`;
  return { catalog: toCatalog(rows[0]), limits: toLimits(rows[0]) };
}

/**
 * True when every supplier service that may deliver followers includes refills for as many days as the pages name, so
 * that the pages may promise them. False if there is no such service.
 */
export async function areFollowersRefilled(db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<{ areRefilled: boolean }[]>`
    SELECT coalesce(bool_and(service.can_refill AND own.refill_days >= ${defaultRefillDays}::int), false) AS "areRefilled"
    FROM smm_services own
    JOIN service_mappings mapping ON mapping.smm_service_id = own.id AND mapping.is_active
    JOIN supplier_services service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
    JOIN suppliers ON suppliers.id = service.supplier_id AND suppliers.is_active
    WHERE own.service_type = 'followers'`;
  return rows[0]?.areRefilled ?? false;
}

/** True while a package can be bought for a platform. */
export async function isPackageOnSale(
  db: Db,
  { packageId: id, platform }: { packageId: string; platform: Platform },
): Promise<boolean> {
  return (await db.package.count({ where: { id, isActive: true, platforms: { has: platform } } })) > 0;
}

function toCatalog(row: Catalog | undefined): Catalog {
  return { packages: row?.packages ?? [], addOns: row?.addOns ?? [] };
}

function toLimits(row: LimitsRow | undefined): UnitLimits {
  return { min: Math.max(1, row?.min ?? 1), max: row?.max ?? Number.MAX_SAFE_INTEGER };
}
