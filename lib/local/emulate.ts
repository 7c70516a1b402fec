import { seedDemoAccounts } from "./demo-accounts";
import { startMail } from "./mail/start";
import { startPanel } from "./panel/start";
import { portOf } from "./ports";
import { seedWithSuppliers } from "./seed-suppliers";
import { startSocial } from "./social/start";
import { startStripe } from "./stripe/start";

// The emulators of a composition (lib/local/compose.try.yml), with suppliers and accounts in its database. Local mode calls
// suppliers at 127.0.0.1 only, so the workers forward that port to the panel (lib/local/forward-to-emulators.mjs).
const base = 3400;
const { DATABASE_URL = "", SHOP_SECRET = "", STRIPE_WEBHOOK_SECRET = "" } = process.env;
const at = (part: Parameters<typeof portOf>[0]) => ({
  port: portOf(part, base),
  stateFile: `/state/${part}.json`,
});

await seedWithSuppliers(DATABASE_URL, {
  secret: SHOP_SECRET,
  panelUrl: `http://127.0.0.1:${portOf("panel", base)}/api/v2`,
});
await seedDemoAccounts(DATABASE_URL, SHOP_SECRET);
const hook = { url: "http://web:3000/api/webhooks/stripe", secret: STRIPE_WEBHOOK_SECRET };
const panel = await startPanel(at("panel"));
const emulators = [
  panel,
  await startStripe({ ...at("stripe"), webhooks: [hook] }),
  await startMail(at("mail")),
  await startSocial(at("social"), panel.delivered),
];
console.log(`emulators ready: ${emulators.map(({ url }) => url).join(" ")}`);
process.on("SIGTERM", () => {
  void Promise.all(emulators.map((emulator) => emulator.close())).finally(() => process.exit(0));
});
