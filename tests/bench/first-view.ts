import { parseArgs } from "node:util";
import { ensureChromium } from "../browser.mjs";
import { type Audit, audit, firstViews } from "../lighthouse";
import { startBareNext } from "./bare-next";
import { benchPort, startBenchShop } from "./bench-shop";

/**
 * Lighthouse's scores of a first visit on a phone, and of an empty Next page on the same versions in the same run: the
 * median of each, measuring the pages alternately, so that other load affects all of them. `npx tsx
 * tests/bench/first-view.ts --rounds 3`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);
const debuggingPort = benchPort + 90;
const target = 98;

process.env.CHROMIUM_PATH = await ensureChromium();
const shop = await startBenchShop();
const bare = await startBareNext(benchPort + 80, shop.urls);

try {
  const views = [
    { name: "an empty Next page", url: `${bare.origin}/`, isIndexed: true },
    ...firstViews.map(({ path, isIndexed }) => ({ name: path, url: shop.urls.shop + path, isIndexed })),
  ];
  const seen = views.map((view) => ({ ...view, audits: [] as Audit[] }));
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds} …`);
    for (const { url, audits } of seen) audits.push(await audit(url, debuggingPort));
  }
  const empty = medianOf(seen[0]?.audits, "performance");
  const rows: Record<string, object> = {};
  for (const { name, isIndexed, audits } of seen) {
    const performance = medianOf(audits, "performance");
    rows[name] = {
      performance,
      "of the empty page's": Number((performance / empty).toFixed(2)),
      [`${target} reached`]: performance >= target ? "yes" : "no",
      "LCP, ms": medianOf(audits, "lcpMs"),
      "blocked, ms": medianOf(audits, "blockedMs"),
      CLS: Number(medianOf(audits, "cls").toFixed(4)),
      accessibility: medianOf(audits, "accessibility"),
      "best practices": medianOf(audits, "bestPractices"),
      SEO: isIndexed ? medianOf(audits, "seo") : "not indexed",
    };
  }
  console.table(rows);
} finally {
  await bare.stop();
  await shop.stop();
}
process.exit(0);

function medianOf(audits: Audit[] | undefined, key: Exclude<keyof Audit, "failures">): number {
  const sorted = (audits ?? []).map((one) => one[key]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
