import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { minute } from "@/lib/base/time/time";
import { startLocalShop } from "@/lib/local/shop";
import { chromiumFlags, ensureChromium } from "../browser.mjs";
import { adminAddresses } from "./access-walk";
import { fillDetails, newEmail, painted, payButton, payByCard, usernameField } from "./journey";
import { mailUrl, origin, shopUnderTest } from "./local-shop";
import { seedOrder, signInAsNewAdmin, signInAsNewCustomer } from "./signed-in";

// `npm run shots`: screenshots of the pages below at three widths, light and dark, into .data/shots, in a shop with three
// busy weeks behind it. `npm run shots -- readme` takes the README's pictures again instead.
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
  { name: "accessibility", open: goTo("/accessibility") },
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
  { name: "auth-sign-up", open: goTo("/auth?tab=sign-up") },
  { name: "track", open: goTo("/track") },
  { name: "withdraw", open: goTo("/withdraw") },
  { name: "withdraw-review", open: reviewingWithdrawal },
  { name: "withdraw-taken", open: withdrawn },
  { name: "order-withdrawn", open: orderWithdrawn },
  { name: "reviews", open: goTo("/reviews") },
  { name: "facts", open: goTo("/facts") },
  { name: "orders-empty", open: asCustomer("/orders") },
  { name: "orders", open: asCustomer("/orders", true) },
  { name: "dashboard", open: asCustomer("/dashboard", true) },
  { name: "dashboard-services", open: asCustomer("/dashboard?tab=services") },
  { name: "dashboard-support", open: asCustomer("/dashboard?tab=support") },
  { name: "settings", open: asCustomer("/settings") },
  { name: "home-signed-in", open: asCustomer("/?browse=1") },
  { name: "admin-auth", open: goTo("/admin-auth") },
  { name: "admin", open: asAdmin("/admin") },
  { name: "admin-tickets", open: asAdmin("/admin?tab=tickets") },
  { name: "admin-now", open: asAdmin("/admin/now") },
  { name: "admin-order", open: asAdmin((orderId) => `/admin/orders/${orderId}`) },
  ...adminAddresses
    .filter((path) => path !== "/admin" && path !== "/admin/now")
    .map((path) => ({ name: path.slice(1).replaceAll("/", "-"), open: asAdmin(path) })),
  { name: "inbox", open: (page) => page.goto(`${mailUrl}/inbox`) },
];

type Picture = { file: string; desktop: Shot["open"]; phone: Shot["open"] };

/** The README's pictures: a page on a desktop, light, with one on a phone beside it, dark. */
const readme: Picture[] = [
  { file: "public/readme.png", desktop: halfDelivered, phone: verified },
  {
    file: "public/readme-admin.png",
    desktop: asAdmin("/admin/now"),
    phone: busyOrder,
  },
];

/** A page of a signed-in customer, with some orders where the page needs them. */
function asCustomer(path: string, hasOrders = false) {
  return async (page: Page): Promise<void> => {
    const customer = await signInAsNewCustomer(page.context());
    if (hasOrders) await someOrders(customer);
    await page.goto(path, { waitUntil: "load" });
  };
}

function asAdmin(path: string | ((orderId: string) => string)) {
  return async (page: Page): Promise<void> => {
    await signInAsNewAdmin(page.context());
    const orderId = await someOrders({ email: newEmail() });
    await page.goto(typeof path === "string" ? path : path(orderId), { waitUntil: "load" });
  };
}

async function someOrders(owner: { id?: string; email: string }): Promise<string> {
  const posts = [
    { postUrl: "https://www.instagram.com/p/first/", quantity: 60 },
    { postUrl: "https://www.instagram.com/p/second/", quantity: 40 },
  ];
  await seedOrder(owner, {
    status: "completed",
    quantity: 1000,
    cents: 1349,
    providerOrderId: "48213",
    age: 5000,
  });
  await seedOrder(owner, { status: "partial", quantity: 500, cents: 699, refundedCents: 220, age: 900 });
  await seedOrder(owner, { status: "pending", quantity: 100, cents: 229, age: 3 });
  const { id } = await seedOrder(owner, {
    status: "processing",
    service: "likes",
    cents: 249,
    delivered: 40,
    posts,
  });
  return id;
}

async function reviewingWithdrawal(page: Page): Promise<void> {
  const { token } = await seedOrder({ email: newEmail() }, { status: "pending", age: 3 });
  await goTo(`/order/${token}/withdraw`)(page);
  await page.getByLabel("Your name").fill("Mara Oduya");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm withdrawal" }).waitFor();
}

async function withdrawn(page: Page): Promise<void> {
  await reviewingWithdrawal(page);
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await page.getByText("We received your withdrawal").waitFor();
}

async function orderWithdrawn(page: Page): Promise<void> {
  await withdrawn(page);
  await page.getByRole("main").getByRole("link", { name: "Your order" }).click();
  await page.getByText(/Withdrawal received on/).waitFor();
}

async function searching(page: Page): Promise<void> {
  await goTo("/instagram/details/followers?package=followers-1000")(page);
  await usernameField(page).fill("wa");
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
  await payButton(page).click();
  await page.getByLabel("Card number").waitFor();
}

async function canceledOrder(page: Page): Promise<void> {
  await paymentPage(page);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL(/canceled=1/);
}

async function paid(page: Page): Promise<void> {
  await paymentPage(page);
  await payByCard(page);
  await page.getByRole("link", { name: "Follow your order" }).waitFor();
}

async function liveOrder(page: Page): Promise<void> {
  await paid(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await page.getByRole("progressbar").first().waitFor();
}

/** An order of the busy weeks, which has items, calls and mails. */
async function busyOrder(page: Page): Promise<void> {
  await asAdmin("/admin?status=processing")(page);
  await page.getByRole("table").getByRole("link").last().click();
  await page.waitForURL(/\/admin\/orders\//);
}

async function halfDelivered(page: Page): Promise<void> {
  await liveOrder(page);
  const progress = page.getByRole("progressbar").first();
  const percent = async () => Number(await progress.getAttribute("aria-valuenow"));
  await expect.poll(percent, { timeout: 2 * minute }).toBeGreaterThanOrEqual(50);
}

const shop = await startLocalShop({
  ...shopUnderTest,
  isBusy: true,
  onStep: (step) => console.log(step),
  onOutput: () => undefined,
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });
  const wanted = process.argv.slice(3);
  if (wanted.includes("readme")) for (const picture of readme) await takePicture(browser, picture);
  else
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
        await page.evaluate(() => window.scrollTo(0, 0));
        await painted(page);
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

async function takePicture(browser: Browser, { file, desktop, phone }: Picture): Promise<void> {
  const sheet = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
  await sheet.setContent(`
    <style>
      body { background: #e8e0cf; display: flex; align-items: center; gap: 48px; margin: 0; padding: 50px 60px; }
      img { border-radius: 20px; box-shadow: 0 24px 60px #10231f40; display: block; height: 900px; }
    </style>
    <img src="${await viewOf(browser, desktop, { width: 1240, height: 900 }, "light")}">
    <img src="${await viewOf(browser, phone, { width: 392, height: 900 }, "dark")}">`);
  writeFileSync(file, await sheet.screenshot());
  await sheet.close();
  console.log(file);
}

/** The first view of a page, as an address for `img`. */
async function viewOf(
  browser: Browser,
  open: Shot["open"],
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
): Promise<string> {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme,
    reducedMotion: "reduce",
    viewport,
  });
  const page = await context.newPage();
  await open(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await painted(page);
  const picture = await page.screenshot();
  await context.close();
  return `data:image/png;base64,${picture.toString("base64")}`;
}
