import { execFileSync } from "node:child_process";
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@/lib/base/db/client";
import { syncClock } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import { ensureBuilt } from "@/lib/local/build";
import { answers, type Child, startChild, untilReady } from "@/lib/local/child";
import { localEnv } from "@/lib/local/local-env";
import { startMail } from "@/lib/local/mail/start";
import { panelSupplierKeys } from "@/lib/local/panel/services";
import { startPanel } from "@/lib/local/panel/start";
import { portOf, requireFreePorts, urlsOf } from "@/lib/local/ports";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { startSocial } from "@/lib/local/social/start";
import { startStripe } from "@/lib/local/stripe/start";
import { openStripe } from "@/lib/money/stripe/stripe-client";
import { migrate } from "@/prisma/migrate";
import { shopUnderTest } from "../e2e/local-shop";
import { copyBuild } from "../support/copy-build";
import { startDatabaseProxy } from "../support/database-proxy";
import { startBalancer } from "./balancer";
import { startProcesses } from "./process-group";
import { retrying } from "./retrying";

const secret = "only-for-faults-94c1e07ab35d82f6c0e9";
const stripeKey = "sk_test_faults";
const webhookSecret = "whsec_faults_emulator";

const skewedClock = new URL("../support/skewed-clock.mjs", import.meta.url).href;
// When the server's keepalive ends a dead connection.
const serverNoticesMs = 8_000;

// Minutes become seconds; each time is still longer than the work that it waits for.
const shortTimes = {
  SUBMIT_LEASE_MS: "6000",
  JOB_LEASE_MS: "12000",
  SWEEP_PERIOD_MS: "1000",
  POLL_PERIOD_MS: "700",
  RECONCILE_PERIOD_MS: "2500",
  SUPPLIER_TIMEOUT_MS: "1500",
  STRIPE_TIMEOUT_MS: "2500",
  SOCIAL_TIMEOUT_MS: "1500",
  SOCIAL_SEARCH_TIMEOUT_MS: "1500",
  WORKER_CONCURRENCY: "6",
  DATABASE_POOL: "6",
  RATE_LIMIT_SCALE: "1000000",
  LOG_LEVEL: "info",
};

export type TestShopOptions = {
  /** The first of twenty free ports. */
  port: number;
  dataDir: string;
  webs: number;
  workers: number;
  /** Serves this build as it is; without it the build of the browser tests is brought up to date and copied. */
  distDir?: string | undefined;
  onStep(step: string): void;
};

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/**
 * The whole shop as it runs in production: web processes behind a balancer, workers, PostgreSQL and the emulators, each
 * at its own address. Throws one message when a part does not start, and stops the others.
 */
export async function openTestShop(options: TestShopOptions) {
  const { port, dataDir, onStep } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    const webPorts = Array.from({ length: options.webs }, (_, index) => port + 10 + index);
    await requireFreePorts(port, ["shop", "stripe", "mail", "panel", "social", "database"]);
    mkdirSync(dataDir, { recursive: true });
    const log = createWriteStream(join(dataDir, "log.txt"));
    const write = (line: string) => log.write(`${line}\n`);

    onStep("PostgreSQL");
    // Faster, and safe here: only the server is killed, never the machine, which keeps what the server had written.
    const settings = { fsync: "off", full_page_writes: "off" };
    const postgres = await openPostgres({
      dataDir: join(dataDir, "postgres"),
      port: portOf("database", port),
      wipe: true,
      settings,
    });
    stops.push(() => postgres.stop("immediate"));
    const databaseUrl = postgres.url("shop");
    await createDatabase(postgres.url("postgres"), "shop");
    await migrate(databaseUrl);
    const panelUrl = `${urlsOf(port).panel}/api/v2`;
    await seedWithSuppliers(databaseUrl, { secret, panelUrl, suppliers: panelSupplierKeys });
    const proxy = await startDatabaseProxy(databaseUrl, { port: port + 9 });
    stops.push(proxy.cut);

    onStep("emulators");
    const origin = `http://127.0.0.1:${port}`;
    const hook = { url: `${origin}/api/webhooks/stripe`, secret: webhookSecret };
    const panel = await startPanel({ port: portOf("panel", port) });
    stops.push(panel.close);
    const stripe = await startStripe({
      port: portOf("stripe", port),
      webhooks: [hook],
      retryMs: [200, 500, 1_000, 2_000],
    });
    stops.push(stripe.close);
    const mail = await startMail({ port: portOf("mail", port) });
    stops.push(mail.close);
    const social = await startSocial({ port: portOf("social", port) }, panel.delivered);
    stops.push(social.close);

    const env = {
      ...localEnv(port, proxy.url, secret),
      ...shortTimes,
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    };
    const distDir = options.distDir ?? (await copyOfBuild(databaseUrl, port, onStep));
    const childEnv = { ...env, SHOP_DIST_DIR: distDir };

    onStep(`${options.workers} workers, ${options.webs} web processes`);
    const workers = startProcesses(options.workers, (index, skewMs) =>
      startChild(
        `worker ${index}`,
        [...skewed(skewMs), join(distDir, "entry", "worker.mjs")],
        { ...childEnv, CLOCK_SKEW_MS: String(skewMs) },
        write,
      ),
    );
    stops.push(workers.stop);
    const started: Child[] = [];
    const webs = startProcesses(options.webs, (index, skewMs) => {
      const own = { ...childEnv, PORT: String(webPorts[index]), CLOCK_SKEW_MS: String(skewMs) };
      const entry = [...skewed(skewMs), join(distDir, "entry", "server.mjs")];
      const child = startChild(`web ${index}`, entry, own, write);
      started.push(child);
      return child;
    });
    stops.push(webs.stop);
    for (const [index, child] of started.entries()) {
      await untilReady(child, () => answers(`http://127.0.0.1:${webPorts[index]}/api/health`), 120_000);
    }
    const balancer = await startBalancer(port, webPorts);
    stops.push(balancer.close);
    // Not through the proxy, and writable while the shop's connections are read-only. The final checks read thousands
    // of orders, so a statement may take long.
    const ownUrl = `${databaseUrl}?options=-c%20default_transaction_read_only%3Doff`;
    const connection = connect(ownUrl, 6, { statementMs: 2 * minute });
    stops.push(connection.close);
    // The runner calls the shop's use cases, which read the database's clock.
    await syncClock(connection.db);

    // One after the other: the second of two that overlap would stop a server that the first is starting.
    const withPostgres = inTurn(async (act: () => Promise<void>) => act());
    const stopAndStart = (meanwhile: () => void = () => undefined) =>
      withPostgres(async () => {
        await postgres.stop("immediate");
        meanwhile();
        await postgres.start();
      });

    return {
      origin,
      urls: { stripe: stripe.url, mail: mail.url, panel: panel.url, social: social.url },
      hook,
      connection,
      stripe: openStripe({
        STRIPE_SECRET_KEY: stripeKey,
        STRIPE_API_BASE: stripe.url,
        STRIPE_TIMEOUT_MS: 10_000,
      }),
      provider: { secret, timeoutMs: 3_000, reach: "local" } as const,
      balancer,
      webs,
      workers,
      /** Kills the database server and starts it again. */
      crashPostgres: () => stopAndStart(),
      /** The same, but it comes back as a standby that takes over: with all its data, on a new timeline. */
      promoteStandby: async () => {
        await stopAndStart(() => {
          const { uid, gid } = statSync(postgres.dataDir);
          const signal = join(postgres.dataDir, "standby.signal");
          writeFileSync(signal, "");
          chownSync(signal, uid, gid);
        });
        await retrying(() => connection.pool.query("SELECT pg_promote(true, 30) WHERE pg_is_in_recovery()"));
      },
      /** Runs a worker with production's environment on a copy of the database for that long. */
      async runClone(ms: number) {
        const clone = await openPostgres({
          dataDir: join(dataDir, "clone"),
          port: port + 8,
          wipe: true,
          settings,
        });
        stops.push(() => clone.stop("immediate"));
        await clone.stop("immediate");
        await stopAndStart(() => {
          rmSync(clone.dataDir, { recursive: true, force: true });
          // `cp -a` keeps the account that PostgreSQL runs under.
          execFileSync("cp", ["-a", postgres.dataDir, clone.dataDir]);
        });
        await clone.start();
        await createDatabase(clone.url("postgres"), "restored", "shop");
        const worker = startChild(
          "clone's worker",
          [join(distDir, "entry", "worker.mjs")],
          { ...childEnv, DATABASE_URL: clone.url("restored") },
          write,
        );
        stops.push(() => worker.stop("SIGKILL"));
        await wait(ms);
        await worker.stop("SIGKILL");
        await clone.stop("immediate");
      },
      /** Freezes the processes' open connections to the database; new ones work. */
      freezeConnections: () => void proxy.freeze(serverNoticesMs),
      /** Makes every transaction read-only for that long, like on a standby. */
      forbidWrites: inTurn(async (ms: number) => {
        const reload = async (statement: string) => {
          await connection.pool.query(statement);
          await connection.pool.query("SELECT pg_reload_conf()");
        };
        try {
          await reload("ALTER SYSTEM SET default_transaction_read_only = on");
          await wait(ms);
        } finally {
          // Retried, because the setting would outlive every restart of the server.
          await retrying(() => reload("ALTER SYSTEM RESET default_transaction_read_only"));
        }
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes each call wait for the one before it, because the first of two overlapping faults would end the second. */
function inTurn<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  let last = Promise.resolve();
  return (...args: Args): Promise<void> => {
    last = last.catch(() => undefined).then(() => act(...args));
    return last;
  };
}

function skewed(skewMs: number): string[] {
  return skewMs === 0 ? [] : ["--import", skewedClock];
}

/** Next writes revalidated pages into the build that it serves, so these processes get a copy of the browser tests'. */
async function copyOfBuild(
  databaseUrl: string,
  port: number,
  onStep: (step: string) => void,
): Promise<string> {
  onStep("build (skipped when nothing changed)");
  const { distDir: source, port: itsPort } = shopUnderTest;
  await ensureBuilt(source, localEnv(itsPort, databaseUrl, secret));
  const distDir = `${source}-side-${port}`;
  copyBuild(source, distDir);
  if (!existsSync(join(distDir, "entry", "worker.mjs"))) throw new Error(`${source} holds no worker.`);
  return distDir;
}
