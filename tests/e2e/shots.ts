import { mkdirSync, rmSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startLocalShop } from "@/lib/local/shop";
import { chromiumFlags, ensureChromium } from "../browser.mjs";
import { fillDetails, newEmail, payWith } from "./journey";
import { mailUrl, origin, shopUnderTest } from "./local-shop";

// `npm run shots`: a picture of every page at three widths, light and dark, into .data/shots. For looking at.
const folder = ".data/shots";
const widths = [390, 820, 1440];
const themes = ["light", "dark"] as const;

type Shot = { name: string; open(page: Page): Promise<unknown> };

const goTo = (path: string) => (page: Page) => page.goto(path, { waitUntil: "networkidle" });

const shots: Shot[] = [
  { name: "home", open: goTo("/") },
  { name: "hub-instagram", open: goTo("/instagram") },
  { name: "hub-tiktok-likes", open: goTo("/tiktok?service=likes") },
  { name: "landing-instagram-followers", open: goTo("/instagram/followers") },
  { name: "terms", open: goTo("/terms") },
  { name: "privacy", open: goTo("/privacy") },
  { name: "refunds", open: goTo("/refunds") },
  { name: "contact", open: goTo("/contact") },
  { name: "auth", open: goTo("/auth") },
  { name: "not-found", open: goTo("/nowhere/at/all") },
  { name: "details", open: goTo("/instagram/details/followers?package=followers-1000") },
  { name: "details-search", open: searching },
  { name: "details-verified", open: verified },
  { name: "checkout-invalid", open: goTo("/tiktok/checkout/followers") },
  { name: "checkout", open: checkout },
  { name: "post-selection", open: selecting("likes-1000") },
  { name: "reel-selection", open: selecting("views-5000") },
  { name: "payment-page", open: paymentPage },
  { name: "order-canceled", open: canceledOrder },
  { name: "success", open: paid },
  { name: "success-failed", open: goTo("/success") },
  { name: "order-live", open: liveOrder },
  { name: "inbox", open: (page) => page.goto(`${mailUrl}/inbox`) },
];

async function searching(page: Page): Promise<void> {
  await goTo("/instagram/details/followers?package=followers-1000")(page);
  await page.getByRole("combobox", { name: /username/i }).fill("wa");
  await page.getByRole("listbox").getByRole("option").first().waitFor();
}

async function verified(page: Page): Promise<void> {
  await searching(page);
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.getByRole("button", { name: "Continue" }).and(page.locator(":enabled")).waitFor();
}

async function checkout(page: Page): Promise<void> {
  await fillDetails(page, { packageId: "followers-1000", username: "warmcrumbs", email: newEmail() });
  await page.getByRole("button", { name: /add/i }).first().click();
}

function selecting(packageId: string) {
  return async (page: Page): Promise<void> => {
    await fillDetails(page, { packageId, username: "luma.ceramics", email: newEmail() });
    await page.getByRole("checkbox").first().check();
    await page.getByRole("checkbox").nth(2).check();
  };
}

async function paymentPage(page: Page): Promise<void> {
  await checkout(page);
  await page.getByRole("button", { name: /Complete Payment/ }).click();
  await page.getByLabel("Card number").waitFor();
}

async function canceledOrder(page: Page): Promise<void> {
  await paymentPage(page);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL(/canceled=1/);
}

async function paid(page: Page): Promise<void> {
  await paymentPage(page);
  await payWith(page, "4242424242424242");
  await page.getByRole("link", { name: "Follow your order" }).waitFor();
}

async function liveOrder(page: Page): Promise<void> {
  await paid(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await page.getByRole("progressbar").first().waitFor();
}

const shop = await startLocalShop({
  ...shopUnderTest,
  onStep: (step) => console.log(step),
  onOutput: () => undefined,
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });
  const wanted = process.argv.slice(3);
  for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    await take(browser, shot);
  await browser.close();
} finally {
  await shop.stop();
}
process.exit(0);

async function take(browser: Browser, shot: Shot): Promise<void> {
  for (const theme of themes) {
    const context = await browser.newContext({
      baseURL: origin,
      colorScheme: theme,
      reducedMotion: "reduce",
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    try {
      await shot.open(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
        // From the top, and two frames later: what a new width changes is painted then.
        await page.evaluate(() => {
          window.scrollTo(0, 0);
          return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        });
        await page.screenshot({ path: `${folder}/${shot.name}-${width}-${theme}.png`, fullPage: true });
      }
      console.log(`${shot.name}, ${theme}`);
    } catch (error) {
      console.error(
        `${shot.name}, ${theme}: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
      );
      process.exitCode = 1;
    } finally {
      await context.close();
    }
  }
}
