import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { answers, startChild, untilReady } from "@/lib/local/child";
import { localEnv } from "@/lib/local/local-env";
import { portOf } from "@/lib/local/ports";
import { createDatabase } from "@/lib/local/postgres";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { startSocial } from "@/lib/local/social/start";
import type { SocialFault } from "@/lib/local/social/state";
import { startStripe } from "@/lib/local/stripe/start";
import { migrate } from "@/prisma/migrate";
import { control } from "../support/control";
import { copyBuild } from "../support/copy-build";
import { startDatabaseProxy } from "../support/database-proxy";
import { databaseUrl, panelUrl, shopUnderTest } from "./local-shop";
import { run } from "./signed-in";

/** The secret of side shops. */
export const sideSecret = randomBytes(32).toString("hex");

export type SideShop = Awaited<ReturnType<typeof startSideShop>>;

/**
 * A second web process of the same build with its own database, Stripe and social provider, so that faults and
 * settings do not affect other tests. `port` is one of a hundred reserved ones.
 */
export async function startSideShop(port: number, settings: Record<string, string> = {}) {
  // Regenerated pages are written into the build: this shop's must not appear in the other one.
  const distDir = `${shopUnderTest.distDir}-side-${port}`;
  const database = `side_${port}`;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    const ownDatabase = new URL(databaseUrl);
    ownDatabase.pathname = `/${database}`;
    await createDatabase(databaseUrl, database);
    await migrate(ownDatabase.href);
    await seedWithSuppliers(ownDatabase.href, { secret: sideSecret, panelUrl: `${panelUrl}/api/v2` });

    const stripe = await startStripe({ port: portOf("stripe", port) });
    stops.push(() => stripe.close());
    const social = await startSocial({ port: portOf("social", port) });
    stops.push(() => social.close());
    const proxy = await startDatabaseProxy(ownDatabase.href);
    stops.push(proxy.cut);

    copyBuild(shopUnderTest.distDir, distDir);
    const own = { SHOP_DIST_DIR: distDir, LOG_LEVEL: "silent", ...settings };
    const env = { ...localEnv(port, proxy.url, sideSecret), ...own };
    const origin = `http://127.0.0.1:${port}`;
    const startWeb = async () => {
      const started = startChild("shop", [join(distDir, "entry", "server.mjs")], env, () => undefined);
      stops.push(() => started.stop());
      await untilReady(started, () => answers(`${origin}/api/health`), 300_000);
      return started;
    };
    let web = await startWeb();

    return {
      origin,
      databaseUrl: ownDatabase.href,
      /** Failures for the next calls to Stripe. */
      stripe: (faults: { failNext?: number; status?: number; noUrl?: number; delayMs?: number }) =>
        control(`${stripe.url}/_control/faults`, { failNext: 0, noUrl: 0, delayMs: 0, ...faults }),
      /** A failure for each of the next calls to the provider of profiles and posts. */
      social: (faults: SocialFault[]) => control(`${social.url}/_control`, { faults }),
      /** Runs a statement on the database, past the proxy that makes it fail. */
      sql: (text: string) => run(text, [], ownDatabase.href),
      /** Sets a setting of the admin pages. */
      set: (key: string, value: unknown) =>
        run(
          `INSERT INTO site_settings (key, value) VALUES ($1, $2)
           ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
          [key, JSON.stringify(value)],
          ownDatabase.href,
        ),
      stripeUrl: stripe.url,
      /** Kills the web process like a power cut, or tells it to stop, and starts a new one when it has ended. */
      replaceWeb: async (signal: "SIGKILL" | "SIGTERM") => {
        await web.stop(signal);
        web = await startWeb();
      },
      cutDatabase: proxy.cut,
      restoreDatabase: proxy.restore,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
