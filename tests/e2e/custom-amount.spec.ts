import type { Database } from "@/lib/base/db/client";
import { syncClock } from "@/lib/base/time/clock";
import { addAddOn, changeService } from "@/lib/shop/catalog/edit-document";
import { changeCatalog } from "../support/catalog";
import { followersBesideLikes } from "../support/vocabulary";
import { expectAccessible } from "./accessible";
import { fillPresent, newEmail, payButton, payByCard, proceedButton, usernameField } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { run, withDatabase } from "./signed-in";
import { expect, type Page, test } from "./test";

// A shop of its own: other tests order at the prices of packages.
const port = shopUnderTest.port + 70;
const details = "/instagram/details/followers";

const steps = (first: number, next: number) => [
  { from: 1, microsPerUnit: first },
  { from: 101, microsPerUnit: next },
];

const amountField = (page: Page) => page.getByLabel(/choose your own amount/i);
const slider = (page: Page) => page.getByRole("slider", { name: "Amount of followers" });
const summary = (page: Page) => page.getByRole("complementary", { name: "Your order" });

async function fillBuyer(page: Page, email: string, username = "wanderwithmara"): Promise<void> {
  await fillPresent(usernameField(page), username);
  await fillPresent(page.getByLabel("Email"), email);
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
}

/** TikTok followers in a second quality, by amount only. */
async function addPremium(db: Database): Promise<void> {
  await changeCatalog(db, (document) =>
    changeService(document, { platform: "tiktok", service: "followers" }, (service) => {
      const [standard] = service.variants;
      if (!standard) throw new Error("it has one");
      const facts = { slug: "premium", label: "Premium", refillDays: 90, priceSteps: steps(50_000, 40_000) };
      return { ...service, variants: [standard, { ...standard, ...facts }] };
    }),
  );
  const { id: smmServiceId } = await db.smmService.findFirstOrThrow({ where: { variant: "premium" } });
  const { supplierServiceId } = await db.serviceMapping.findFirstOrThrow({
    where: { smmService: { platform: "tiktok", serviceType: "followers" } },
  });
  await db.serviceMapping.create({ data: { smmServiceId, supplierServiceId, preference: 1 } });
}

test.describe("a shop with prices by amount", () => {
  test.describe.configure({ mode: "serial" });
  let shop: SideShop;
  test.beforeAll(async () => {
    shop = await startSideShop(port);
    const sell = (service: string, change: object) =>
      withDatabase(async (db) => {
        await syncClock(db);
        await changeCatalog(db, (document) =>
          changeService(document, { platform: "instagram", service }, (held) => ({
            ...held,
            variants: held.variants.map((variant) => ({ ...variant, ...change })),
          })),
        );
      }, shop.databaseUrl);
    await sell("followers", { priceSteps: steps(25_000, 15_000), minQuantity: 30, maxQuantity: 20_000 });
    await sell("likes", { priceSteps: steps(40_000, 12_000), minQuantity: 20 });
    await withDatabase(addPremium, shop.databaseUrl);
    await withDatabase(
      (db) => changeCatalog(db, (document) => addAddOn(document, followersBesideLikes)),
      shop.databaseUrl,
    );
  });
  test.afterAll(() => shop?.stop());

  const open = async (page: Page, path: string) => {
    await expect(async () => {
      await page.goto(`${shop.origin}${path}`);
      await expect(page.getByText("our own amount").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };
  const orderOf = async (email: string) => {
    type Row = { token: string; package_id: string; quantity: number; paid_cents: number; variant: string };
    const rows = await run<Row>(
      "SELECT token, package_id, quantity, paid_cents, variant FROM orders WHERE email = $1",
      [email],
      shop.databaseUrl,
    );
    return rows[0];
  };

  test("a buyer types an amount, sees its price at once, keeps it over a reload and the way back, and pays it", async ({
    page,
  }) => {
    await open(page, `${details}?package=followers-1000`);
    await expect(amountField(page)).toHaveValue("1000");
    await amountField(page).fill("1250");
    await expect(summary(page)).toContainText("$19.75");
    await amountField(page).blur();
    await expect(page).toHaveURL(/package=followers-custom-standard-1250/);
    await page.reload();
    await expect(amountField(page)).toHaveValue("1250");
    await expect(page.getByLabel("Package", { exact: true })).toHaveValue("followers-custom-standard-1250");
    // It has no former price.
    await expect(summary(page).locator("s")).toHaveCount(0);

    const email = newEmail();
    await fillBuyer(page, email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/checkout\/followers\?package=followers-custom-standard-1250/);
    await expect(page.getByRole("list", { name: "Order lines" })).toContainText("1,250 followers");
    await page.goBack();
    await expect(amountField(page)).toHaveValue("1250");
    await page.goForward();
    await payButton(page).click();
    await expect(page.getByText("$19.75").first()).toBeVisible();
    await payByCard(page);
    await expect(page).toHaveURL(/\/success|\/order\//);
    await expect
      .poll(() => orderOf(email))
      .toMatchObject({
        package_id: "followers-custom-standard-1250",
        quantity: 1_250,
        paid_cents: 1_975,
        variant: "standard",
      });
  });

  test("an amount that is not sold says what to choose, and does not continue", async ({ page }) => {
    await open(page, details);
    await fillBuyer(page, newEmail());
    await amountField(page).fill("29");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Choose at least 30 followers.")).toBeVisible();
    await expect(amountField(page)).toBeFocused();
    await amountField(page).fill("20001");
    await amountField(page).blur();
    await expect(page.getByText("Choose at most 20,000 followers.")).toBeVisible();
    // The package of this size costs less than its steps.
    await amountField(page).fill("1000");
    await expect(page.getByText("Choose at most")).toBeHidden();
    await expect(page.getByLabel("Package", { exact: true })).toHaveValue("followers-1000");
    await expect(summary(page)).toContainText("$13.49");
  });

  test("the slider works by keyboard, and the page is accessible and not wider than a phone", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${details}?package=followers-custom-standard-1250`);
    await expect(slider(page)).toBeEnabled();
    await expect(amountField(page)).toHaveValue("1250");
    await slider(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect(amountField(page)).toHaveValue("1300");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "1,300 followers, $20.50");
    await page.keyboard.press("Home");
    await expect(amountField(page)).toHaveValue("30");
    await page.keyboard.press("End");
    await expect(amountField(page)).toHaveValue("20000");
    // The address follows later, and never takes a newer choice back.
    for (const key of ["Home", "End", "Home", "End"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/followers-custom-standard-20000/);
    await expect(amountField(page)).toHaveValue("20000");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("an amount of likes is shared among posts", async ({ page }) => {
    await open(page, "/instagram/details/likes?package=likes-custom-standard-155");
    const email = newEmail();
    await fillBuyer(page, email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/post-selection\?package=likes-custom-standard-155/);
    const posts = page.getByRole("checkbox", { name: /^Post \d/ });
    await posts.nth(0).check();
    await posts.nth(1).check();
    await page.getByRole("button", { name: "Split evenly" }).click();
    await expect(summary(page)).toContainText("$4.66");
    const opening = page.waitForEvent("popup");
    await proceedButton(page).click();
    const payment = await opening;
    await payByCard(payment);
    await expect.poll(() => orderOf(email)).toMatchObject({ quantity: 155, paid_cents: 466 });
  });

  test("a buyer of likes adds followers for the account, and each is an item of the order", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/instagram/details/likes?package=likes-100");
    const email = newEmail();
    await fillBuyer(page, email, "demo_many");
    await page.getByRole("button", { name: "Continue" }).click();
    await page
      .getByRole("checkbox", { name: /^Post \d/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Add 250 followers to the order" }).click();
    await expect(page.getByText("+250 followers added!")).toBeVisible();
    await expect(summary(page)).toContainText("100 likes and 250 followers");
    await expect(summary(page)).toContainText("100 of 100 allocated");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const opening = page.waitForEvent("popup");
    await proceedButton(page).click();
    const payment = await opening;
    await payByCard(payment);
    await expect.poll(() => orderOf(email)).toMatchObject({ quantity: 350, paid_cents: 548 });
    await page.goto(`${shop.origin}/order/${(await orderOf(email))?.token}`);
    await expect(page.getByRole("heading", { name: "350 likes and followers" })).toBeVisible();
    await expect(page.getByText("0 of 100 likes")).toBeVisible();
    await expect(page.getByText("0 of 250 followers")).toBeVisible();
  });

  test("a buyer chooses between two qualities, each with its own packages and amounts", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(async () => {
      await page.goto(`${shop.origin}/tiktok/details/followers`);
      await expect(page.getByRole("radio", { name: /^Premium/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole("radio", { name: /^Standard/ })).toBeChecked();
    await expect(amountField(page)).toHaveCount(0);
    await page.getByRole("radio", { name: /^Premium.*refilled for 90 days/ }).check();
    await expect(page.getByLabel("Package", { exact: true })).toHaveCount(0);
    await amountField(page).fill("200");
    await expect(summary(page)).toContainText("$9.00");
    // The other quality has no such amount: its first package is chosen, and its size is kept on the way back.
    await page.getByRole("radio", { name: /^Standard/ }).check();
    await expect(page.getByLabel("Package", { exact: true })).toHaveValue("followers-100");
    await page.getByRole("radio", { name: /^Premium/ }).check();
    await expect(page).toHaveURL(/followers-custom-premium-100/);
    await page.reload();
    await expect(page.getByRole("radio", { name: /^Premium/ })).toBeChecked();
    await expect(amountField(page)).toHaveValue("100");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const email = newEmail();
    await fillBuyer(page, email, "demo_many");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("list", { name: "Order lines" })).toContainText("100 followers (Premium)");
    await payButton(page).click();
    await payByCard(page);
    await expect.poll(() => orderOf(email)).toMatchObject({ variant: "premium", paid_cents: 500 });
  });
});
