import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { startBareNext } from "./bare-next";
import { benchDataDir, benchPort, startBenchShop } from "./bench-shop";
import { measureCatalogue } from "./catalogue";
import { measureHostile } from "./hostile";
import type { Loaded } from "./load";
import { measureOrderCost } from "./order-cost";
import { placeOrder } from "./place-order";
import { cpuMsOf, postmasterOf } from "./process-figures";
import { measureRest } from "./rest";
import { measureSignIns } from "./sign-ins";
import { measureStorm } from "./storm";

/**
 * `npm run bench`: first the effects of a flood of webhooks and of sign-ins on a new shop, and what an order costs;
 * then the requests per second that the shop serves, as a ratio to an empty Next app on the same versions in the same
 * run, and the processor time of each process for one request. No target is in milliseconds, which depend on the
 * machine. `-- --seconds 5` shortens each round, `-- --only storm`, `sign-ins`, `order cost` or a part of a
 * comparison's name measures that alone. `-- --only rest` measures a shop in which nothing happens, three times five
 * minutes. `-- --only catalogue` measures pages and changes with the first catalogue and with sixty platforms more.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string" }, only: { type: "string" } },
});
const duration = Number(values.seconds ?? 10);

if (values.only === "hostile") {
  const { rows, broken } = await measureHostile();
  console.table(rows);
  for (const bound of broken) console.log(`broken: ${bound}`);
  process.exit(broken.length === 0 ? 0 : 1);
}

type Load = { url: string; kind?: "order" };
type Comparison = { name: string; target: number; shop: Load; reference: Load };

const shop = await startBenchShop();
const { urls } = shop;
const database = new pg.Client({ connectionString: urls.database });
await database.connect();
await database.query("CREATE TABLE bench_rows (id uuid PRIMARY KEY DEFAULT uuidv7(), text text NOT NULL)");
const isWanted = (name: string) => name.includes(values.only ?? "");
if (values.only === "rest") {
  console.table(await measureRest(shop, database, Number(values.seconds ?? 300)));
  await database.end();
  await shop.stop();
  process.exit(0);
}
if (values.only === "catalogue") {
  console.table(await measureCatalogue(shop, database));
  await database.end();
  await shop.stop();
  process.exit(0);
}
if (isWanted("storm")) console.table(await measureStorm(urls, database, pathOfOrder));
if (isWanted("sign-ins")) console.table(await measureSignIns(urls.shop));
if (isWanted("order cost")) console.table(await measureOrderCost(shop, database));
console.log("Building the empty app (skipped when nothing changed) …");
const bare = await startBareNext(benchPort + 80, urls);

try {
  const orderPath = await pathOfOrder();
  const bareStatic = { url: `${bare.origin}/` };
  const orderPage = { url: urls.shop + orderPath };
  const comparisons: Comparison[] = [
    { name: "hub, static", target: 0.9, shop: { url: `${urls.shop}/instagram` }, reference: bareStatic },
    {
      name: "landing page, static",
      target: 0.9,
      shop: { url: `${urls.shop}/tiktok/views` },
      reference: bareStatic,
    },
    {
      name: "/, which the middleware sees",
      target: 0.9,
      shop: { url: `${urls.shop}/` },
      reference: bareStatic,
    },
    {
      name: "order page, made for one visitor",
      target: 0.7,
      shop: orderPage,
      reference: { url: await pageOfSize(`${bare.origin}/select`, await bytesOf(orderPage.url)) },
    },
    {
      name: "create-order against one INSERT and one session",
      target: 0.7,
      shop: { url: `${urls.shop}/api/functions/create-order`, kind: "order" },
      reference: { url: `${bare.origin}/checkout`, kind: "order" },
    },
  ];
  const rates: Record<string, object> = {};
  const costs: Record<string, object> = {};
  for (const { name, target, shop: measured, reference } of comparisons) {
    if (!isWanted(name)) continue;
    console.log(`${name} …`);
    const [ours, bares] = await inTurn(measured, reference);
    const ratio = ours.rate / bares.rate;
    rates[name] = {
      "shop, a second": Math.round(ours.rate),
      "empty Next, a second": Math.round(bares.rate),
      ratio: Number(ratio.toFixed(2)),
      target: `at least ${target}`,
      reached: ratio >= target ? "yes" : "no",
    };
    costs[`${name}: shop`] = ours.cost;
    costs[`${name}: empty Next`] = bares.cost;
  }
  console.table(rates);
  console.log("Milliseconds of a core for one request:");
  console.table(costs);
} finally {
  await bare.stop();
  await database.end();
  await shop.stop();
}
process.exit(0);

type Measured = { rate: number; cost: Record<string, number> };

/** Runs both in three rounds, alternately, so that other load affects both. */
async function inTurn(measured: Load, reference: Load): Promise<[Measured, Measured]> {
  for (const each of [measured, reference]) await load(each, 2);
  const runs: [Run[], Run[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    runs[0].push(await load(measured, duration));
    runs[1].push(await load(reference, duration));
  }
  return [sumOf(runs[0]), sumOf(runs[1])];
}

function sumOf(runs: Run[]): Measured {
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
  const requests = sum((run) => run.requests);
  const parts = Object.keys(runs[0]?.cpuMs ?? {}) as (keyof Run["cpuMs"])[];
  const costs = parts.map((part) => [part, Number((sum((run) => run.cpuMs[part]) / requests).toFixed(2))]);
  return { rate: requests / sum((run) => run.seconds), cost: Object.fromEntries(costs) };
}

type Run = Loaded & { cpuMs: ReturnType<typeof spentMs> };

/** The processor time of each process so far; this one runs the emulators. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return {
    web: cpuMsOf(shop.web.process.pid ?? 0) + cpuMsOf(bare.pid),
    worker: cpuMsOf(shop.worker.process.pid ?? 0),
    PostgreSQL: cpuMsOf(postmasterOf(`${benchDataDir}/postgres`)),
    emulators: (user + system) / 1000,
  };
}

/** Loads an address from a process of its own. Throws at any answer that is not 2xx. */
async function load({ url, kind }: Load, seconds: number): Promise<Run> {
  const before = spentMs();
  const script = fileURLToPath(new URL("load.ts", import.meta.url));
  const sender = fork(script, [url, String(seconds), kind ?? "page"], { execArgv: ["--import", "tsx"] });
  const [loaded] = (await Promise.race([
    once(sender, "message"),
    once(sender, "exit").then(() => Promise.reject(new Error(`${url} could not be loaded`))),
  ])) as [Loaded];
  const after = spentMs();
  const parts = Object.keys(after) as (keyof Run["cpuMs"])[];
  const cpuMs = Object.fromEntries(parts.map((part) => [part, after[part] - before[part]])) as Run["cpuMs"];
  return { ...loaded, cpuMs };
}

async function bytesOf(url: string): Promise<number> {
  return (await (await fetch(url)).arrayBuffer()).byteLength;
}

/** The empty app's page with one SELECT and enough rows to make it `bytes` large. */
async function pageOfSize(url: string, bytes: number): Promise<string> {
  const few = await bytesOf(`${url}?rows=100`);
  const perRow = ((await bytesOf(`${url}?rows=200`)) - few) / 100;
  return `${url}?rows=${Math.max(0, Math.round(100 + (bytes - few) / perRow))}`;
}

async function pathOfOrder(): Promise<string> {
  const answer = await placeOrder(urls.shop);
  const placed: unknown = await answer.json();
  const hasPath = typeof placed === "object" && placed !== null && "orderUrl" in placed;
  if (!answer.ok || !hasPath) throw new Error(`no order could be placed: ${JSON.stringify(placed)}`);
  return String(placed.orderUrl);
}
