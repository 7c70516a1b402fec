import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { connect, type Database } from "@/lib/db/client";
import { firstSupplierKeys, type PanelSupplierKey, panelServices } from "@/lib/local/panel/services";
import { platformLabels, platforms, type ServiceType, serviceLabels, serviceTypes } from "@/lib/platforms";
import { seal } from "@/lib/secret-box";

export type SeedOptions = {
  /** SHOP_SECRET: the suppliers' keys are sealed under it. */
  secret: string;
  /** The panel emulator's `/api/v2`; with it the two emulator suppliers are set up too. */
  panelUrl?: string;
  /** Which of the emulator's suppliers are set up: the first two, unless said otherwise. */
  suppliers?: readonly PanelSupplierKey[];
};

/**
 * Fills a new database with the catalogue, the services and, for one machine, the emulator suppliers. What exists is
 * left as it is (an operator may have changed it), except the emulators' address, which moves with the port.
 */
export async function seed(databaseUrl: string, options: SeedOptions): Promise<void> {
  const { db, close } = connect(databaseUrl, 2);
  try {
    await db.package.createMany({
      data: firstCatalog.packages.map((entry, position) => ({ ...entry, position })),
      skipDuplicates: true,
    });
    await db.addOnBundle.createMany({
      data: firstCatalog.addOns.map((entry, position) => ({ ...entry, position })),
      skipDuplicates: true,
    });
    await db.smmService.createMany({ data: services(), skipDuplicates: true });
    if (options.panelUrl) await seedEmulatorSuppliers(db, { ...options, panelUrl: options.panelUrl });
  } finally {
    await close();
  }
}

const serviceFacts: Record<
  ServiceType,
  { pricePer1000Cents: number; min: number; max: number; description: string }
> = {
  followers: {
    pricePer1000Cents: 1349,
    min: 10,
    max: 100_000,
    description: "New followers, delivered gradually to a public profile.",
  },
  likes: {
    pricePer1000Cents: 1149,
    min: 1,
    max: 50_000,
    description: "Likes for the posts you choose, spread as you decide.",
  },
  views: {
    pricePer1000Cents: 140,
    min: 1,
    max: 1_000_000,
    description: "Views for the reels and videos you choose.",
  },
};

function services() {
  return platforms.flatMap((platform, p) =>
    serviceTypes.map((serviceType, s) => {
      const { min, max, ...facts } = serviceFacts[serviceType];
      return {
        ...facts,
        id: p * 10 + s + 1,
        platform,
        serviceType,
        name: `${platformLabels[platform]} ${serviceLabels[serviceType]}`,
        minQuantity: min,
        maxQuantity: max,
        deliveryTime: "24-48 hours",
      };
    }),
  );
}

async function seedEmulatorSuppliers(
  db: Database,
  { secret, panelUrl, suppliers = firstSupplierKeys }: SeedOptions & { panelUrl: string },
): Promise<void> {
  for (const [rank, key] of suppliers.entries()) {
    const name = `Emulator supplier ${rank + 1}`;
    const supplier = await db.supplier.upsert({
      where: { name },
      create: { name, apiUrl: panelUrl, apiKeySealed: seal(secret, key) },
      update: { apiUrl: panelUrl, apiKeySealed: seal(secret, key) },
    });
    for (const service of panelServices.filter((entry) => entry.supplier === key)) {
      const supplierService = await db.supplierService.upsert({
        where: { supplierId_externalId: { supplierId: supplier.id, externalId: String(service.service) } },
        create: {
          supplierId: supplier.id,
          externalId: String(service.service),
          name: service.name,
          category: service.category,
          ratePer1000: service.rate,
          minQuantity: service.min,
          maxQuantity: service.max,
          canRefill: service.refill,
          canCancel: service.cancel,
        },
        update: {},
      });
      const smmService = await db.smmService.findUniqueOrThrow({
        where: { platform_serviceType: { platform: service.platform, serviceType: service.kind } },
      });
      await db.serviceMapping.upsert({
        where: {
          smmServiceId_supplierServiceId: {
            smmServiceId: smmService.id,
            supplierServiceId: supplierService.id,
          },
        },
        create: { smmServiceId: smmService.id, supplierServiceId: supplierService.id, preference: rank + 1 },
        update: {},
      });
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { DATABASE_URL, SHOP_SECRET, SEED_PANEL_URL } = process.env;
  if (!DATABASE_URL || !SHOP_SECRET) throw new Error("DATABASE_URL and SHOP_SECRET are needed to seed");
  await seed(DATABASE_URL, { secret: SHOP_SECRET, panelUrl: SEED_PANEL_URL });
  const { values } = parseArgs({ options: { orders: { type: "string" } } });
  if (values.orders) {
    const { seedOrders } = await import("./seed-orders");
    await seedOrders(DATABASE_URL, Number(values.orders), (done) => console.log(`${done} orders`));
  }
  console.log("seeded");
}
