import { parseArgs } from "node:util";
import { connect } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { seedBusy, writeStates } from "./seed-busy";

// Run by `npm run demo -- --busy`; does nothing in a shop that has orders.
const { values } = parseArgs({
  options: { data: { type: "string", default: ".data" }, orders: { type: "string", default: "2000" } },
});
const { DATABASE_URL, SHOP_ORIGIN, STRIPE_API_BASE } = getEnv();
const { db, close } = connect(DATABASE_URL, 2);
try {
  if ((await db.order.count()) === 0) {
    const states = await seedBusy(db, {
      orders: Number(values.orders),
      shopUrl: SHOP_ORIGIN ?? "",
      stripeUrl: STRIPE_API_BASE ?? "",
    });
    writeStates(values.data, states);
  }
} finally {
  await close();
}
