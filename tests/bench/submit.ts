import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { connect, type Database } from "@/lib/db/client";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { migrate } from "@/prisma/migrate";
import { seed } from "@/prisma/seed";
import { testEnv, testSecret } from "../support/test-env";

/**
 * How many orders a second a worker hands over to a supplier that answers at once. Paid orders with their jobs are
 * there before the workers start; the clock runs from the first call's beginning to the last call's recorded end.
 * `npx tsx tests/bench/submit.ts --items 5000 --workers 1 --concurrency 20`.
 */
const { values } = parseArgs({
  options: {
    items: { type: "string", default: "5000" },
    workers: { type: "string", default: "1" },
    concurrency: { type: "string", default: "20" },
    supplier: { type: "boolean", default: false },
  },
});

if (values.supplier) serveSupplier();
else await bench(Number(values.items), Number(values.workers), values.concurrency);

/** The supplier, in a process of its own: every `add` is a new order number. */
function serveSupplier(): void {
  let order = 1_000;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      order += 1;
      response.setHeader("content-type", "application/json").end(`{"order":${order}}`);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : null);
  });
  process.on("disconnect", () => process.exit());
}

async function bench(items: number, workers: number, concurrency: string): Promise<void> {
  const server = await openPostgres({
    dataDir: `.data/bench-postgres-${process.pid}`,
    port: 5_800 + (process.pid % 90),
    settings: { fsync: "off", synchronous_commit: "off" },
  });
  const children: ChildProcess[] = [];
  try {
    await createDatabase(server.url("postgres"), "bench");
    const url = server.url("bench");
    await migrate(url);
    const supplier = spawn(
      process.execPath,
      ["--import", "tsx", fileURLToPath(import.meta.url), "--supplier"],
      {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      },
    );
    children.push(supplier);
    const port = await new Promise((resolve) => supplier.once("message", resolve));
    await seed(url, { secret: testSecret, panelUrl: `http://127.0.0.1:${port}/api/v2` });
    const { db, close } = connect(url, 4);
    await placeOrders(db, items);
    const main = await bundleWorker();
    for (let nth = 0; nth < workers; nth++) {
      const env = testEnv({
        DATABASE_URL: url,
        WORKER_CONCURRENCY: concurrency,
        LOG_LEVEL: "warn",
        POLL_PERIOD_MS: "600000",
      });
      children.push(
        spawn(process.execPath, [main], {
          env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
          stdio: "inherit",
        }),
      );
    }
    await report(db, items, children.slice(1));
    await close();
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await server.stop("immediate");
    rmSync(server.dataDir, { recursive: true, force: true });
  }
}

/** Paid orders as a settlement leaves them, each for a profile of its own that was looked up a moment ago. */
async function placeOrders(db: Database, items: number): Promise<void> {
  // The bench is about our side: the supplier is said to bear whatever comes.
  await db.supplier.updateMany({ data: { ratePerSecond: 100_000, maxConcurrent: 1_000 } });
  await db.$executeRaw`
    WITH buyer AS (
      SELECT gen_random_uuid() AS id, 'bench' || n AS name FROM generate_series(1, ${items}::int) AS n
    ), placed AS (
      INSERT INTO orders (id, token, email, platform, service_type, surface, package_id, quantity, price_total_cents,
        status, payment_status, paid_cents, username, profile, post_url, updated_at, paid_at)
      SELECT id, replace(id::text, '-', ''), name || '@example.com', 'instagram', 'followers', 'checkout', 'followers-100',
        100, 1349, 'processing', 'paid', 1349, name, '{}', 'https://www.instagram.com/' || name || '/', now(), now()
      FROM buyer
    ), known AS (
      INSERT INTO social_cache (key, value, fetched_at, fresh_until)
      SELECT 'profile:instagram:' || name, '{"exists":true,"is_private":false}', now(), now() + interval '15 minutes'
      FROM buyer
    ), rolled AS (INSERT INTO order_fulfillment (order_id, remains) SELECT id, 100 FROM buyer)
    INSERT INTO fulfillment_items (id, order_id, position, platform, service_type, link, target_key, quantity, state, updated_at)
    SELECT gen_random_uuid(), id, 0, 'instagram', 'followers', 'https://www.instagram.com/' || name || '/',
      'instagram:followers:' || name, 100, 'ready', now()
    FROM buyer`;
  await db.$executeRaw`
    SELECT graphile_worker.add_job('submit-item', json_build_object('id', id), job_key => 'submit:' || id, max_attempts => 8)
    FROM fulfillment_items`;
  await db.$executeRaw`ANALYZE`;
}

async function bundleWorker(): Promise<string> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const outdir = `${root}.data/bench-worker`;
  await build({
    absWorkingDir: root,
    entryPoints: ["lib/worker/main.ts"],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    jsx: "automatic",
    packages: "external",
    logLevel: "warning",
  });
  return `${outdir}/main.js`;
}

type Progress = { sent: number; calls: number; seconds: number };

async function report(db: Database, items: number, workers: ChildProcess[]): Promise<void> {
  for (;;) {
    const [now] = await db.$queryRaw<Progress[]>`
      SELECT (SELECT count(*)::int FROM fulfillment_items WHERE state = 'submitted') AS sent, count(*)::int AS calls,
        COALESCE(extract(epoch FROM max(ended_at) - min(started_at)), 0)::float AS seconds
      FROM supplier_calls`;
    if (!now || now.sent < items) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      continue;
    }
    const rate = Math.round(now.sent / now.seconds);
    console.log(
      `${now.sent} items, ${now.calls} calls in ${now.seconds.toFixed(1)} s: ${rate} submissions a second`,
    );
    const cpuMs = workers.reduce((sum, worker) => sum + cpuMsOf(worker.pid), 0);
    // On a machine that others use too this figure says more than the clock.
    if (cpuMs > 0) console.log(`${(cpuMs / now.sent).toFixed(2)} ms of a core in the workers for each`);
    return;
  }
}

/** What a process has used of the processor so far, start included; 0 where the system does not tell. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // User and system time, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
