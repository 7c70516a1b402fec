import { parseArgs } from "node:util";
import autocannon from "autocannon";
import pg from "pg";
import { newToken } from "@/lib/base/ids";
import { startBareNext } from "./bare-next";
import { benchPort, startBenchShop } from "./bench-shop";
import { measureHostile } from "./hostile";
import { measureOrderCost } from "./order-cost";
import { newBody, placeOrder, requestsWith } from "./place-order";
import { measureRest } from "./rest";
import { measureSignIns } from "./sign-ins";
import { measureStorm } from "./storm";

/**
 * `npm run bench`: first the effects of a flood of webhooks and of sign-ins on a new shop, and what an order costs;
 * then the requests per second that the shop serves, as a ratio to an empty Next app on the same versions in the same
 * run. No target is in milliseconds, which depend on the machine. `-- --seconds 5` shortens each round, `-- --only
 * storm`, `sign-ins`, `order cost` or a part of a comparison's name measures that alone. `-- --only rest` measures a shop
 * in which nothing happens, three times five minutes.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string" }, only: { type: "string" } },
});
const duration = Number(values.seconds ?? 10);
const connections = 16;

if (values.only === "hostile") {
  const { rows, broken } = await measureHostile();
  console.table(rows);
  for (const bound of broken) console.log(`broken: ${bound}`);
  process.exit(broken.length === 0 ? 0 : 1);
}

type Load = { url: string; body?: () => string };
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
if (isWanted("storm")) console.table(await measureStorm(urls, database, pathOfOrder));
if (isWanted("sign-ins")) console.table(await measureSignIns(urls.shop));
if (isWanted("order cost")) console.table(await measureOrderCost(shop, database));
console.log("Building the empty app (skipped when nothing changed) …");
const bare = await startBareNext(benchPort + 80, urls.database);

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
      name: "create-order against one INSERT",
      target: 0.35,
      shop: { url: `${urls.shop}/api/functions/create-order`, body: newBody },
      reference: {
        url: `${bare.origin}/insert`,
        body: () => JSON.stringify({ text: newToken() }),
      },
    },
  ];
  const rows: Record<string, object> = {};
  for (const { name, target, shop: measured, reference } of comparisons) {
    if (!isWanted(name)) continue;
    console.log(`${name} …`);
    // Runs both twice, alternately, so that other load affects both.
    const [shopRate, bareRate] = await inTurn(measured, reference);
    const ratio = shopRate / bareRate;
    rows[name] = {
      "shop, a second": Math.round(shopRate),
      "empty Next, a second": Math.round(bareRate),
      ratio: Number(ratio.toFixed(2)),
      target: `at least ${target}`,
      reached: ratio >= target ? "yes" : "no",
    };
  }
  console.table(rows);
} finally {
  await bare.stop();
  await database.end();
  await shop.stop();
}
process.exit(0);

async function inTurn(measured: Load, reference: Load): Promise<[number, number]> {
  for (const load of [measured, reference]) await rateOf(load, 2);
  const sums = { measured: 0, reference: 0 };
  for (let round = 0; round < 2; round++) {
    sums.measured += await rateOf(measured, duration);
    sums.reference += await rateOf(reference, duration);
  }
  return [sums.measured / 2, sums.reference / 2];
}

/** Requests a second. Throws at any answer that is not 2xx. */
async function rateOf({ url, body }: Load, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, ...requestsWith(body) });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return result.requests.average;
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
