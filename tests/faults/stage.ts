import { cpSync, createWriteStream, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Connection, connect } from "@/lib/db/client";
import { ensureBuilt } from "@/lib/local/build";
import { type Child, startChild, untilReady } from "@/lib/local/child";
import { localEnv } from "@/lib/local/local-env";
import { startMail } from "@/lib/local/mail/start";
import { startPanel } from "@/lib/local/panel/start";
import { portOf, requireFreePorts } from "@/lib/local/ports";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { startSocial } from "@/lib/local/social/start";
import { startStripe } from "@/lib/local/stripe/start";
import { openStripe, type StripeClient } from "@/lib/payments/stripe-client";
import { migrate } from "@/prisma/migrate";
import { seed } from "@/prisma/seed";
import { shopUnderTest } from "../e2e/local-shop";
import { type Balancer, startBalancer } from "./balancer";

const secret = "faults-secret-0123456789-0123456789-0123456789";
const stripeKey = "sk_test_faults";
const webhookSecret = "whsec_faults_stand_in";

// Minutes become seconds, and every time is still longer than what it waits for.
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

export type StageOptions = {
  /** The first of twenty ports that nobody else uses. */
  port: number;
  dataDir: string;
  webs: number;
  workers: number;
  /** Serves this build as it is; without it the build of the browser tests is brought up to date and copied. */
  distDir?: string | undefined;
  onStep(step: string): void;
};

/** Processes of one kind, any of which may die at any moment. */
export type Crew = {
  /** Ends one of them like a power cut (or with the signal given) and starts another in its place. */
  replace(index: number, signal?: NodeJS.Signals): Promise<void>;
  /** The processes that ended although nobody ended them, with their last words. */
  fallen: string[];
  stop(): Promise<void>;
};

export type Stage = {
  origin: string;
  urls: Record<"stripe" | "mail" | "panel" | "social", string>;
  hook: { url: string; secret: string };
  connection: Connection;
  stripe: StripeClient;
  provider: { secret: string; timeoutMs: number };
  balancer: Balancer;
  webs: Crew;
  workers: Crew;
  /** Ends the database server like a power cut, and starts it again. */
  crashPostgres(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The whole shop as it runs in production: web processes behind a balancer, workers, PostgreSQL and the stand-ins, each
 * at an address of its own. Throws one sentence when a part does not start; what was started is stopped then.
 */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { port, dataDir, onStep } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    const webPorts = Array.from({ length: options.webs }, (_, index) => port + 10 + index);
    await requireFreePorts(port, ["shop", "stripe", "mail", "panel", "social"]);
    mkdirSync(dataDir, { recursive: true });
    const log = createWriteStream(join(dataDir, "log.txt"));
    const write = (line: string) => log.write(`${line}\n`);

    onStep("PostgreSQL");
    const postgres = await openPostgres({
      dataDir: join(dataDir, "postgres"),
      port: portOf("database", port),
      wipe: true,
      // A killed server loses nothing that it had handed to the machine, and the machine is not killed.
      settings: { fsync: "off", full_page_writes: "off" },
    });
    stops.push(() => postgres.stop("immediate"));
    const databaseUrl = postgres.url("shop");
    await createDatabase(postgres.url("postgres"), "shop");
    await migrate(databaseUrl);
    await seed(databaseUrl, { secret, panelUrl: `http://127.0.0.1:${portOf("panel", port)}/api/v2` });

    onStep("stand-ins");
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
      ...localEnv(port, databaseUrl, secret),
      ...shortTimes,
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    };
    const distDir = options.distDir ?? (await copyOfBuild(databaseUrl, port, onStep));
    const childEnv = { ...env, SHOP_DIST_DIR: distDir };

    onStep(`${options.workers} workers, ${options.webs} web processes`);
    const workers = crewOf(options.workers, (index) =>
      startChild(`worker ${index}`, [join(distDir, "entry", "worker.mjs")], childEnv, write),
    );
    stops.push(workers.stop);
    const started: Child[] = [];
    const webs = crewOf(options.webs, (index) => {
      const own = { ...childEnv, PORT: String(webPorts[index]) };
      const child = startChild(`web ${index}`, [join(distDir, "entry", "server.mjs")], own, write);
      started.push(child);
      return child;
    });
    stops.push(webs.stop);
    for (const [index, child] of started.entries()) {
      await untilReady(child, () => answers(`http://127.0.0.1:${webPorts[index]}/api/health`), 120_000);
    }
    const balancer = await startBalancer(port, webPorts);
    stops.push(balancer.close);
    const connection = connect(databaseUrl, 6);
    stops.push(connection.close);

    return {
      origin,
      urls: { stripe: stripe.url, mail: mail.url, panel: panel.url, social: social.url },
      hook,
      connection,
      stripe: openStripe({ secretKey: stripeKey, apiBase: stripe.url, timeoutMs: 10_000 }),
      provider: { secret, timeoutMs: 3_000 },
      balancer,
      webs,
      workers,
      crashPostgres: inTurn(async () => {
        await postgres.stop("immediate");
        await postgres.start();
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What makes one call wait for the one before it. */
function inTurn(act: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(act);
    return last;
  };
}

function crewOf(size: number, start: (index: number) => Child): Crew {
  const fallen: string[] = [];
  const expected = new WeakSet<Child>();
  let isStopping = false;
  const launch = (index: number): Child => {
    const child = start(index);
    child.process.once("exit", (code, signal) => {
      if (isStopping || expected.has(child)) return;
      fallen.push(`${child.name} ended by itself (${signal ?? code}): ${child.output().slice(-1_500)}`);
      members[index] = launch(index);
    });
    return child;
  };
  const members: Child[] = [];
  // Whoever interrupts the run leaves nobody behind.
  process.once("exit", () => members.map((child) => child.process.kill("SIGKILL")));
  for (let index = 0; index < size; index += 1) members[index] = launch(index);
  return {
    fallen,
    async replace(index, signal = "SIGKILL") {
      const child = members[index % size];
      if (!child || isStopping || expected.has(child)) return;
      expected.add(child);
      await child.stop(signal);
      // As a supervisor does: a moment later.
      await wait(50);
      if (!isStopping) members[index % size] = launch(index % size);
    },
    async stop() {
      isStopping = true;
      await Promise.all(members.map((child) => child.stop("SIGKILL")));
    },
  };
}

const notServed = ["cache", "dev", "diagnostics", "types"];

/** Pages made anew are written into the build that is served: these processes get a copy of the browser tests' one. */
async function copyOfBuild(
  databaseUrl: string,
  port: number,
  onStep: (step: string) => void,
): Promise<string> {
  onStep("build (skipped when nothing changed)");
  const { distDir: source, port: itsPort } = shopUnderTest;
  await ensureBuilt(source, localEnv(itsPort, databaseUrl, secret));
  const distDir = `${source}-side-${port}`;
  const skipped = notServed.map((name) => join(source, name));
  rmSync(distDir, { recursive: true, force: true });
  cpSync(source, distDir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !skipped.some((name) => file === name || file.startsWith(name + sep)),
  });
  if (!existsSync(join(distDir, "entry", "worker.mjs"))) throw new Error(`${source} holds no worker.`);
  return distDir;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
