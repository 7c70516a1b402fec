import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Fails on any rule that axe finds broken once the page is at rest: while it refreshes, it has no title for a moment. The
 * dark theme changes colours only, so only their rules run again. The test goes on, so that it shows all such pages.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, "light", {});
  await expectNoViolations(page, "dark", { runOnly: ["color-contrast", "link-in-text-block"] });
}

async function expectNoViolations(
  page: Page,
  colorScheme: "light" | "dark",
  options: axe.RunOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const look = expect.configure({ soft: true }).poll;
  await look(() => violations(page, options), `${page.url()}, ${colorScheme}`).toEqual([]);
}

async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    // Collecting what passed takes most of the time.
    const found = await window.axe.run(document, { ...options, resultTypes: ["violations"] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}
