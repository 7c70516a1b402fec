import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "@/prisma/migrate";
import { ensureBuilt } from "./build";
import { busySupplierKeys, inventBusyWeeks } from "./busy/run-busy";
import { answers, startChild, untilReady } from "./child";
import { seedDemoAccounts } from "./demo-accounts";
import { startGoogle } from "./google/start";
import { localEnv, localSecret } from "./local-env";
import { firstSupplierKeys } from "./panel/services";
import { portOf, requireFreePorts, urlsOf } from "./ports";
import { createDatabase, databaseUrl as databaseUrlOf, openPostgres } from "./postgres";
import { seedWithSuppliers } from "./seed-suppliers";
import { startEmulators } from "./start-emulators";

export type LocalShopOptions = {
  port: number;
  dataDir: string;
  distDir: string;
  /** `dev` runs the sources with hot reload instead of a build. */
  mode: "demo" | "dev";
  fresh: boolean;
  /** Fills a shop without orders with three busy weeks. */
  isBusy?: boolean;
  /** Called with a message at each step. */
  onStep(step: string): void;
  onOutput(line: string): void;
};

export type LocalShop = Awaited<ReturnType<typeof startLocalShop>>;

/**
 * The whole shop on one machine: PostgreSQL, the emulators, the worker and the web server, in that order, and from the
 * beginning a build beside them, which takes most of the time and needs none of them. `stop()` ends them in reverse. If
 * a step fails, everything that was started is stopped and a message is thrown.
 */
export async function startLocalShop(options: LocalShopOptions) {
  const { port, dataDir, onStep } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    await requireFreePorts(port, ["shop", "stripe", "google", "mail", "panel", "social"]);
    if (options.fresh) removeState(dataDir);
    mkdirSync(dataDir, { recursive: true });
    const databasePort = portOf("database", port);
    const databaseUrl = databaseUrlOf(databasePort, "shop");
    const urls = { ...urlsOf(port), database: databaseUrl };
    const secret = localSecret(dataDir);
    const env = localEnv(port, databaseUrl, secret);

    const isDev = options.mode === "dev";
    const building = new AbortController();
    const built = isDev ? Promise.resolve() : ensureBuilt(options.distDir, env, building.signal);
    stops.push(() => {
      building.abort();
      return built.then(() => undefined);
    });
    // A failure is thrown below, where the build is needed.
    built.catch(() => undefined);

    onStep("Starting PostgreSQL");
    const postgres = await openPostgres({
      dataDir: join(dataDir, "postgres"),
      port: databasePort,
      wipe: options.fresh,
    });
    stops.push(() => postgres.stop());
    await createDatabase(postgres.url("postgres"), "shop");

    onStep("Preparing the database");
    await migrate(databaseUrl);
    const suppliers = options.isBusy ? busySupplierKeys : firstSupplierKeys;
    await seedWithSuppliers(databaseUrl, { secret, panelUrl: `${urls.panel}/api/v2`, suppliers });
    await seedDemoAccounts(databaseUrl, secret);
    if (options.isBusy) {
      onStep("Inventing three busy weeks (only in a shop without orders)");
      await inventBusyWeeks(dataDir, env);
    }

    onStep("Starting the emulators for Stripe, Google, mail, the supplier panel and social data");
    const hooks = {
      stripe: { url: `${urls.shop}/api/webhooks/stripe`, secret: env.STRIPE_WEBHOOK_SECRET ?? "" },
      resend: { url: `${urls.shop}/api/webhooks/resend`, secret: env.RESEND_WEBHOOK_SECRET ?? "" },
    };
    const emulators = await startEmulators(port, dataDir, hooks);
    emulators.push(await startGoogle({ port: portOf("google", port), shopOrigin: urls.shop }));
    stops.push(async () => {
      await Promise.all(emulators.map((emulator) => emulator.close()));
    });

    if (!isDev) onStep("Building the shop (skipped when nothing changed)");
    await built;
    const childEnv = {
      ...env,
      SHOP_DIST_DIR: options.distDir,
      NODE_ENV: isDev ? "development" : "production",
    };
    const entry = (name: "server" | "worker", source: string) =>
      isDev ? ["--import", "tsx", source, "--dev"] : [join(options.distDir, "entry", `${name}.mjs`)];

    onStep("Starting the worker");
    const worker = startChild(
      "worker",
      entry("worker", "lib/running/worker/main.ts"),
      childEnv,
      options.onOutput,
    );
    stops.push(() => worker.stop());

    onStep("Starting the shop");
    const web = startChild("shop", entry("server", "app/_server/http/main.ts"), childEnv, options.onOutput);
    stops.push(() => web.stop());
    await untilReady(web, () => answers(`${urls.shop}/api/health`), 120_000);

    return { urls, env: childEnv, web, worker, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the emulators' state and the secret; openPostgres removes its own folder. */
function removeState(dataDir: string): void {
  for (const name of ["stripe.json", "mail.json", "panel.json", "secret"])
    rmSync(join(dataDir, name), { force: true });
}
