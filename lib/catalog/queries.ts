import type { Db } from "@/lib/db/client";
import type { Platform, ServiceType } from "@/lib/platforms";
import { type Catalog, surfaces } from "./catalog";

/** Everything on sale now, in the order it is shown. */
export async function loadCatalog(db: Db): Promise<Catalog> {
  const [packages, addOns] = await Promise.all([
    db.package.findMany({ where: { isActive: true }, orderBy: { position: "asc" } }),
    db.addOnBundle.findMany({ where: { isActive: true }, orderBy: { position: "asc" } }),
  ]);
  return {
    packages: packages.map(({ isActive: _, position: __, ...entry }) => entry),
    addOns: addOns.flatMap(({ isActive: _, position: __, ...entry }) => {
      const surface = surfaces.find((known) => known === entry.surface);
      return surface ? [{ ...entry, surface }] : [];
    }),
  };
}

/** What one target of a service must at least and may at most get: the limits of the supplier service asked first. */
export type UnitLimits = { min: number; max: number };

/** The limits of a platform's service; `min` is at least 1. Without a mapped supplier the service's own stand. */
export async function loadUnitLimits(db: Db, platform: Platform, service: ServiceType): Promise<UnitLimits> {
  const found = await db.smmService.findUnique({
    where: { platform_serviceType: { platform, serviceType: service } },
    include: {
      mappings: {
        where: { isActive: true, supplierService: { supplier: { isActive: true } } },
        orderBy: { preference: "asc" },
        take: 1,
        include: { supplierService: true },
      },
    },
  });
  const limits = found?.mappings[0]?.supplierService ?? found;
  return { min: Math.max(1, limits?.minQuantity ?? 1), max: limits?.maxQuantity ?? Number.MAX_SAFE_INTEGER };
}
