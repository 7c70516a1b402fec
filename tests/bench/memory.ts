import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { startBareNext } from "./bare-next";
import { benchPort, startBenchShop } from "./bench-shop";
import { newBody, requestsWith } from "./place-order";
import { megabytesOf } from "./process-figures";

/**
 * The memory of the web process beside that of an empty Next app, minute by minute while both serve the same number of
 * requests: the shop its public pages, sign-in, an unknown page and create-order, the empty app its pages.
 * `npx tsx tests/bench/memory.ts --minutes 10`.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
const ratePerPath = 8;

const shop = await startBenchShop();
const bare = await startBareNext(benchPort + 80, shop.urls);
const pids = { shop: shop.web.process.pid ?? 0, "empty Next": bare.pid };
try {
  const load = [
    ...["/", "/instagram", "/tiktok/views", "/auth", "/nowhere"].map((path) => run(shop.urls.shop + path)),
    run(`${shop.urls.shop}/api/functions/create-order`, newBody),
    ...["/", "/", "/", "/", "/nowhere"].map((path) => run(bare.origin + path)),
    run(`${bare.origin}/select?rows=100`),
  ];
  const rows: Record<string, object> = {};
  for (let minute = 1; minute <= minutes; minute++) {
    await new Promise((resume) => setTimeout(resume, 60_000));
    const [ours, empty] = [megabytesOf(pids.shop), megabytesOf(pids["empty Next"])];
    rows[`minute ${minute}`] = {
      "shop, MB": ours,
      "empty Next, MB": empty,
      ratio: (ours / empty).toFixed(2),
    };
    console.log(`minute ${minute}: ${ours} and ${empty} MB`);
  }
  console.table(rows);
  for (const { url, requests, errors, timeouts } of await Promise.all(load))
    console.log(`${url}: ${requests.total} requests, ${errors} errors, ${timeouts} timeouts`);
} finally {
  await bare.stop();
  await shop.stop();
}
process.exit(0);

function run(url: string, body?: () => string) {
  return autocannon({
    url,
    connections: 4,
    overallRate: ratePerPath,
    duration: minutes * 60 + 5,
    ...requestsWith(body),
  });
}
