import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails on any rule that axe finds broken. The dark theme changes colours only, so only their rules run again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, "light", new AxeBuilder({ page }));
  await expectNoViolations(
    page,
    "dark",
    new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]),
  );
}

async function expectNoViolations(page: Page, colorScheme: "light" | "dark", axe: AxeBuilder): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // In one piece: axe's other way opens a blank page each time, to add up frames, which the shop has none of.
  const { violations } = await axe.setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)).toEqual([]);
}
