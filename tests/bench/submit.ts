import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect, type Database } from "@/lib/base/db/client";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { migrate } from "@/prisma/migrate";
import { bundleWorker } from "../support/bundle-worker";
import { listen } from "../support/listen";
import { freePort } from "../support/postgres-setup";
import { testEnv, testSecret } from "../support/test-env";
import { cpuMsOf, postmasterOf } from "./process-figures";

/**
 * How many orders a second a worker sends to a supplier that answers at once. Paid orders and their jobs exist before
 * the workers start; the time runs from the first call's beginning to the last call's recorded end.
 * `npx tsx tests/bench/submit.ts --items 5000 --workers 1 --concurrency 20`. With `--answer-after 50` (milliseconds)
 * workers wait for the supplier, so that a second worker's gain shows on a machine of few cores too.
 */
const { values } = parseArgs({
  options: {
    items: { type: "string", default: "5000" },
    workers: { type: "string", default: "1" },
    concurrency: { type: "string", default: "20" },
    "answer-after": { type: "string", default: "0" },
    supplier: { type: "boolean", default: false },
  },
});

if (values.supplier) serveSupplier(Number(values["answer-after"]));
else await bench(Number(values.items), Number(values.workers), values.concurrency);

/** The supplier, in a separate process: answers every `add` with a new order number, at once or after its delay. */
function serveSupplier(delayMs: number): void {
  let order = 1_000;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      order += 1;
      const answer = `{"order":${order}}`;
      const send = () => response.setHeader("content-type", "application/json").end(answer);
      if (delayMs > 0) setTimeout(send, delayMs);
      else send();
    });
  });
  void listen(server).then((port) => process.send?.(port));
  process.on("disconnect", () => process.exit());
}

async function bench(items: number, workers: number, concurrency: string): Promise<void> {
  const server = await openPostgres({
    dataDir: `.data/bench-postgres-${process.pid}`,
    port: await freePort(),
    settings: { fsync: "off", synchronous_commit: "off" },
  });
  const children: ChildProcess[] = [];
  try {
    await createDatabase(server.url("postgres"), "bench");
    const url = server.url("bench");
    await migrate(url);
    const supplier = spawn(
      process.execPath,
      [
        ...["--import", "tsx", fileURLToPath(import.meta.url)],
        ...["--supplier", "--answer-after", values["answer-after"]],
      ],
      { stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    children.push(supplier);
    const port = await new Promise((resolve) => supplier.once("message", resolve));
    await seedWithSuppliers(url, { secret: testSecret, panelUrl: `http://127.0.0.1:${port}/api/v2` });
    const { db, close } = connect(url, 4);
    await placeOrders(db, items);
    const main = await bundleWorker("bench-worker");
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
    const pids = children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    await report(db, items, {
      worker: pids.slice(1),
      PostgreSQL: [postmasterOf(server.dataDir)],
      supplier: pids.slice(0, 1),
    });
    await close();
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await server.stop("immediate");
    rmSync(server.dataDir, { recursive: true, force: true });
  }
}

/** Creates paid orders as a settlement leaves them, each for a different profile that was looked up a moment ago. */
async function placeOrders(db: Database, items: number): Promise<void> {
  // Without limits at the supplier, because the bench measures the shop.
  await db.supplier.updateMany({ data: { ratePerSecond: 100_000, maxConcurrent: 1_000 } });
  await db.$executeRaw`
    WITH buyer AS (
      SELECT gen_random_uuid() AS id, 'bench' || n AS name FROM generate_series(1, ${items}::int) AS n
    ), placed AS (
      INSERT INTO orders (id, token, email, platform_slug, service_slug, platform_label, service_label, unit_one, unit_many,
        target, surface, package_id, quantity, price_total_cents, status, payment_status, paid_cents, username, profile,
        post_url, updated_at, paid_at)
      SELECT id, replace(id::text, '-', ''), name || '@example.com', 'instagram', 'followers',
        'Instagram', 'Followers', 'follower', 'followers', 'profile', 'checkout', 'followers-100',
        100, 1349, 'processing', 'paid', 1349, name, '{}', 'https://www.instagram.com/' || name || '/', now(), now()
      FROM buyer
    ), known AS (
      INSERT INTO social_cache (key, value, fetched_at, fresh_until)
      SELECT 'profile:instagram:' || name, '{"exists":true,"is_private":false}', now(), now() + interval '15 minutes'
      FROM buyer
    ), summary AS (INSERT INTO order_fulfillment (order_id, remains) SELECT id, 100 FROM buyer)
    INSERT INTO fulfillment_items (id, order_id, position, platform_slug, service_slug, link, target_key, quantity, state, updated_at)
    SELECT gen_random_uuid(), id, 0, 'instagram', 'followers', 'https://www.instagram.com/' || name || '/',
      'instagram:followers:' || name, 100, 'ready', now()
    FROM buyer`;
  // In parts, because all orders at once may exceed the statement timeout on a busy machine.
  for (let from = 0; from < items; from += 500) {
    await db.$executeRaw`
      SELECT graphile_worker.add_job('submit-item', json_build_object('id', id), job_key => 'submit:' || id, max_attempts => 8)
      FROM (SELECT id FROM fulfillment_items ORDER BY id OFFSET ${from}::int LIMIT 500) AS item`;
  }
  await db.$executeRaw`ANALYZE`;
}

type Progress = { sent: number; calls: number; seconds: number };

/** The processes of each part, whose processor time is reported separately. */
type Parts = Record<"worker" | "PostgreSQL" | "supplier", number[]>;

async function report(db: Database, items: number, parts: Parts): Promise<void> {
  let start: { sent: number; cpuMs: Record<string, number> } | undefined;
  for (;;) {
    const [now] = await db.$queryRaw<Progress[]>`
      SELECT (SELECT count(*)::int FROM fulfillment_items WHERE state = 'submitted') AS sent, count(*)::int AS calls,
        COALESCE(extract(epoch FROM max(ended_at) - min(started_at)), 0)::float AS seconds
      FROM supplier_calls`;
    const sent = now?.sent ?? 0;
    // Measured from the first tenth on, which leaves out the start.
    if (!start && sent >= items / 10) start = { sent, cpuMs: cpuMsOfAll(parts) };
    if (!now || sent < items) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      continue;
    }
    const rate = Math.round(sent / now.seconds);
    console.log(
      `${sent} items, ${now.calls} calls in ${now.seconds.toFixed(1)} s: ${rate} submissions a second`,
    );
    if (!start) return;
    // On a shared machine, processor time varies less than elapsed time.
    const measured = sent - start.sent;
    for (const [name, cpuMs] of Object.entries(cpuMsOfAll(parts))) {
      const each = (cpuMs - (start.cpuMs[name] ?? 0)) / measured;
      console.log(`  ${name}: ${each.toFixed(2)} ms of a core for each`);
    }
    return;
  }
}

function cpuMsOfAll(parts: Parts): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)]),
  );
}
