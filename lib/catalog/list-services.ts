import type { Db } from "@/lib/db/client";
import type { Platform, ServiceType } from "@/lib/platforms";

/** A service as the dashboard lists it. Not a price of anything on sale: packages have their own. */
export type ServiceView = {
  id: number;
  platform: Platform;
  service: ServiceType;
  name: string;
  description: string;
  pricePer1000Cents: number;
  minQuantity: number;
  maxQuantity: number;
  deliveryTime: string;
};

/** Every service the shop delivers, sorted by its type, then by platform. */
export async function listServices(db: Db): Promise<ServiceView[]> {
  const services = await db.smmService.findMany({ orderBy: [{ serviceType: "asc" }, { platform: "asc" }] });
  return services.map(({ serviceType, ...service }) => ({ ...service, service: serviceType }));
}
