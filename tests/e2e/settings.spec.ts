import { hour, minute, second } from "@/lib/base/time/time";
import { claimNames } from "@/lib/shop/settings/claims";
import { orderFactory } from "../support/factories";
import { expectAccessible } from "./accessible";
import { claimTexts, landings, publicPages } from "./claim-texts";
import { fillDetails, newEmail, payButton, payByCard } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { withDatabase } from "./signed-in";
import { expect, type Page, test } from "./test";

// Settings and legal texts reach the static pages within moments. The tests use a separate shop, because they apply to
// all pages.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 60;
// Visitors who ask for less motion don't see the popup.
test.use({ baseURL: `http://127.0.0.1:${port}`, contextOptions: { reducedMotion: "no-preference" } });

let shop: SideShop;
test.beforeAll(async () => {
  shop = await startSideShop(port);
});
test.afterAll(() => shop?.stop());

const html = async (path: string) => (await fetch(`${shop.origin}${path}`)).text();

test("a claim that is switched off is on no page", async ({ page }) => {
  expect(await html("/")).toMatch(claimTexts);
  await shop.set("claims", Object.fromEntries(claimNames.map((name) => [name, false])));
  try {
    await expect.poll(() => html("/")).not.toMatch(claimTexts);
    for (const path of publicPages) expect.soft(await html(path), path).not.toMatch(claimTexts);
    await page.goto("/instagram/details/followers?package=followers-1000");
    await expect(page.getByLabel("Your order").getByText("$13.49").first()).toBeVisible();
    await expect(page.getByText(/You save|\$17\.99/)).toHaveCount(0);
  } finally {
    await shop.set("claims", {});
  }
  await expect.poll(() => html("/")).toMatch(claimTexts);
});

test("an offer with an end is shown with it, and disappears by itself at that time", async () => {
  const likes = () => html("/instagram/likes");
  const end = (afterMs: number) =>
    shop.set("limitedOfferEndsAt", new Date(Date.now() + afterMs).toISOString());
  await end(hour);
  await expect.poll(likes).toMatch(/Limited Time Offer until \w+ \d+, \d\d:\d\d UTC/);
  await end(5 * second);
  await expect.poll(likes, { timeout: minute }).not.toContain("Limited Time Offer");
  await shop.set("limitedOfferEndsAt", "");
  await expect.poll(likes).toContain("Limited Time Offer");
});

test("a change of one platform leaves the other's pages as they are, and a support address is on all", async () => {
  const cacheOf = async (path: string) =>
    (await fetch(`${shop.origin}${path}`)).headers.get("x-nextjs-cache");
  const others = ["/instagram", "/instagram/likes", "/instagram/details/views", "/terms"];
  for (const path of others) await expect.poll(() => cacheOf(path)).toBe("HIT");
  await shop.sql(
    "UPDATE platforms SET texts = texts || '{\"lead\":\"A lead of today.\"}' WHERE slug = 'tiktok'",
  );
  await expect.poll(() => html("/tiktok")).toContain("A lead of today.");
  for (const path of others) expect(await cacheOf(path), path).toBe("HIT");
  await shop.set("supportEmail", "today@shop.example");
  for (const path of others) await expect.poll(() => html(path)).toContain("today@shop.example");
  await shop.set("supportEmail", "");
});

test("the announcement and the support address are shown on the pages, as text", async ({ page }) => {
  await shop.set("announcement", "Back on Monday <b>at nine</b>");
  await shop.set("supportEmail", "care@shop.example");
  await expect.poll(() => html("/terms")).toContain("care@shop.example");
  const look = expect.configure({ soft: true }).poll;
  for (const path of ["/", "/tiktok", "/contact", "/success"])
    await look(() => html(path), path).toContain("care@shop.example");
  await page.goto("/instagram/likes");
  await expect(page.getByRole("region", { name: "Announcement" })).toHaveText(
    "Back on Monday <b>at nine</b>",
  );
});

test("a shop that takes no withdrawals has neither the page nor its link", async ({ request }) => {
  const status = async () => (await request.get("/withdraw")).status();
  const footer = () => html("/terms");
  expect([await status(), (await footer()).includes("Withdraw from contract")]).toEqual([200, true]);
  await shop.set("withdrawal", false);
  await expect.poll(status).toBe(404);
  await expect.poll(footer).not.toContain("Withdraw from contract");
  await shop.set("withdrawal", true);
  await expect.poll(status).toBe(200);
});

test("a change that is made while a page is being rendered still reaches that page", async () => {
  for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await shop.set("announcement", `Old news ${round}`);
    await expect.poll(() => html("/privacy")).toContain(`>Old news ${round}<`);
    // These pages are regenerated for their first visitor, with data from before or after the change.
    await Promise.all([shop.set("announcement", `News ${round}`), ...landings.map(html)]);
    for (const path of landings)
      await expect.poll(async () => (await html(path)).includes(`>News ${round}<`), path).toBe(true);
  }
});

const popup = (page: Page) => page.getByRole("complementary", { name: "Recent purchases" });

test("the popup shows a fixed message, and stays closed once it was closed", async ({ page }) => {
  await shop.set("socialProofSource", "fixed");
  await page.goto("/instagram");
  await expect(popup(page)).toContainText("5,000 views bought");
  await popup(page).getByRole("button", { name: "Close the messages" }).click();
  await expect(popup(page)).toHaveCount(0);
  await page.goto("/tiktok");
  // A new tab, where it was not closed, shows it after the same time.
  const fresh = await page.context().newPage();
  await fresh.goto("/tiktok");
  await expect(popup(fresh)).toContainText("5,000 views bought");
  await expect(popup(page)).toHaveCount(0);
});

for (const [path, width, height] of [
  ["/", 390, 844],
  ["/instagram", 1440, 900],
  ["/tiktok/likes", 320, 640],
] as const) {
  test(`the popup covers no control of ${path} at ${width} pixels`, async ({ page }) => {
    await shop.set("socialProofSource", "fixed");
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(popup(page)).toContainText("5,000 views bought");
    const covered = await popup(page).evaluate((shown) => {
      const place = shown.getBoundingClientRect();
      return [...document.querySelectorAll("a, button")]
        .filter((control) => !shown.contains(control))
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.left < place.right && box.right > place.left)
        .filter(({ box }) => box.top < place.bottom && box.bottom > place.top)
        .map(({ control }) => control.textContent);
    });
    expect(covered).toEqual([]);
  });
}

test("the popup of real orders is hours old, rounded down and without a name", async ({ page, request }) => {
  await shop.set("socialProofSource", "orders");
  await withDatabase(async (db) => {
    const at = new Date(Date.now() - 5 * hour);
    const data = { createdAt: at, paidAt: at };
    await orderFactory(db, { service: "likes", quantity: 1_640, username: "someone.known", data });
    await orderFactory(db, { service: "views", quantity: 9_999 });
  }, shop.databaseUrl);
  await expect
    .poll(async () => (await request.get("/api/social-proof")).json())
    .toEqual({ messages: [{ text: "1,000 likes bought", ago: "5 hours ago" }] });
  await page.goto("/tiktok");
  await expect(popup(page)).toContainText("1,000 likes bought");
});

test.describe("beside the payment button", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const publishTerms = (version: number) =>
    shop.sql(
      `INSERT INTO legal_texts (kind, version, lead, body, reason, published_by)
       VALUES ('terms', ${version}, '', 'Other terms.', 'a test', 'ops')`,
    );

  test("terms that change while the page is open must be read first, and what was typed stays", async ({
    page,
  }) => {
    await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
    const line = page.getByText(/^By paying you agree to the Terms of Service/);
    await expect(line.getByRole("link", { name: "Refund Policy" })).toHaveAttribute("href", "/refunds");
    await publishTerms(3);
    const pay = payButton(page);
    await pay.click();
    const refusal = page.getByRole("alert").filter({ hasText: "Our terms have changed" });
    await expect(refusal.getByRole("link", { name: "Read the terms" })).toHaveAttribute("href", "/terms");
    // The page has read the new versions meanwhile, or does so now.
    await expect(async () => {
      if (await pay.isVisible()) await pay.click({ timeout: 5_000 });
      await expect(page.getByLabel("Card number")).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  test("where the operator asks for a box, buyers tick it for the terms it shows, also to pay again", async ({
    page,
  }) => {
    const saysTick = async () => (await page.request.get("/tiktok/checkout/followers")).text();
    await shop.set("asksForTick", true);
    await expect.poll(saysTick).toMatch(/asksForTick\\?":true/);
    await fillDetails(page, { username: "lucarows", email: newEmail() });
    const box = page.getByRole("checkbox", { name: "I have read this and agree." });
    const pay = payButton(page);
    await pay.click();
    await expect(page.getByRole("alert").filter({ hasText: "Please tick the box" })).toBeVisible();
    await expect(box).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await publishTerms(4);
    // A tick for the old terms is none for the new ones, once the page shows those.
    await expect(async () => {
      await pay.click();
      await expect(box).not.toBeChecked({ timeout: 5_000 });
    }).toPass();
    await box.check();
    await pay.click();
    await expect(page.getByLabel("Card number")).toBeVisible();

    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL(/canceled=1/);
    await page.getByRole("button", { name: "Pay now" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Please tick the box" })).toBeVisible();
    await box.check();
    await page.getByRole("button", { name: "Pay now" }).click();
    await payByCard(page);
    await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
  });
});
