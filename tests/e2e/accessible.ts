import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Fails on any rule that axe finds broken. The dark theme changes colours only, so only their rules run again. */
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
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const broken = await page.evaluate(async (options) => {
    // Only violations, because collecting the rules that passed takes most of the time.
    const { violations } = await window.axe.run(document, { ...options, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
  expect(broken, `${page.url()}, ${colorScheme}`).toEqual([]);
}
