import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startLocalShop } from "@/lib/local/shop";
import { chromiumFlags, ensureChromium } from "../browser.mjs";
import { payButton, payByCard, usernameField } from "./journey";
import { origin, panelUrl, shopUnderTest } from "./local-shop";

// `npm run film`: the README's moving picture, from a package to a delivered order.
const file = "public/readme.webp";
const size = { width: 960, height: 640 };
const deliverySeconds = 12;

type Frame = { picture: Buffer; shownMs: number };

/** Buys 1,000 followers as a guest, and takes a picture of each step. */
async function film(browser: Browser): Promise<Frame[]> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const frames: Frame[] = [];
  const take = async (shownMs: number) => {
    frames.push({ picture: await page.screenshot(), shownMs });
  };

  await page.goto("/instagram/followers", { waitUntil: "networkidle" });
  await take(1_200);
  await page.evaluate(() => window.scrollTo(0, 600));
  await take(1_300);
  await page.goto("/instagram/details/followers?package=followers-1000", { waitUntil: "networkidle" });
  await take(900);
  await typeName(page, take);
  await page.getByLabel("Email").fill("mara@example.com");
  await take(900);
  await page.getByRole("button", { name: "Continue" }).and(page.locator(":enabled")).click();
  await payButton(page).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(1_500);
  await payButton(page).click();
  await page.getByLabel("Card number").waitFor();
  await take(1_100);
  await payByCard(page);
  await page.getByRole("link", { name: "Follow your order" }).waitFor();
  await take(1_400);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await followDelivery(page, take);
  await context.close();
  return frames;
}

async function typeName(page: Page, take: (shownMs: number) => Promise<void>): Promise<void> {
  await usernameField(page).fill("w");
  await take(250);
  await usernameField(page).fill("wa");
  await page.getByRole("listbox").getByRole("option").first().waitFor();
  await take(1_100);
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.getByRole("term").filter({ hasText: "Followers" }).waitFor();
  await take(900);
}

/** A picture for each change of the order's page, until the order is delivered. */
async function followDelivery(page: Page, take: (shownMs: number) => Promise<void>): Promise<void> {
  const bar = page.getByRole("progressbar").first();
  await bar.waitFor();
  let shown = "";
  for (let looks = 0; looks < 240; looks++) {
    const isOver = await page.getByText("Completed", { exact: true }).first().isVisible();
    const now = `${await bar.getAttribute("aria-valuenow").catch(() => "")} ${isOver}`;
    if (now !== shown) await take(isOver ? 2_500 : 400);
    if (isOver) return;
    shown = now;
    await wait(250);
  }
  throw new Error("The order was not delivered within a minute.");
}

const shop = await startLocalShop({
  ...shopUnderTest,
  onStep: (step) => console.log(step),
  onOutput: () => undefined,
});
try {
  await fetch(`${panelUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ speed: deliverySeconds }),
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });
  const frames = await film(browser);
  await browser.close();
  const { size: bytes } = await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 80, effort: 6, loop: 0, delay: frames.map(({ shownMs }) => shownMs) })
    .toFile(file);
  const seconds = frames.reduce((sum, { shownMs }) => sum + shownMs, 0) / 1_000;
  console.log(`${file}: ${frames.length} pictures, ${seconds} s, ${Math.round(bytes / 1024)} KB`);
} finally {
  await shop.stop();
}
process.exit(0);
