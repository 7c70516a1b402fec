import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useDatabase } from "../support/database";
import { startDatabaseProxy } from "../support/database-proxy";
import { paidOrderFactory } from "../support/factories";
import { usePanel } from "../support/panel";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
useWorkers();

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
const locks: pg.Client[] = [];

beforeEach(async () => {
  proxy = await startDatabaseProxy(database.current.url);
  await panel.control({ speed: 0 });
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.end();
  await proxy.cut();
});

/** Holds rows, so that a statement of the worker stands still on the server; returns how to let it go on. */
async function hold(rows: string): Promise<() => Promise<void>> {
  const lock = new pg.Client({ connectionString: database.current.url });
  locks.push(lock);
  await lock.connect();
  await lock.query("BEGIN");
  await lock.query(rows);
  return async () => {
    await lock.query("ROLLBACK");
  };
}

/** How many of the worker's statements wait for a lock. */
async function blocked(): Promise<number> {
  const [row] = await database.current.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

it("orders whose lease or answer was in flight on connections that froze, and later ones, are completed without an operator", async () => {
  const { db } = database.current;
  startWorker(proxy.url, { JOB_LEASE_MS: "30000", SUPPLIER_TIMEOUT_MS: "5000" });
  // Bought, and its answer is about to be recorded.
  const bought = await paidOrderFactory(db);
  const lettingRecord = await hold(`SELECT FROM orders WHERE id = '${bought.order.id}' FOR NO KEY UPDATE`);
  await expect.poll(async () => (await panel.view()).accepted, { timeout: 90_000 }).toBe(1);
  await expect.poll(blocked, { timeout: 90_000 }).toBe(1);
  // About to be leased.
  const allowingLease = await hold("SELECT FROM suppliers FOR NO KEY UPDATE");
  for (let order = 0; order < 2; order++) await paidOrderFactory(db);
  await expect.poll(blocked, { timeout: 90_000 }).toBe(2);
  proxy.freeze();
  await lettingRecord();
  await allowingLease();
  for (let order = 0; order < 2; order++) await paidOrderFactory(db);

  const completed = () => db.order.count({ where: { status: "completed" } });
  await expect.poll(completed, { timeout: 150_000, interval: 500 }).toBe(5);
  expect(await panel.view()).toMatchObject({ addCalls: 5, accepted: 5 });
  const reviewed = await db.orderEvent.count({ where: { type: "item.changed", to: "unknown" } });
  expect(reviewed).toBe(0);
}, 400_000);
