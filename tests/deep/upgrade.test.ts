import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Connection, connect } from "@/lib/base/db/client";
import { newToken } from "@/lib/base/ids";
import { syncClock } from "@/lib/base/time/clock";
import { ensureBuilt } from "@/lib/local/build";
import { answers, startChild, untilReady } from "@/lib/local/child";
import { localEnv } from "@/lib/local/local-env";
import { portOf, requireFreePorts, urlsOf } from "@/lib/local/ports";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { instagram } from "@/lib/local/social/instagram";
import { startEmulators } from "@/lib/local/start-emulators";
import { previousRelease } from "@/package.json";
import { migrate } from "@/prisma/migrate";
import { chromiumFlags } from "../browser.mjs";
import { shopUnderTest } from "../e2e/local-shop";
import { type Balancer, startBalancer } from "../faults/balancer";
import { control } from "../support/control";
import { checkInvariants } from "../support/invariants";
import { orderBody, payAt, sessionIdOf } from "../support/purchase";
import { inPreviousRelease, migrationsIn, preparePreviousRelease, previousFolder } from "./previous-release";

// The previous release and this one on one database, behind one address: an upgrade under load, and its rollback.
const port = shopUnderTest.port + 20;
const origin = `http://127.0.0.1:${port}`;
const urls = urlsOf(port);
const dataDir = ".data/upgrade";
const secret = "only-for-upgrades-5b0c7e1d94a2f8c36e70";

/** Both releases' build for browser tests, in the folder of each. */
const { distDir } = shopUnderTest;
const present = { name: "this release", webPort: port + 8, folder: "." };
const previous = { name: previousRelease.version, webPort: port + 9, folder: previousFolder };
type Release = typeof present;

let env: Record<string, string>;
let balancer: Balancer;
let connection: Connection;
let browser: Browser;
const backends: number[] = [];
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  preparePreviousRelease();
  await requireFreePorts(port, ["shop", "stripe", "mail", "panel", "social"]);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const postgres = await openPostgres({
    dataDir: join(dataDir, "postgres"),
    port: portOf("database", port),
    wipe: true,
    settings: { fsync: "off", full_page_writes: "off" },
  });
  stops.push(() => postgres.stop("immediate"));
  const databaseUrl = postgres.url("shop");
  await createDatabase(postgres.url("postgres"), "shop");
  env = {
    ...localEnv(port, databaseUrl, secret),
    STATE_DIR: join(process.cwd(), dataDir, "state"),
    RATE_LIMIT_SCALE: "1000000",
    RECONCILE_PERIOD_MS: "2500",
    SWEEP_PERIOD_MS: "1000",
    LOG_LEVEL: "error",
  };
  await ensureBuilt(distDir, env);
  await migrate(
    databaseUrl,
    migrationsIn(".").filter((name) => name <= previousRelease.lastMigration),
  );
  const suppliers = JSON.stringify({ secret, panelUrl: `${urls.panel}/api/v2` });
  inPreviousRelease([
    ...["--import", "tsx", "-e"],
    `import("./lib/local/seed-suppliers.ts").then((m) => m.seedWithSuppliers("${databaseUrl}", ${suppliers}))`,
  ]);
  const hook = { url: `${origin}/api/webhooks/stripe`, secret: env.STRIPE_WEBHOOK_SECRET ?? "" };
  const emulators = await startEmulators(port, dataDir, { stripe: hook });
  stops.push(() => Promise.all(emulators.map((emulator) => emulator.close())));
  await control(`${urls.panel}/_control`, { speed: 1, balance: 1_000_000 });
  connection = connect(databaseUrl, 3);
  stops.push(connection.close);
  await syncClock(connection.db);
  balancer = await startBalancer(port, backends);
  stops.push(balancer.close);
  const executablePath = process.env.CHROMIUM_PATH;
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
  stops.push(() => browser.close());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A release's web process, behind the address once it is healthy, and its worker. */
async function start({ name, webPort, folder }: Release) {
  const own = { ...env, SHOP_DIST_DIR: distDir, PORT: String(webPort) };
  const startEntry = (entry: string) => {
    const file = join(distDir, "entry", `${entry}.mjs`);
    const child = startChild(`${entry} of ${name}`, [file], own, (line) => console.log(line), folder);
    stops.push(() => child.stop("SIGKILL"));
    return child;
  };
  const web = startEntry("server");
  const worker = startEntry("worker");
  await untilReady(web, () => answers(`http://127.0.0.1:${webPort}/api/health`), 120_000);
  backends.push(webPort);
  return {
    /** Removes the process from the address before stopping it, like a proxy that is told in advance. */
    async stop() {
      backends.splice(backends.indexOf(webPort), 1);
      await Promise.all([web.stop(), worker.stop()]);
      expect([web.process.exitCode, worker.process.exitCode]).toEqual([0, 0]);
    },
  };
}

/** Two buyers who order, pay and come back again and again, and a visitor who browses. No request may fail. */
function startBuyers() {
  const failures: string[] = [];
  const placed: string[] = [];
  let isOver = false;
  let turn = 0;
  const ask = async (path: string, body?: object, key?: string): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { origin, "content-type": "application/json", ...(key && { "idempotency-key": key }) },
      signal: AbortSignal.timeout(120_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return body ? JSON.parse(text) : null;
  };
  const buy = async () => {
    turn += 1;
    const [username] = instagram.accounts[turn % instagram.accounts.length] ?? [""];
    const body = orderBody({ username, email: `buyer-${turn}@example.com` });
    const order = (await ask("/api/functions/create-order", body, newToken())) as Record<string, string>;
    expect(await payAt(order.url ?? "")).toBe(303);
    placed.push(order.orderId ?? "");
    await ask("/api/functions/verify-payment", { sessionId: sessionIdOf(order.url ?? "") });
    await ask(new URL(order.orderUrl ?? "", origin).pathname);
  };
  const look = async () => {
    for (const path of ["/", "/instagram/followers", "/contact", "/api/health"]) await ask(path);
  };
  const repeat = async (act: () => Promise<void>) => {
    while (!isOver) {
      await act().catch((error: unknown) => failures.push(String(error)));
      await wait(50);
    }
  };
  const running = [repeat(buy), repeat(buy), repeat(look)];
  return {
    placed,
    failures,
    /** Waits until some more orders were placed. */
    async more() {
      const before = placed.length;
      await expect.poll(() => placed.length).toBeGreaterThan(before + 4);
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** A visitor who has started a message to support. */
async function openForm() {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const email = `writer-${newToken().slice(0, 8).toLowerCase()}@example.com`;
  await page.goto(`${origin}/contact`, { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill("Written before.");
  return {
    /** Sends what was typed, then opens the page for custom packages by its link. */
    async send() {
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Support Ticket Submitted").first().waitFor();
      const { rowCount } = await connection.pool.query("SELECT FROM support_tickets WHERE email = $1", [
        email,
      ]);
      expect(rowCount).toBe(1);
      await page.getByRole("link", { name: "Ask for a price" }).click();
      await page.getByRole("heading", { level: 1, name: /custom package/i }).waitFor();
      await page.close();
    },
  };
}

/**
 * Actions that this release lacks, because the claims moved to another page and a section of the settings is saved at
 * once: the old forms ask for a reload.
 */
const retired = [
  "saveClaimsAction",
  "saveAccentsAction",
  "saveAddressesAction",
  "saveRefundLimitsAction",
  "saveTextsAction",
];

function actionsOf({ folder }: Release): string[] {
  const manifest = readFileSync(join(folder, distDir, "server/server-reference-manifest.json"), "utf8");
  const actions: Record<string, { exportedName: string }> = JSON.parse(manifest).node;
  return Object.keys(actions).filter((id) => !retired.includes(actions[id]?.exportedName ?? ""));
}

it("a page of the previous release finds each of its forms' actions in this release", () => {
  expect(actionsOf(previous).length).toBeGreaterThan(50);
  expect(actionsOf(present)).toEqual(expect.arrayContaining(actionsOf(previous)));
});

it(`from ${previousRelease.version} to this release and back, no request fails, and no order is lost or doubled`, async () => {
  const { db, pool } = connection;
  const old = await start(previous);
  const unread = "SELECT FROM suppliers WHERE balance_at IS NULL";
  // Balances are read first, because later they show what was bought.
  await expect.poll(async () => (await pool.query(unread)).rowCount).toBe(0);
  const buyers = startBuyers();
  const writer = await openForm();
  await buyers.more();

  await migrate(env.DATABASE_URL ?? "");
  await buyers.more();
  const fresh = await start(present);
  await buyers.more();
  await old.stop();
  await writer.send();
  const writerAgain = await openForm();
  await buyers.more();

  const again = await start(previous);
  await buyers.more();
  await fresh.stop();
  await writerAgain.send();
  await buyers.more();
  await buyers.stop();

  const { placed } = buyers;
  const ended = async () =>
    db.order.groupBy({ by: ["paymentStatus", "status"], where: { id: { in: placed } }, _count: true });
  await expect
    .poll(ended, { timeout: 240_000, interval: 1_000 })
    .toEqual([{ paymentStatus: "paid", status: "completed", _count: placed.length }]);
  await again.stop();
  console.log(`${placed.length} orders paid and completed during the upgrade and its rollback`);
  expect(buyers.failures).toEqual([]);
  expect([...balancer.failures, ...balancer.broken, ...balancer.leaks]).toEqual([]);
  expect(new Set(placed).size).toBe(placed.length);
  expect(await db.order.count()).toBe(placed.length);
  const view = (await (await fetch(`${urls.panel}/_control`)).json()) as { accepted: number };
  expect(view.accepted).toBe(placed.length);
  const witnesses = { stripeControl: `${urls.stripe}/_control`, panelControl: `${urls.panel}/_control` };
  expect(await checkInvariants(db, witnesses)).toEqual([]);
});
