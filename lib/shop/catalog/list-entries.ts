import type { Db } from "@/lib/base/db/client";
import type { SmmService } from "@/lib/base/db/generated/client";
import { type CatalogAddOn, type CatalogPackage, surfaces } from "./catalog";
import type { PriceChange } from "./judge-reduction";
import type { ServiceType } from "./platforms";

/** A package or add-on as the admin lists it, hidden ones included. */
export type AdminPackage = CatalogPackage & { isActive: boolean };
export type AdminAddOn = CatalogAddOn & { isActive: boolean };

/** Everything that is or was on sale, in the order it is shown. */
export async function listEntries(db: Db): Promise<{ packages: AdminPackage[]; addOns: AdminAddOn[] }> {
  const order = [{ position: "asc" }, { id: "asc" }] as const;
  const packages = await db.package.findMany({ orderBy: [...order], omit: { position: true } });
  const addOns = await db.addOnBundle.findMany({ orderBy: [...order], omit: { position: true } });
  return {
    packages,
    addOns: addOns.flatMap((entry) => {
      const surface = surfaces.find((known) => known === entry.surface);
      return surface ? [{ ...entry, surface }] : [];
    }),
  };
}

const longestHistory = 50;

/** The price of a package or add-on, since when, and whether it was on sale; the newest 50 changes. */
export async function listPriceHistory(db: Db, catalogId: string): Promise<PriceChange[]> {
  return db.priceHistory.findMany({
    where: { catalogId },
    orderBy: [{ since: "desc" }, { id: "desc" }],
    take: longestHistory,
    select: { priceCents: true, originalCents: true, isOnSale: true, since: true },
  });
}

/** A service as the dashboard lists it. Its list price is independent of the prices of packages. */
export type ServiceView = Omit<SmmService, "serviceType"> & { service: ServiceType };

/** All services that the shop delivers, by type and platform. */
export async function listServices(db: Db): Promise<ServiceView[]> {
  const services = await db.smmService.findMany({ orderBy: [{ serviceType: "asc" }, { platform: "asc" }] });
  return services.map(({ serviceType, ...service }) => ({ ...service, service: serviceType }));
}
