import { writeFileSync } from "node:fs";
import { demoAccounts } from "./demo-accounts";
import { type LocalShop, startLocalShop } from "./shop";

// `npm run demo` and `npm run dev`: starts everything, prints the addresses, stops everything at Ctrl-C.
const port = Number(process.env.PORT ?? 3000);
const mode = process.argv[2] === "dev" ? "dev" : "demo";
const dataDir = ".data";
const startedAt = Date.now();

let shop: LocalShop | undefined;
let stoppingSince: number | undefined;

async function end(status: number): Promise<never> {
  stoppingSince ??= Date.now();
  await shop?.stop();
  process.exit(status);
}

/**
 * Stops everything, before it is ready after the step in progress. A second signal exits at once, unless within a second:
 * one Ctrl-C may arrive twice.
 */
function onSignal(): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > 1_000) process.exit(1);
    return;
  }
  stoppingSince = Date.now();
  console.log("\nStopping …");
  if (shop) void end(0);
}
process.on("SIGINT", onSignal);
process.on("SIGTERM", onSignal);

try {
  if (!Number.isInteger(port) || port < 1 || port > 65_500)
    throw new Error("PORT must be a number from 1 to 65500.");
  let step = 0;
  shop = await startLocalShop({
    port,
    dataDir,
    distDir: ".next",
    mode,
    fresh: process.argv.includes("--fresh"),
    isBusy: process.argv.includes("--busy"),
    onStep: (message) => {
      if (stoppingSince !== undefined) throw new Error("Stopped before the shop was ready.");
      console.log(`${String(++step)}. ${message} …`);
    },
    onOutput: (line) => console.log(line),
  });
  if (stoppingSince !== undefined) await end(1);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await end(1);
}

if (shop) {
  for (const child of [shop.web, shop.worker]) {
    child.process.once("exit", () => {
      if (stoppingSince !== undefined) return;
      console.error(`\nThe ${child.name} process ended unexpectedly:\n${child.output().slice(-2_000)}`);
      void end(1);
    });
  }
  const { urls } = shop;
  writeFileSync(`${dataDir}/demo.json`, `${JSON.stringify({ urls, ...demoAccounts }, null, 2)}\n`);
  console.log(`
Ready after ${Math.round((Date.now() - startedAt) / 1000)} s. Everything runs on this machine; no money moves.

  Shop            ${urls.shop}
                  for passkeys: ${urls.shop.replace("127.0.0.1", "localhost")}
  Mail inbox      ${urls.mail}/inbox
  Stripe          ${urls.stripe}/_control
  Google          ${urls.google}
  Supplier panel  ${urls.panel}/_control
  Database        ${urls.database}

  Customer        ${demoAccounts.customer.email} / ${demoAccounts.customer.password}
                  at ${urls.shop}/auth
  Administrator   ${demoAccounts.admin.email} / ${demoAccounts.admin.password}
                  at ${urls.shop}/admin-auth
                  authenticator's key ${demoAccounts.admin.totpSecret}

  Pay with 4242 4242 4242 4242; 4000 0000 0000 0002 is declined. A name to try: type "wa" at Instagram.
  Ctrl-C stops all of it and keeps the data; npm run demo -- --fresh starts empty, -- --fresh --busy in a busy shop.
`);
}
