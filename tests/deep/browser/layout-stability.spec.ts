import { createServer, type ServerResponse } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import { holdBack, painted } from "../../e2e/journey";
import { origin } from "../../e2e/local-shop";
import { closeServer, listen } from "../../support/listen";

// Nothing that a visitor reads or is about to tap moves, even on a slow network or phone. Each test delays one thing
// deterministically.

/** A tenth of the limit for a good CLS. */
const largestAllowed = 0.01;

const paths = [
  "/",
  "/instagram",
  "/tiktok",
  "/instagram/followers",
  "/instagram/details/followers?package=followers-100",
];

for (const path of paths) {
  test(`${path} does not move when its font comes late`, async ({ page }) => {
    const letGo = await holdBack(page, "**/*.woff2");
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const font = page.waitForResponse(/\.woff2$/);
    letGo();
    await (await font).finished();
    expect(await largestShift(page)).toBeLessThanOrEqual(largestAllowed);
  });

  test(`${path} does not move while its HTML arrives bit by bit`, async ({ page }) => {
    await openBitByBit(page, path);
    expect(await largestShift(page)).toBeLessThanOrEqual(largestAllowed);
  });
}

/** The largest layout shift score without user input, with the fonts loaded and shown. */
async function largestShift(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await painted(page);
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return Math.max(0, ...shifts.map(({ value }) => value));
  });
}

/**
 * Opens a page from a server that sends the HTML a few tags at a time, each after the browser has painted the ones
 * before, like a slow phone that paints a half-parsed page.
 */
async function openBitByBit(page: Page, path: string): Promise<void> {
  const html = await (await fetch(`${origin}${path}`)).text();
  const bodyStart = html.indexOf("<body");
  const server = createServer();
  const asked = new Promise<ServerResponse>((resolve) => {
    server.once("request", (_request, response) => resolve(response));
  });
  const slowOrigin = `http://127.0.0.1:${await listen(server)}`;
  try {
    await page.route(
      (url) => url.origin === slowOrigin && url.pathname !== new URL(path, slowOrigin).pathname,
      (route) => route.continue({ url: route.request().url().replace(slowOrigin, origin) }),
    );
    const opened = page.goto(`${slowOrigin}${path}`, { waitUntil: "commit" });
    const response = await asked;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(html.slice(0, bodyStart));
    await opened;
    for (const chunk of chunksOf(html.slice(bodyStart))) {
      response.write(chunk);
      await painted(page);
    }
    response.end();
    await page.waitForLoadState();
  } finally {
    await closeServer(server);
  }
}

/** Chunks of up to eight parts: a tag, a text or a whole script each. */
function chunksOf(body: string): string[] {
  return body.match(/(?:<script[\s\S]*?<\/script>|<[^>]*>|[^<]+){1,8}/g) ?? [];
}
