import { type Browser, expect, test } from "@playwright/test";
import { type BareNext, startBareNext } from "../../bench/bare-next";
import { databaseUrl, origin, shopUnderTest } from "../../e2e/local-shop";
import { audit, firstViews, openBrowser } from "../../lighthouse";

// The weight of a page against an empty Next page built in the same run, and Lighthouse's findings. Times are
// printed, not asserted, because a shared machine distorts them. Runs alone, after all other tests.
test.describe.configure({ mode: "default" });

const debuggingPort = shopUnderTest.port + 90;

let bare: BareNext;

test.beforeAll(async () => {
  bare = await startBareNext(shopUnderTest.port + 80, { database: databaseUrl });
  console.log(`an empty page: ${JSON.stringify(await audit(`${bare.origin}/`, debuggingPort))}`);
});
test.afterAll(async () => {
  await bare?.stop();
});

for (const { path, isIndexed } of firstViews) {
  test(`${path} has Lighthouse's full scores and a stable layout on a phone`, async () => {
    const seen = await audit(`${origin}${path}`, debuggingPort);
    console.log(`${path}: ${JSON.stringify(seen)}`);
    expect(seen.cls).toBeLessThanOrEqual(0.01);
    expect(seen.accessibility, seen.failures.join()).toBe(100);
    expect(seen.bestPractices, seen.failures.join()).toBe(100);
    if (isIndexed) expect(seen.seo, seen.failures.join()).toBe(100);
  });
}

test("public pages ship at most 15 % more JavaScript than an empty Next page", async () => {
  const browser = await openBrowser(debuggingPort);
  try {
    const empty = await scriptBytes(browser, `${bare.origin}/`);
    expect(empty).toBeGreaterThan(50_000);
    for (const { path } of firstViews.filter(({ isIndexed }) => isIndexed)) {
      const ratio = (await scriptBytes(browser, `${origin}${path}`)) / empty;
      expect.soft(ratio, path).toBeLessThanOrEqual(1.15);
    }
  } finally {
    await browser.close();
  }
});

/** The size of the compressed scripts that a page loads without interaction. */
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
