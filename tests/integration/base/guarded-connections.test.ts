import { EventEmitter } from "node:events";
import { Logger, runTaskList, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { Prisma } from "@/lib/base/db/generated/client";
import { listenTo } from "@/lib/base/db/listen";
import { openPool } from "@/lib/base/db/open-pool";
import { streamRows } from "@/lib/base/db/stream-rows";
import { errorOf, useDatabase } from "../../support/database";
import { startDatabaseProxy } from "../../support/database-proxy";
import { startReplicatedPostgres } from "../../support/replicated-postgres";

const { database, db } = useDatabase();
const proxies: Awaited<ReturnType<typeof startDatabaseProxy>>[] = [];
// One proxy per test, because the tests that wait for a deadline run at the same time.
const startProxy = async () => {
  const proxy = await startDatabaseProxy(database.current.url);
  proxies.push(proxy);
  return proxy;
};
/** A listener that keeps the payloads that came, and counts how often it began to listen. */
async function listenAt(url: string) {
  const payloads: string[] = [];
  let readyCount = 0;
  const onReady = () => {
    readyCount += 1;
  };
  const { close } = await listenTo(url, "catalog_changed", (payload) => payloads.push(payload), onReady);
  return { payloads, readyCount: () => readyCount, close };
}
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.cut()));
});

describe.concurrent("connections that froze", () => {
  it("fail their waiting queries as an outage and leave the pool, and later queries use new ones", async ({
    expect,
  }) => {
    const proxy = await startProxy();
    const connection = connect(proxy.url, 2);
    const { db, pool } = connection;
    const both = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of both) client.release();
    let alone: Promise<unknown> | undefined;
    const inTransaction = errorOf(
      db.$transaction(async (tx) => {
        await tx.order.count();
        proxy.freeze();
        alone = errorOf(db.order.count());
        await tx.order.count();
      }),
    );
    expect(isDatabaseOutage(await inTransaction)).toBe(true);
    expect(isDatabaseOutage(await alone)).toBe(true);
    expect(await db.order.count()).toBe(0);
    await connection.close();
  });

  it("do not keep a row locked for the sessions that wait for it", async ({ expect }) => {
    const proxy = await startProxy();
    const frozen = connect(proxy.url, 1);
    const holding = errorOf(
      frozen.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM suppliers FOR UPDATE`;
        proxy.freeze();
        await tx.order.count();
      }),
    );
    const locked = () => db().$queryRaw<object[]>`
      SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%suppliers FOR UPDATE%'`;
    await expect.poll(locked).toHaveLength(1);
    expect(await errorOf(db().supplier.updateMany({ data: { failures: 0 } }))).toBeNull();
    expect(isDatabaseOutage(await holding)).toBe(true);
    await frozen.close();
  });

  it("are noticed by a listener, which listens again and reads what it may have missed", async ({
    expect,
  }) => {
    const proxy = await startProxy();
    const { payloads, readyCount, close } = await listenAt(proxy.url);
    expect(readyCount()).toBe(1);
    proxy.freeze();
    await expect.poll(readyCount).toBe(2);
    await db().$executeRaw`SELECT pg_notify('catalog_changed', 'packages')`;
    await expect.poll(() => payloads).toEqual(["packages"]);
    await close();
  });
});

it("a listener whose connection is cut listens again as soon as the database is back", async () => {
  const proxy = await startProxy();
  const { readyCount, close } = await listenAt(proxy.url);
  await proxy.cut();
  await proxy.restore();
  await expect.poll(readyCount).toBe(2);
  await close();
});

it("rows are streamed over several batches with the query's own values", async () => {
  const query = Prisma.sql`SELECT n, ${"text"}::text AS label FROM generate_series(1, ${1_201}::int) AS n`;
  const sizes: number[] = [];
  let last: { n: number; label: string } | undefined;
  for await (const rows of streamRows<{ n: number; label: string }>(database.current.url, query)) {
    sizes.push(rows.length);
    last = rows.at(-1);
  }
  expect(sizes).toEqual([500, 500, 201]);
  expect(last).toEqual({ n: 1_201, label: "text" });
});

describe("an address with several hosts", () => {
  const list = (hosts: string[]) => {
    const { pathname } = new URL(database.current.url);
    return `postgresql://postgres@${hosts.join(",")}${pathname}?target_session_attrs=read-write`;
  };

  it.each(["first", "second"])("leads to the host that answers when that is the %s", async (place) => {
    const { host } = new URL(database.current.url);
    const hosts = place === "first" ? [host, "127.0.0.1:1"] : ["127.0.0.1:1", host];
    const connection = connect(list(hosts), 2);
    expect(await connection.db.order.count()).toBe(0);
    await connection.close();
  });

  it("fails as an outage while no host answers, and works once one does", async () => {
    const proxy = await startProxy();
    const { host } = new URL(proxy.url);
    const connection = connect(list([host, "127.0.0.1:1"]), 2);
    await proxy.cut();
    expect(isDatabaseOutage(await errorOf(connection.db.order.count()))).toBe(true);
    await proxy.restore();
    await expect.poll(() => errorOf(connection.db.order.count())).toBeNull();
    await connection.close();
  });
});

describe("exports and listeners with a standby that is listed first", () => {
  let cluster: Awaited<ReturnType<typeof startReplicatedPostgres>>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let url = "";
  beforeAll(async () => {
    cluster = await startReplicatedPostgres({
      dataDir: `.data/listeners-${process.pid}`,
      isSynchronous: false,
    });
    proxy = await startDatabaseProxy(cluster.primary.url("postgres"));
    proxies.push(proxy);
    const standby = new URL(cluster.standby.url("postgres")).host;
    url = `postgresql://postgres@${standby},${new URL(proxy.url).host}/postgres?target_session_attrs=read-write`;
  });
  afterAll(() => cluster.close());

  it("use the primary, and the promoted standby although the old primary comes back", async () => {
    for await (const rows of streamRows(url, Prisma.sql`SELECT pg_is_in_recovery() AS "isStandby"`))
      expect(rows).toEqual([{ isStandby: false }]);
    const { payloads, close } = await listenAt(url);
    await cluster.promote();
    await proxy.cut();
    await proxy.restore();
    const promoted = new pg.Client({ connectionString: cluster.standby.url("postgres") });
    await promoted.connect();
    const notify = async () => {
      await promoted.query("SELECT pg_notify('catalog_changed', 'packages')");
      return payloads;
    };
    await expect.poll(notify).toContain("packages");
    await close();
    await promoted.end();
  });
});

it("the queue's listening connection may be released twice, when the database fails while the queue stops, without ending the process", async () => {
  const proxy = await startProxy();
  const pool = openPool(proxy.url, 3);
  const events: WorkerEvents = new EventEmitter();
  const gone = new Promise<void>((resolve) => {
    events.on("pool:listen:success", ({ workerPool }) => {
      // LISTEN is about to be answered. The stop releases the connection, and then its failure releases it again.
      setImmediate(() => {
        proxy.freeze();
        void workerPool.gracefulShutdown();
        void proxy.cut().then(resolve);
      });
    });
  });
  // Not `run`, whose timer of crontabs asks the database at the same time and has a promise that none can await.
  const queue = runTaskList(
    { events, noHandleSignals: true, concurrency: 1, logger: new Logger(() => () => undefined) },
    { nothing: async () => undefined },
    pool,
  );
  await gone;
  await queue.promise.catch(() => undefined);
  // An error event without a listener would fail the run.
  await expect.poll(() => pool.totalCount).toBe(0);
  await pool.end();
});
