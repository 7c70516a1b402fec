import { type Browser, chromium, expect, test } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { type BareNext, startBareNext } from "../bench/bare-next";
import { chromiumFlags } from "../browser.mjs";
import { databaseUrl, origin, shopUnderTest } from "./local-shop";

// What a page may weigh, against an empty Next page built in the same run, and what Lighthouse finds wrong with it. How
// fast it was is printed, not asserted: on a shared machine that is the machine's doing as much as the page's. Runs after
// all other tests, alone.
test.describe.configure({ mode: "default" });

const debuggingPort = shopUnderTest.port + 90;

const pages = [
  { path: "/", isIndexed: true },
  { path: "/instagram", isIndexed: true },
  { path: "/tiktok", isIndexed: true },
  { path: "/instagram/followers", isIndexed: true },
  { path: "/instagram/details/followers", isIndexed: false },
];

let bare: BareNext;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  bare = await startBareNext(shopUnderTest.port + 80, databaseUrl);
  console.log(`an empty page: ${JSON.stringify(await audit(`${bare.origin}/`))}`);
});
test.afterAll(async () => {
  await bare?.stop();
});

/** A browser of its own for each look: nothing kept, and no tool of the look before still attached. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`],
  });
}

type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  cls: number;
  blockedMs: number;
  benchmarkIndex: number;
  failures: string[];
};

/**
 * Lighthouse as for a phone on a slow network, the throttling simulated. Asked again, four times at most, when it says
 * that it could not measure (the browser gave it no trace): that is no finding about the page.
 */
async function audit(url: string): Promise<Audit> {
  const troubles: string[] = [];
  while (troubles.length < 5) {
    const lhr = await lookAt(url);
    const trouble = lhr.runtimeError?.code ?? Object.values(lhr.audits).find(hasFailed)?.errorMessage;
    if (!trouble) return toAudit(lhr);
    console.log(`Lighthouse could not look at ${url}: ${trouble}`);
    troubles.push(trouble);
  }
  throw new Error(`Lighthouse could not look at ${url}: ${troubles.join("; ")}`);
}

function hasFailed(entry: Result["audits"][string]): boolean {
  return entry.scoreDisplayMode === "error";
}

async function lookAt(url: string): Promise<Result> {
  const browser = await openBrowser();
  try {
    const result = await lighthouse(url, {
      port: debuggingPort,
      logLevel: "silent",
      output: "json",
      throttlingMethod: "simulate",
    });
    if (!result) throw new Error(`Lighthouse gave no answer about ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function toAudit({ categories, audits, environment }: Result): Audit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: Math.round(value("largest-contentful-paint")),
    cls: value("cumulative-layout-shift"),
    blockedMs: Math.round(value("total-blocking-time")),
    benchmarkIndex: environment.benchmarkIndex,
    failures: Object.values(audits)
      .filter((entry) => entry.scoreDisplayMode === "binary" && entry.score === 0)
      .map((entry) => entry.id),
  };
}

for (const { path, isIndexed } of pages) {
  test(`${path} is accessible, sound and still on a phone`, async () => {
    test.setTimeout(120_000);
    const seen = await audit(`${origin}${path}`);
    console.log(`${path}: ${JSON.stringify(seen)}`);
    expect(seen.cls).toBeLessThanOrEqual(0.01);
    expect(seen.accessibility, seen.failures.join()).toBe(100);
    expect(seen.bestPractices, seen.failures.join()).toBe(100);
    if (isIndexed) expect(seen.seo, seen.failures.join()).toBe(100);
  });
}

test("public pages ship at most 15 % more JavaScript than an empty Next page", async () => {
  const browser = await openBrowser();
  try {
    const empty = await scriptBytes(browser, `${bare.origin}/`);
    expect(empty).toBeGreaterThan(50_000);
    for (const { path } of pages.filter(({ isIndexed }) => isIndexed)) {
      const ratio = (await scriptBytes(browser, `${origin}${path}`)) / empty;
      expect.soft(ratio, path).toBeLessThanOrEqual(1.15);
    }
  } finally {
    await browser.close();
  }
});

/** The compressed scripts a page has loaded when it has come to rest and nobody has touched it. */
async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => new URL(entry.name).pathname.endsWith(".js"))
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
  );
  await page.close();
  // A script that was preloaded and then run is listed twice.
  return [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0);
}
