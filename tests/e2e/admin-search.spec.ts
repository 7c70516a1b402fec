import { expectAccessible } from "./accessible";
import { newEmail } from "./journey";
import { seedOrder, signInAsNewAdmin } from "./signed-in";
import { expect, type Page, test } from "./test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Search everything" });

async function openPalette(page: Page): Promise<void> {
  // Before hydration the keys do nothing.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

test("Ctrl+K finds an order by an address, and Enter opens it", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  const email = newEmail();
  const { id } = await seedOrder({ email }, { status: "completed" });
  await page.goto("/admin/now");
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type(email.slice(0, -4));
  const option = palette(page).getByRole("option", { name: new RegExp(`^#${id.slice(0, 8)}`) });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orders/${id}`);
  await expect(palette(page)).toBeHidden();
});

test("arrows choose a page, Escape closes, and nothing found says what to try", async ({ page, context }) => {
  await signInAsNewAdmin(context, "support");
  await page.goto("/admin/now");
  await openPalette(page);
  await page.keyboard.type("re");
  const options = palette(page).getByRole("option");
  await expect(options.filter({ hasText: "Reviews" })).toHaveAttribute("aria-selected", "true");
  await field(page).fill("zz-nobody-at-all");
  await expect(palette(page).getByText("Nothing matches “zz-nobody-at-all”.")).toBeVisible();
  await expectAccessible(page);
  // The menu's pages of this role, and none else.
  await field(page).fill("");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(options.filter({ hasText: "Suppliers" })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});

test("the search is a button on a phone, and says when it fails", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/now");
  await openPalette(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Search" }).click();
  await expect(field(page)).toBeFocused();
  await page.route("**/admin/search/results*", (route) => route.abort());
  await page.keyboard.type("mara");
  await expect(palette(page).getByText("The search did not answer.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/search\?q=mara$/);
});

test("“pause” and a supplier's name open its dialog, once", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin/now");
  await openPalette(page);
  await page.keyboard.type("pause emulator supplier 1");
  await palette(page)
    .getByRole("option", { name: /^Pause / })
    .click();
  const dialog = page.getByRole("dialog", { name: /^Pause / });
  await expect(dialog.getByLabel("Reason")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/suppliers\/[\w-]+$/);
  await page.reload();
  await expect(dialog).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the search is a page", async ({ page, context }) => {
    await signInAsNewAdmin(context);
    const { id } = await seedOrder({ email: newEmail() }, { status: "completed" });
    await page.goto("/admin/now");
    await page.getByRole("link", { name: "Search" }).click();
    await page.getByLabel("Search everything").fill(`#${id.slice(0, 8)}`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: new RegExp(`^#${id.slice(0, 8)}`) }).click();
    await expect(page).toHaveURL(`/admin/orders/${id}`);
  });
});
