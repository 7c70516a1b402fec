import { test as base, expect, type Page, type Route } from "@playwright/test";

export * from "@playwright/test";

/** The browser reports each answer with an error's status here; whether one is right is for the test to say. */
const isAnswer = (complaint: string) => complaint.startsWith("Failed to load resource");

/**
 * Playwright's test, which also fails on what the browser complains about in its own context: a script or file that the
 * content policy refuses, an error that nothing caught, a page that React renders differently from the server. A test
 * that causes a complaint takes it out of `complaints`.
 */
export const test = base.extend<{ complaints: string[]; other: Page; plain: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture depends on.
  complaints: async ({}, use) => use([]),
  context: async ({ context, complaints }, use) => {
    context.on("console", (message) => {
      if (message.type() === "error" && !isAnswer(message.text()))
        complaints.push(`${message.page()?.url()}: ${message.text()}`);
    });
    context.on("weberror", (webError) => {
      complaints.push(`${webError.page()?.url()}: ${webError.error()}`);
    });
    await use(context);
    expect(complaints).toEqual([]);
  },
  /** A page in another browser. */
  other: async ({ browser }, use) => use(await (await browser.newContext()).newPage()),
  /** A page in another browser, without JavaScript. */
  plain: async ({ browser }, use) =>
    use(await (await browser.newContext({ javaScriptEnabled: false })).newPage()),
});

/** For `page.route`: forms don't reach the shop. */
export const unreachable = (route: Route) =>
  route.request().method() === "POST" ? route.abort() : route.fallback();
