import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Connection, connect, type Db } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { errorOf, useDatabase } from "../../support/database";
import { startDatabaseProxy } from "../../support/database-proxy";

const { database } = useDatabase();
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let connection: Connection;

beforeEach(async () => {
  proxy = await startDatabaseProxy(database.current.url);
  connection = connect(proxy.url, 3);
});
afterEach(async () => {
  await connection.close();
  await proxy.cut();
});

/** The step of a transaction at which it notices that its database is gone; the last one is the commit. */
const steps: [string, (db: Db) => Promise<unknown>][] = [
  ["a raw query", (db) => db.$queryRaw`SELECT id FROM orders`],
  ["a raw statement", (db) => db.$executeRaw`UPDATE orders SET updated_at = now() WHERE false`],
  ["a query", (db) => db.order.findFirst()],
  ["the commit", async () => undefined],
];

describe.each(steps)("a transaction that comes to %s", (_, step) => {
  // The client notices a closed connection some turns of the event loop later, and fails differently at each turn.
  it.each([0, 1, 2, 5, 50])("%i turns after its connection was cut fails as an outage", async (turns) => {
    const error = await errorOf(
      connection.db.$transaction(async (tx) => {
        await tx.order.count();
        await proxy.cut();
        for (let passed = 0; passed < turns; passed += 1) await turn();
        await step(tx);
      }),
    );
    await proxy.restore();
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseOutage(error), String(error)).toBe(true);
    expect(await connection.db.order.count()).toBe(0);
  });
});

it("queries in progress when the connection is cut fail as an outage, and so do later ones", async () => {
  const sleeping = errorOf(connection.db.$queryRaw`SELECT pg_sleep(20)::text`);
  const locking = errorOf(connection.db.$transaction((tx) => tx.$executeRaw`SELECT pg_sleep(20)`));
  await expect.poll(() => connection.pool.totalCount).toBeGreaterThan(1);
  await proxy.cut();
  const late = errorOf(connection.db.$transaction((tx) => tx.order.count()));
  const errors = await Promise.all([sleeping, locking, late]);
  expect(errors.filter((error) => !isDatabaseOutage(error))).toEqual([]);
  await proxy.restore();
});

// Read-only is a standby that was not promoted, or a database whose writes an operator has stopped.
it.each<[string, (db: Db) => Promise<unknown>]>([
  ["a statement", (db) => db.$executeRaw`UPDATE orders SET updated_at = now() WHERE false`],
  ["a model", (db) => db.siteSetting.deleteMany()],
])("a write by %s to a read-only database fails as an outage", async (_, write) => {
  const error = await errorOf(
    connection.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`;
      await write(tx);
    }),
  );
  expect(isDatabaseOutage(error), String(error)).toBe(true);
});

it("an invalid statement does not count as an outage", async () => {
  const error = await errorOf(connection.db.$queryRaw`SELECT nothing FROM nowhere`);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseOutage(error)).toBe(false);
});
