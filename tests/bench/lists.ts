import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { connect, type Database } from "@/lib/base/db/client";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { listOrders, orderFilterSchema } from "@/lib/operator/reporting/list-orders";
import { listPeople, personFilterSchema } from "@/lib/operator/reporting/list-people";
import { loadDailyRevenue, loadShopTotals } from "@/lib/operator/reporting/shop-totals";
import { searchShop } from "@/lib/operator/search/search-shop";
import { changesAtOnce, refreshCustomers } from "@/lib/running/worker/refresh-customers";
import { migrate } from "@/prisma/migrate";
import { seed } from "@/prisma/seed";
import { seedOrders } from "@/prisma/seed-orders";
import { freePort } from "../support/postgres-setup";

/**
 * The admin pages' lists, searches and cards at two sizes of shop, in one run on one machine: the figure is the ratio of the
 * medians (large to small). `npx tsx tests/bench/lists.ts --orders 1000000`.
 */
const { values } = parseArgs({ options: { orders: { type: "string", default: "1000000" } } });
const sizes = [10_000, Number(values.orders)];
const rounds = 200;
const target = 1.2;

const server = await openPostgres({
  dataDir: `.data/bench-postgres-${process.pid}`,
  port: await freePort(),
  settings: { fsync: "off", synchronous_commit: "off", shared_buffers: "512MB", max_wal_size: "4GB" },
});

type Operation = { name: string; run: (db: Database, size: number, round: number) => Promise<unknown> };

const now = new Date();
const people = (filter: object) => (db: Database) => listPeople(db, personFilterSchema.parse(filter), 50);
const list = (filter: object) => (db: Database) => listOrders(db, orderFilterSchema.parse(filter), 50);
const operations: Operation[] = [
  { name: "newest orders", run: list({}) },
  { name: "completed orders", run: list({ status: "completed" }) },
  { name: "dearest failed orders", run: list({ status: "failed", sort: "dearest" }) },
  {
    name: "a day's orders",
    run: list({ to: new Date(now.getTime() - 40 * 86_400_000).toISOString().slice(0, 10) }),
  },
  {
    name: "an exact email",
    run: (db, size, round) => list({ q: `customer${1 + (round % (size / 50))}@seeded.example` })(db),
  },
  { name: "the beginning of an email", run: (db, _size, round) => list({ q: `guest${round % 90}` })(db) },
  { name: "the beginning of a name", run: (db, _size, round) => list({ q: `@account${round % 40}` })(db) },
  { name: "a supplier's number", run: (db, size, round) => list({ q: `S${1 + ((round * 37) % size)}` })(db) },
  {
    name: "an order id's beginning",
    run: (db, _size, round) => list({ q: `${10_000_000 + round * 7}` })(db),
  },
  { name: "a part of an email", run: (db, _size, round) => list({ q: `st${round % 90}@s` })(db) },
  {
    name: "everything by a part of an email",
    run: (db, _size, round) => searchShop(db, "owner", `st${round % 90}@s`),
  },
  {
    name: "everything by a text that none has",
    run: (db, _size, round) => searchShop(db, "owner", `qx${round}z`),
  },
  { name: "customers", run: people({}) },
  { name: "customers by value", run: people({ sort: "value" }) },
  { name: "customers by refunds", run: people({ sort: "refunds" }) },
  { name: "customers by last order", run: people({ sort: "newest" }) },
  {
    name: "customers with a part",
    run: (db, _size, round) => people({ q: `mer${round % 90}`, sort: "value" })(db),
  },
  {
    name: "customers, a part that none has",
    run: (db, _size, round) => people({ q: `q${round}z`, sort: "value" })(db),
  },
  { name: "administrators by value", run: people({ role: "admin", sort: "value" }) },
  { name: "the cards", run: (db) => loadShopTotals(db, now) },
  { name: "the chart", run: (db) => loadDailyRevenue(db, now, 30) },
];

try {
  const shops = [];
  for (const size of sizes) shops.push({ size, ...(await openShop(size)) });
  const medians: number[][] = [];
  for (const operation of operations) medians.push(await measure(operation, shops));
  report(medians);
} finally {
  await server.stop("immediate");
  rmSync(server.dataDir, { recursive: true, force: true });
}
process.exit(0);

async function openShop(size: number) {
  const name = `bench_${size}`;
  await createDatabase(server.url("postgres"), name);
  const url = server.url(name);
  await migrate(url);
  await seed(url);
  await seedOrders(url, size, (done) => {
    if (done % 100_000 === 0) console.log(`${done} orders`);
  });
  const connection = connect(url, 4);
  // In a running shop the sweeper merges each day's rows.
  await connection.db.$executeRaw`
    WITH gone AS (DELETE FROM order_totals RETURNING *)
    INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
    SELECT day, sum(orders), sum(paid_orders), sum(completed), sum(paid_cents), sum(refunded_cents) FROM gone GROUP BY day`;
  while ((await refreshCustomers(connection.db)) === changesAtOnce);
  for (const table of ["orders", "order_totals", "fulfillment_items", "users", "customer_sums"])
    await connection.db.$executeRawUnsafe(`VACUUM ANALYZE ${table}`);
  return connection;
}

/**
 * The median of each shop, measured alternately, so that other load affects both alike. Each query runs once unmeasured
 * before, because its first run reads pages from the disk.
 */
async function measure(operation: Operation, shops: { db: Database; size: number }[]): Promise<number[]> {
  const times = shops.map(() => [] as number[]);
  for (let turn = 0; turn < 2 * rounds; turn++) {
    const round = turn % rounds;
    for (const [index, { db, size }] of shops.entries()) {
      const start = performance.now();
      await operation.run(db, size, round);
      if (turn >= rounds) times[index]?.push(performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[rounds / 2] ?? 0);
}

function report(medians: number[][]): void {
  console.log(`\nmedian at ${sizes[1]} orders beside the median at ${sizes[0]}, target at most ${target}`);
  for (const [index, { name }] of operations.entries()) {
    const [a = 0, b = 0] = medians[index] ?? [];
    const ratio = b / a;
    console.log(
      `${ratio <= target ? "ok  " : "over"} ${name.padEnd(28)} ${ratio.toFixed(2)}  (${a.toFixed(1)} ms, ${b.toFixed(1)} ms)`,
    );
  }
}
