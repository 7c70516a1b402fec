import { readFileSync, truncateSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { second } from "@/lib/base/time/time";
import { startChild } from "@/lib/local/child";
import type { LocalShop } from "@/lib/local/shop";
import { placeOrder } from "./place-order";
import { cpuMsOf, postmasterOf } from "./process-figures";

const unpaidOrders = 10_000;
const atOnce = 16;
// A worker that has just started runs each recurring job once.
const settleMs = 20 * second;
const listed = 30;

/**
 * Measures a shop in which nothing happens: the share of a core that each process takes, and the statements per minute.
 * First with the demo's short periods, then with a real shop's, then with 10,000 open unpaid orders. Prints the
 * statements of the last two by text. Returns the rows of a table.
 */
export async function measureRest(
  shop: LocalShop,
  database: pg.Client,
  seconds: number,
): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  const measure = async (name: string, worker: number) => {
    console.log(`${name}: ${seconds} s at rest …`);
    await wait(settleMs);
    rows[name] = await measureOnce({ web: shop.web.process.pid ?? 0, worker }, database, seconds);
  };
  await measure("the demo's periods", shop.worker.process.pid ?? 0);
  await shop.worker.stop();
  const isPeriod = ([name]: [string, string]) => name.endsWith("_PERIOD_MS");
  const env = Object.fromEntries(Object.entries(shop.env).filter((entry) => !isPeriod(entry)));
  const entry = `${shop.env.SHOP_DIST_DIR}/entry/worker.mjs`;
  const worker = startChild("worker", [entry], env, () => undefined);
  try {
    await measure("a real shop's periods", worker.process.pid ?? 0);
    console.log(`placing ${unpaidOrders} orders …`);
    await placeUnpaid(shop.urls.shop);
    await measure("with 10,000 unpaid orders", worker.process.pid ?? 0);
  } finally {
    await worker.stop();
  }
  return rows;
}

async function measureOnce(pids: { web: number; worker: number }, database: pg.Client, seconds: number) {
  const { rows } = await database.query("SELECT current_setting('data_directory') AS folder");
  const folder = String(rows[0].folder);
  const spent = () => [cpuMsOf(pids.worker), cpuMsOf(pids.web), cpuMsOf(postmasterOf(folder))];
  const [before, start] = [spent(), performance.now()];
  await wait(seconds * second);
  const shareOf = 100 / (performance.now() - start);
  const [worker = 0, web = 0, postgres = 0] = spent().map((ms, nth) => (ms - (before[nth] ?? 0)) * shareOf);
  const percent = (share: number) => `${share.toFixed(2)} %`;
  // Logging costs time itself, so the statements are counted afterwards.
  const statements = await countStatements(database, folder, Math.min(seconds, 60));
  const perMinute = [...statements.values()].reduce((sum, count) => sum + count, 0);
  console.table(
    [...statements].slice(0, listed).map(([text, count]) => ({ "a minute": Math.round(count), text })),
  );
  return {
    worker: percent(worker),
    web: percent(web),
    PostgreSQL: percent(postgres),
    together: percent(worker + web + postgres),
    "statements a minute": Math.round(perMinute),
  };
}

/** The statements per minute that the server executes, by the beginning of their text, the most frequent first. */
async function countStatements(database: pg.Client, folder: string, seconds: number) {
  const log = `${folder}/server.log`;
  const logAll = async (value: string) => {
    await database.query(`ALTER SYSTEM SET log_statement = ${value}`);
    await database.query("SELECT pg_reload_conf()");
    await wait(second);
  };
  await logAll("'all'");
  truncateSync(log);
  await wait(seconds * second);
  const lines = readFileSync(log, "utf8").replaceAll(/\n\t\s*/g, " ");
  await logAll("DEFAULT");
  const counts = new Map<string, number>();
  for (const [, text = ""] of lines.matchAll(/LOG: {2}(?:statement|execute [^:]*): (.*)/g)) {
    const beginning = text.replaceAll(/\s+/g, " ").slice(0, 140);
    counts.set(beginning, (counts.get(beginning) ?? 0) + 60 / seconds);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

async function placeUnpaid(origin: string): Promise<void> {
  let left = unpaidOrders;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const answer = await placeOrder(origin);
        if (!answer.ok) throw new Error(`an order could not be placed: ${await answer.text()}`);
      }
    }),
  );
}
