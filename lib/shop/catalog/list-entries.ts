import type { Db } from "@/lib/base/db/client";
import type { SmmService } from "@/lib/base/db/generated/client";
import type { PriceChange } from "./judge-reduction";

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
export type ServiceView = Omit<SmmService, "serviceType"> & { service: string };

/** All services that the shop delivers, by type and platform. */
export async function listServices(db: Db): Promise<ServiceView[]> {
  const services = await db.smmService.findMany({ orderBy: [{ serviceType: "asc" }, { platform: "asc" }] });
  return services.map(({ serviceType, ...service }) => ({ ...service, service: serviceType }));
}
