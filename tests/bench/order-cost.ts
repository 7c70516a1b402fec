import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { answers, type Child, startChild, untilReady } from "@/lib/local/child";
import type { LocalShop } from "@/lib/local/shop";
import { control } from "../support/control";
import { payAt } from "../support/purchase";
import { benchDataDir, benchPort } from "./bench-shop";
import { placeOrder, usernames } from "./place-order";
import { cpuMsOf, postmasterOf } from "./process-figures";

const warmUp = 50;
const orders = 500;
const atOnce = 8;

/**
 * Measures what an order costs from create-order to the end of its delivery: milliseconds of a core in each process,
 * bytes in the tables and in the write-ahead log. The cost of the same time without orders is subtracted, and the
 * emulators' work does not count. Then the same with a second web process and a second worker on the same database.
 * Returns the rows of a table.
 */
export async function measureOrderCost(
  shop: LocalShop,
  database: pg.Client,
): Promise<Record<string, object>> {
  await control(`${shop.urls.panel}/_control`, { speed: 0 });
  const [web, worker] = [[shop.web], [shop.worker]];
  const one = await measure({ web, worker, origins: [shop.urls.shop], database });
  const port = benchPort + 86;
  const start = (name: string) =>
    startChild(
      name,
      [`${shop.env.SHOP_DIST_DIR}/entry/${name}.mjs`],
      { ...shop.env, PORT: String(port) },
      () => undefined,
    );
  const second = { web: start("server"), worker: start("worker") };
  const origins = [shop.urls.shop, `http://127.0.0.1:${port}`];
  try {
    await untilReady(second.web, () => answers(`${origins[1]}/api/health`), 60_000);
    web.push(second.web);
    worker.push(second.worker);
    const two = await measure({ web, worker, origins, database });
    return Object.fromEntries(
      Object.keys(one).map((name) => [name, { "one of each": one[name], "two of each": two[name] }]),
    );
  } finally {
    await second.worker.stop();
    await second.web.stop();
  }
}

type Run = { web: Child[]; worker: Child[]; origins: string[]; database: pg.Client };

async function measure({ web, worker, origins, database }: Run): Promise<Record<string, string>> {
  const spent = () => ({
    "web process": cpuMsOfAll(web),
    worker: cpuMsOfAll(worker),
    PostgreSQL: cpuMsOf(postmasterOf(`${benchDataDir}/postgres`)),
  });
  await deliver(warmUp, origins, database);
  console.log(`${orders} orders from the checkout to the end of their delivery …`);
  const [sizeBefore, cpuBefore, start] = [await sizesOf(database), spent(), performance.now()];
  await deliver(orders, origins, database);
  const [sizeAfter, cpuAfter, seconds] = [
    await sizesOf(database),
    spent(),
    (performance.now() - start) / 1000,
  ];
  await wait(seconds * 1000);
  const cpuIdle = spent();
  const rows: Record<string, string> = {};
  for (const name of Object.keys(cpuAfter) as (keyof typeof cpuAfter)[]) {
    const idle = cpuIdle[name] - cpuAfter[name];
    const loaded = cpuAfter[name] - cpuBefore[name];
    rows[name] = `${((loaded - idle) / orders).toFixed(1)} ms of a core`;
  }
  for (const name of Object.keys(sizeAfter) as (keyof typeof sizeAfter)[])
    rows[name] = `${Math.round((sizeAfter[name] - sizeBefore[name]) / orders)} bytes`;
  rows["the whole run"] = `${(orders / seconds).toFixed(1)} orders a second`;
  return rows;
}

function cpuMsOfAll(children: Child[]): number {
  return children.reduce((sum, child) => sum + cpuMsOf(child.process.pid ?? 0), 0);
}

/** Places and pays that many orders and waits until the last one is delivered. */
async function deliver(count: number, origins: string[], database: pg.Client): Promise<void> {
  const completed = async () =>
    Number((await database.query("SELECT count(*) FROM orders WHERE status = 'completed'")).rows[0].count);
  const wanted = (await completed()) + count;
  let nth = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (nth < count) {
        const [username, origin] = [usernames[nth % usernames.length], origins[nth % origins.length] ?? ""];
        nth++;
        const placed = (await (await placeOrder(origin, username)).json()) as { url: string };
        if ((await payAt(placed.url)) !== 303) throw new Error("an order could not be paid");
      }
    }),
  );
  while ((await completed()) < wanted) await wait(200);
}

async function sizesOf(database: pg.Client): Promise<{ tables: number; log: number }> {
  const { rows } = await database.query(
    "SELECT pg_database_size(current_database())::float8 AS tables, pg_current_wal_lsn() - '0/0'::pg_lsn AS log",
  );
  return { tables: Number(rows[0].tables), log: Number(rows[0].log) };
}
