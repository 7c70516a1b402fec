import { ServiceList } from "@/app/(account)/dashboard/service-list";
import { listServices } from "@/lib/catalog/list-entries";
import { getDb } from "@/lib/db/client";
import { logger } from "@/lib/logger";

/** Every service of the shop. A failure to read them is logged; the rest of the dashboard stays. */
export async function ServicesPanel() {
  const services = await listServices(getDb()).catch((error: unknown) => {
    logger.error({ err: error }, "the services could not be read");
    return [];
  });
  return <ServiceList services={services} />;
}
