import type pg from "pg";
import type { LocalShop } from "@/lib/local/shop";
import { accountsOf } from "@/lib/local/social/directory";
import { placeOrder } from "./place-order";
import { passing } from "./probing";
import { cpuMsOf, postmasterOf } from "./processor-time";

const warmUp = 50;
const orders = 500;
const lanes = 8;

// An order waits for earlier ones of its account, so they are spread over all that can be delivered to.
const usernames = accountsOf.instagram.filter(({ quirk }) => !quirk).map(({ handle }) => handle);

/**
 * Measures what an order costs from create-order to the end of its delivery: milliseconds of a core in each process,
 * bytes in the tables and in the write-ahead log. What the shop costs without orders in the same time is taken off. The
 * emulators' work does not count. Returns the rows of a table.
 */
export async function measureOrderCost(
  shop: LocalShop,
  database: pg.Client,
  dataDir: string,
): Promise<Record<string, object>> {
  const pids = {
    "web process": shop.web.process.pid ?? 0,
    worker: shop.worker.process.pid ?? 0,
    PostgreSQL: postmasterOf(`${dataDir}/postgres`),
  };
  const spent = () =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMsOf(pid)] as const));
  await post(`${shop.urls.panel}/_control`, JSON.stringify({ speed: 0 }));
  await deliver(warmUp, shop, database);
  console.log(`${orders} orders from the checkout to the end of their delivery …`);
  const [sizeBefore, cpuBefore, start] = [await sizesOf(database), spent(), performance.now()];
  await deliver(orders, shop, database);
  const [sizeAfter, cpuAfter, seconds] = [
    await sizesOf(database),
    spent(),
    (performance.now() - start) / 1000,
  ];
  await passing(seconds * 1000);
  const cpuIdle = spent();
  const rows: Record<string, object> = {};
  for (const name of Object.keys(pids)) {
    const idle = (cpuIdle[name] ?? 0) - (cpuAfter[name] ?? 0);
    const loaded = (cpuAfter[name] ?? 0) - (cpuBefore[name] ?? 0);
    rows[name] = { "an order": `${((loaded - idle) / orders).toFixed(1)} ms of a core` };
  }
  for (const name of Object.keys(sizeAfter) as (keyof typeof sizeAfter)[]) {
    rows[name] = { "an order": `${Math.round((sizeAfter[name] - sizeBefore[name]) / orders)} bytes` };
  }
  rows["the whole run"] = { "an order": `${(orders / seconds).toFixed(1)} orders a second` };
  return rows;
}

/** Places and pays that many orders and waits until the last one is delivered. */
async function deliver(count: number, { urls }: LocalShop, database: pg.Client): Promise<void> {
  const completed = async () =>
    Number((await database.query("SELECT count(*) FROM orders WHERE status = 'completed'")).rows[0].count);
  const wanted = (await completed()) + count;
  let nth = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (nth < count) {
        const username = usernames[nth++ % usernames.length];
        const placed = (await (await placeOrder(urls.shop, username)).json()) as { url: string };
        await post(`${placed.url}/complete`, new URLSearchParams({ card: "4242 4242 4242 4242" }));
      }
    }),
  );
  while ((await completed()) < wanted) await passing(200);
}

async function post(url: string, body: BodyInit): Promise<void> {
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status}`);
  await answer.arrayBuffer();
}

async function sizesOf(database: pg.Client): Promise<{ tables: number; log: number }> {
  const { rows } = await database.query(
    "SELECT pg_database_size(current_database())::float8 AS tables, pg_current_wal_lsn() - '0/0'::pg_lsn AS log",
  );
  return { tables: Number(rows[0].tables), log: Number(rows[0].log) };
}
