import { afterEach, beforeEach, expect, it } from "vitest";
import { useDatabase } from "../support/database";
import { startDatabaseProxy } from "../support/database-proxy";
import { paidOrderFactory } from "../support/factories";
import { blockedSessions, holdRows } from "../support/holding";
import { usePanel } from "../support/panel";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
useWorkers();

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;

beforeEach(async () => {
  proxy = await startDatabaseProxy(database.current.url);
  await panel.control({ speed: 0 });
});
afterEach(() => proxy.cut());

it("orders whose lease or answer was in flight on connections that froze, and later ones, are completed without an operator", async () => {
  const { db } = database.current;
  const blocked = async () => (await blockedSessions(database.current)).length;
  // The shop's default lease. It begins before the wait for a lock, which a frozen session holds for 10 seconds, and an
  // answer may wait 20 more until the pool has noticed its frozen connections.
  startWorker(proxy.url, { JOB_LEASE_MS: "30000", SUBMIT_LEASE_MS: "60000", SUPPLIER_TIMEOUT_MS: "5000" });
  // An order that was bought, with the answer about to be recorded.
  const bought = await paidOrderFactory(db);
  const record = await holdRows(database.current, "SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE", [
    bought.order.id,
  ]);
  await expect.poll(async () => (await panel.view()).accepted).toBe(1);
  await expect.poll(blocked).toBe(1);
  // Orders that are about to be leased.
  const lease = await holdRows(database.current, "SELECT FROM suppliers FOR NO KEY UPDATE");
  for (let order = 0; order < 2; order++) await paidOrderFactory(db);
  await expect.poll(blocked).toBe(2);
  proxy.freeze();
  await record.release();
  await lease.release();
  for (let order = 0; order < 2; order++) await paidOrderFactory(db);

  const completed = () => db.order.count({ where: { status: "completed" } });
  await expect.poll(completed, { timeout: 150_000, interval: 500 }).toBe(5);
  expect(await panel.view()).toMatchObject({ addCalls: 5, accepted: 5 });
  const lost = await db.orderEvent.findMany({
    where: { type: "item.changed", to: "unknown" },
    select: { data: true },
  });
  expect(lost).toEqual([]);
});
