import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "@/lib/base/db/client";
import { publishFirst } from "@/lib/shop/catalog/publish-first";

/** Fills a new database with the catalogue. Existing rows are not changed. */
export async function seed(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 2);
  try {
    await publishFirst(db);
  } finally {
    await close();
  }
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
