import { expectAccessible } from "./accessible";
import { codeOf, newAdmin, seedOrder, signInAsNewAdmin, signInAsNewCustomer } from "./signed-in";
import { expect, test } from "./test";

test.describe("the admin sign-in", () => {
  test("needs email, password and a code of the app, which works once", async ({ page, browser }) => {
    const admin = await newAdmin();
    await page.goto("/admin");
    await expect(page.getByText("Please log in to access the admin dashboard.")).toBeVisible();
    await page.goto("/admin-auth");
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password").fill("not the phrase");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Invalid credentials" })).toBeVisible();
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByLabel("Code")).toBeVisible();
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-auth$/);
    const code = codeOf(admin);
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Open the admin pages" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

    const other = await browser.newPage();
    await other.goto("/admin-auth");
    await other.getByLabel("Email").fill(admin.email);
    await other.getByLabel("Password").fill(admin.password);
    await other.getByRole("button", { name: "Sign In" }).click();
    await other.getByLabel("Code").fill(code);
    await other.getByRole("button", { name: "Open the admin pages" }).click();
    await expect(other.getByRole("alert").filter({ hasText: "or was used before" })).toBeVisible();
    await other.close();
  });

  test("does not say whether a customer's password was right", async ({ page, context }) => {
    const customer = await signInAsNewCustomer(context);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You don't have admin privileges.")).toBeVisible();
    await page.goto("/admin-auth");
    await page.getByLabel("Email").fill(customer.email);
    await page.getByLabel("Password").fill("whatever it is");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Invalid credentials" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  });
});

test("orders are found by status, name and email; columns can be chosen, and the file has these rows @phone-deep", async ({
  page,
  context,
  isMobile,
}) => {
  await signInAsNewAdmin(context);
  const email = `found-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const orders = await Promise.all([
    seedOrder({ id: null, email }, { status: "completed", cents: 229 }),
    seedOrder({ id: null, email }, { status: "failed", cents: 1349, quantity: 1000 }),
  ]);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText("Total Revenue")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("link", { name: /Instagram followers/ })).toHaveCount(2);
  await page.getByRole("combobox", { name: "Status" }).selectOption("completed");
  await expect(page).toHaveURL(/status=completed/);
  await expect(page.getByRole("link", { name: /Instagram followers/ })).toHaveCount(1);
  await expect(page.getByText(`#${orders[0].id.slice(0, 8)}`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("completed");
  if (!isMobile) {
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Date" }).uncheck();
    await expect(page).toHaveURL(/hide=date/);
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Date" })).toHaveCount(0);
    const sort = page.getByRole("combobox", { name: "Sort" });
    await sort.press("ArrowDown");
    await expect(sort).toHaveValue("oldest");
    await sort.press("ArrowDown");
    await expect(sort).toHaveValue("dearest");
    await expect(sort).toBeFocused();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/sort=dearest.*hide=date|hide=date.*sort=dearest/);
    await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Date" })).toHaveCount(0);
    await page.getByText("Columns", { exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("checkbox", { name: "Status" })).toBeHidden();
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const lines = (await (await import("node:fs/promises")).readFile(await download.path(), "utf8"))
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(orders[0].id);
  await page.goto("/admin?q=nobody-at-all%40example.com");
  await expect(page.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await expectAccessible(page);
});

test("the export is refused to guests and customers", async ({ page, context }) => {
  const asGuest = await page.request.get("/admin/orders/export");
  expect(asGuest.status()).toBe(401);
  await signInAsNewCustomer(context);
  const asCustomer = await page.request.get("/admin/orders/export");
  expect(asCustomer.status()).toBe(403);
  expect(await asCustomer.text()).not.toContain("@example.com");
});
