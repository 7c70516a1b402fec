import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "@/lib/base/db/client";
import type { SmmService } from "@/lib/base/db/generated/client";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import {
  platformLabels,
  platforms,
  type ServiceType,
  serviceLabels,
  serviceTypes,
} from "@/lib/shop/catalog/platforms";

/** Fills a new database with the catalogue and the services. Existing rows are not changed. */
export async function seed(databaseUrl: string): Promise<void> {
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
  } finally {
    await close();
  }
}

type Facts = Pick<SmmService, "pricePer1000Cents" | "minQuantity" | "maxQuantity" | "description">;

const serviceFacts: Record<ServiceType, Facts> = {
  followers: {
    pricePer1000Cents: 1349,
    minQuantity: 10,
    maxQuantity: 100_000,
    description: "New followers on a public profile.",
  },
  likes: {
    pricePer1000Cents: 1149,
    minQuantity: 1,
    maxQuantity: 50_000,
    description: "Likes for the posts you choose, spread as you decide.",
  },
  views: {
    pricePer1000Cents: 140,
    minQuantity: 1,
    maxQuantity: 1_000_000,
    description: "Views for the reels and videos you choose.",
  },
};

function services() {
  return platforms.flatMap((platform, p) =>
    serviceTypes.map((serviceType, s) => ({
      ...serviceFacts[serviceType],
      // By place, so a new platform comes last in `platforms`, and a new service in `serviceTypes`.
      id: p * 10 + s + 1,
      platform,
      serviceType,
      name: `${platformLabels[platform]} ${serviceLabels[serviceType]}`,
      deliveryTime: "24-48 hours",
    })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new Error("DATABASE_URL is missing");
  await seed(DATABASE_URL);
  const { values } = parseArgs({ options: { orders: { type: "string" } } });
  if (values.orders) {
    const { seedOrders } = await import("./seed-orders");
    await seedOrders(DATABASE_URL, Number(values.orders), (done) => console.log(`${done} orders`));
  }
  console.log("seeded");
}
