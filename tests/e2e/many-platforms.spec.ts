import { syncClock } from "@/lib/base/time/clock";
import { changeCatalog } from "../support/catalog";
import { mapLarge, withLarge } from "../support/large-catalog";
import { expectAccessible } from "./accessible";
import { shopUnderTest } from "./local-shop";
import { type SideShop, sideSecret, startSideShop } from "./side-shop";
import { codeOf, giveAdminCode, giveAdminPassword, newUser, withDatabase } from "./signed-in";
import { expect, type Page, test } from "./test";

// A shop of its own: with 62 platforms, every page that lists them looks different.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 10;
test.use({ baseURL: `http://127.0.0.1:${port}`, viewport: { width: 390, height: 844 } });

let shop: SideShop;
test.beforeAll(async () => {
  shop = await startSideShop(port);
  await withDatabase(async (db) => {
    await syncClock(db);
    await changeCatalog(db, withLarge);
  }, shop.databaseUrl);
  await shop.sql(mapLarge);
});
test.afterAll(() => shop?.stop());

const expectNoWider = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

test("a buyer finds one of 62 platforms on the home page, and one of its ten services on its hub", async ({
  page,
}) => {
  const prices = page.getByRole("region", { name: "Every price, in the open" });
  await expect(async () => {
    await page.goto("/");
    await expect(prices.getByRole("listitem")).toHaveCount(62, { timeout: 1_000 });
    await expect(prices).not.toContainText("Not on sale right now", { timeout: 1_000 });
  }).toPass();
  await expectNoWider(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "All 62 platforms" }).first().click();
  await expect(prices).toBeInViewport();
  await prices.getByRole("link", { name: "Network 41 from $1.00" }).click();

  await expect(page.getByRole("heading", { name: "Network 41", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(10);
  await expectNoWider(page);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Service 7" }).click();
  await expect(page).toHaveURL(/service=service-7/);
  await expect(page.getByRole("tabpanel").getByText("$25.00").first()).toBeVisible();
  await page.goto("/network-41/service-7");
  await expect(page.getByText("$25.00").first()).toBeVisible();
  await expectNoWider(page);
});

test("an administrator chooses the platform and the service whose packages are shown, and goes back", async ({
  page,
}) => {
  const admin = await newUser({ isAdmin: true, url: shop.databaseUrl, secret: sideSecret });
  await giveAdminPassword(page, admin);
  await giveAdminCode(page, codeOf(admin));
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto("/admin/catalog");
  await expect(page.getByRole("combobox", { name: "Platform" }).getByRole("option")).toHaveCount(62);
  await page.getByRole("combobox", { name: "Platform" }).selectOption("Network 41");
  await expect(page).toHaveURL(/platform=network-41/);
  await page.getByRole("combobox", { name: "Service" }).selectOption("Service 7");
  await expect(page).toHaveURL(/service=service-7/);
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(5);
  await expectNoWider(page);
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Service" })).toHaveValue("service-0");

  await page.goto("/admin/catalog/platforms");
  await page.getByRole("link", { name: "Network 41", exact: true }).click();
  const services = page.getByRole("navigation", { name: "Services of Network 41" }).getByRole("link");
  await expect(services).toHaveCount(10);
  await services.filter({ hasText: "Service 7" }).click();
  await expect(page.getByRole("heading", { name: "Service 7 Live" })).toBeInViewport();
  await page.getByRole("button", { name: "Edit Network 41 Service 7" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Network 41 Service 7" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit Network 41 Service 7" })).toBeFocused();
  await expectNoWider(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the packages of Network 41 Service 7" }).click();
  await expect(page.getByRole("combobox", { name: "Service" })).toHaveValue("service-7");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Service 7 Live" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Service 0 Live" })).toBeVisible();
});
