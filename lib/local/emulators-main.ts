import { seedDemoAccounts } from "./demo-accounts";
import { urlsOf } from "./ports";
import { seedWithSuppliers } from "./seed-suppliers";
import { startEmulators } from "./start-emulators";

// Starts the emulators of a composition (lib/local/compose.try.yml), with suppliers and accounts in its database. Local
// mode calls suppliers at 127.0.0.1 only, so the workers forward that port to the panel
// (lib/local/forward-to-emulators.mjs).
const base = 3400;
const { DATABASE_URL = "", SHOP_SECRET = "" } = process.env;
const { STRIPE_WEBHOOK_SECRET = "", RESEND_WEBHOOK_SECRET = "" } = process.env;

await seedWithSuppliers(DATABASE_URL, { secret: SHOP_SECRET, panelUrl: `${urlsOf(base).panel}/api/v2` });
await seedDemoAccounts(DATABASE_URL, SHOP_SECRET);
const emulators = await startEmulators(base, "/state", {
  stripe: { url: "http://web:3000/api/webhooks/stripe", secret: STRIPE_WEBHOOK_SECRET },
  resend: { url: "http://web:3000/api/webhooks/resend", secret: RESEND_WEBHOOK_SECRET },
});
console.log(`emulators ready: ${emulators.map(({ url }) => url).join(" ")}`);
process.on("SIGTERM", () => {
  void Promise.all(emulators.map((emulator) => emulator.close())).finally(() => process.exit(0));
});
