import type { Db } from "@/lib/base/db/client";
import type { SmmService } from "@/lib/base/db/generated/client";
import type { PriceChange } from "./judge-reduction";
import { findPlatform, findService, listPlatforms } from "./vocabulary";

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
export type ServiceView = Omit<SmmService, "serviceType" | "priceSteps"> & { service: string };

/** The services that are live, of all platforms or of one, by type and platform. */
export async function listServices(db: Db, platform?: string): Promise<ServiceView[]> {
  const services = await db.smmService.findMany({
    where: { of: { status: "live", of: { status: "live" } }, ...(platform !== undefined && { platform }) },
    orderBy: [{ serviceType: "asc" }, { platform: "asc" }],
    omit: { priceSteps: true },
  });
  return services.map(({ serviceType, ...service }) => ({ ...service, service: serviceType }));
}

/** One quality of a service, by the names that administrators know: what a supplier's service is mapped to. */
export type OwnService = {
  id: number;
  platform: string;
  service: string;
  /** Null where the service has one quality only. */
  quality: string | null;
  /** All of them, as `YouTube Views` or `YouTube Views · Fast`. */
  name: string;
};

/** Everything that suppliers can deliver, in the catalogue's order; drafts too, which are mapped before they are sold. */
export async function listOwnServices(db: Db): Promise<OwnService[]> {
  return nameServices(await db.smmService.findMany({ orderBy: [{ position: "asc" }, { id: "asc" }] }));
}

type ServiceRow = Pick<SmmService, "id" | "platform" | "serviceType" | "variantLabel">;

/** The rows by their names, in the order of the catalogue's platforms and services. */
export function nameServices(rows: ServiceRow[]): OwnService[] {
  const places = listPlatforms({ all: true }).flatMap(({ slug, services }) =>
    services.map((service) => `${slug} ${service.slug}`),
  );
  const placeOf = ({ platform, serviceType }: ServiceRow) => {
    const place = places.indexOf(`${platform} ${serviceType}`);
    return place < 0 ? places.length : place;
  };
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other)).map((row) => named(row, rows));
}

function named({ id, platform, serviceType, variantLabel }: ServiceRow, rows: ServiceRow[]): OwnService {
  const qualities = rows.filter((row) => row.platform === platform && row.serviceType === serviceType);
  const names = {
    platform: findPlatform(platform)?.label ?? platform,
    service: findService(platform, serviceType)?.label ?? serviceType,
    quality: qualities.length > 1 ? variantLabel : null,
  };
  const name = `${names.platform} ${names.service}${names.quality ? ` · ${names.quality}` : ""}`;
  return { id, ...names, name };
}
