import { expectAccessible } from "./accessible";
import { newEmail } from "./journey";
import { codeOf, giveAdminCode, newAdmin, seedOrder, signInAsNewAdmin } from "./signed-in";
import { expect, type Page, test } from "./test";

const narrow = { width: 390, height: 844 };
const laptop = { width: 1440, height: 900 };

const drawer = (page: Page) => page.getByRole("dialog", { name: "Menu" });

test.describe("the admin menu", () => {
  test("stays beside a page that scrolls, and marks where the visitor is", async ({ page, context }) => {
    await signInAsNewAdmin(context);
    await page.setViewportSize(laptop);
    await page.goto("/admin/settings");
    const menu = page.getByRole("navigation", { name: "Admin", exact: true });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(menu.getByRole("link", { name: "Needs me" })).toBeInViewport();
    await expect(menu.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
    await menu.getByRole("link", { name: "Tickets" }).click();
    await expect(page.getByRole("region", { name: "Support Tickets" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Tickets" })).toHaveAttribute("aria-current", "page");
  });

  test("is a dialog on a phone, which Escape and the back button close", async ({ page, context }) => {
    await signInAsNewAdmin(context);
    await page.setViewportSize(narrow);
    await page.goto("/admin/blocks");
    const opener = page.getByRole("link", { name: "Menu" });
    await opener.click();
    await expect(drawer(page).getByRole("link", { name: "Audit log" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/blocks$/);
    await opener.click();
    await expect(drawer(page)).toBeVisible();
    await page.goBack();
    await expect(drawer(page)).toBeHidden();
    await opener.click();
    await drawer(page).getByRole("link", { name: "Reviews" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Customer reviews" })).toBeVisible();
    await expect(drawer(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Block list" })).toBeVisible();
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    test("opens and leads on from a phone", async ({ page, context }) => {
      await signInAsNewAdmin(context);
      await page.setViewportSize(narrow);
      await page.goto("/admin/blocks");
      await page.getByRole("link", { name: "Menu" }).click();
      const menu = page.getByRole("navigation", { name: "Admin", exact: true });
      await menu.getByRole("link", { name: "Customers" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
      await expect(menu).toBeHidden();
    });
  });
});

test("an order is on the overview's first screen of a laptop", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await seedOrder({ email: newEmail() }, { status: "completed" });
  await page.setViewportSize(laptop);
  await page.goto("/admin");
  await expect(page.getByText("Total Revenue")).toBeInViewport();
  const order = page
    .getByRole("region", { name: "Orders" })
    .getByRole("link", { name: /Instagram followers/ });
  await expect(order.first()).toBeInViewport();
});

test("a link to an admin page survives password and second factor", async ({ page }) => {
  const admin = await newAdmin();
  const { id } = await seedOrder({ email: newEmail() }, { status: "completed" });
  await page.goto(`/admin/orders/${id}?from=mail`);
  await expect(page).toHaveURL(/\/auth\?next=/);
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Email").fill(admin.email);
  await form.getByLabel("Password", { exact: true }).fill(admin.password);
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Code").fill(codeOf(admin));
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`/admin/orders/${id}?from=mail`);
});

test("the administrators' sign-in goes on to the page that was asked for", async ({ page }) => {
  const admin = await newAdmin();
  await page.goto("/admin-auth?next=%2Fadmin%2Fblocks");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  // A session without the second factor comes back to the page it asks for too.
  await page.goto("/admin/audit");
  await expect(page).toHaveURL(/\/admin-auth\?next=%2Fadmin%2Faudit$/);
  await giveAdminCode(page, codeOf(admin));
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
});
