import { expectAccessible } from "./accessible";
import {
  ageReauthentication,
  codeOf,
  forgetSecondFactor,
  giveAdminCode,
  giveAdminPassword,
  newAdmin,
  run,
  seedOrder,
  signInAsNewAdmin,
  signInAsNewCustomer,
} from "./signed-in";
import { expect, test } from "./test";

test.describe("the admin sign-in", () => {
  test("needs email, password and a code of the app, which works once", async ({ page, browser }) => {
    const admin = await newAdmin();
    await page.goto("/admin");
    await expect(page.getByText("Please log in to access the admin dashboard.")).toBeVisible();
    await giveAdminPassword(page, { ...admin, password: "not the phrase" });
    await expect(page.getByRole("alert").filter({ hasText: "Invalid credentials" })).toBeVisible();
    await giveAdminPassword(page, admin);
    await expect(page.getByLabel("Code")).toBeVisible();
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-auth$/);
    const code = codeOf(admin);
    await giveAdminCode(page, code);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    // Marks the browser as known, so that wrong codes of others lock it out of nothing.
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("shop_device");

    const other = await browser.newPage();
    await giveAdminPassword(other, admin);
    await giveAdminCode(other, code);
    await expect(other.getByRole("alert").filter({ hasText: "or was used before" })).toBeVisible();
    await other.close();
  });

  test("takes no code for a session that has given one: the password's time stays as it was", async ({
    page,
    context,
  }) => {
    const admin = await signInAsNewAdmin(context);
    await forgetSecondFactor(admin);
    await page.goto("/admin-auth");
    await ageReauthentication(admin);
    await run("UPDATE user_sessions SET second_factor_at = now() WHERE user_id = $1", [admin.id]);
    await giveAdminCode(page, codeOf(admin));
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    const unchanged = await run(
      `SELECT FROM user_sessions JOIN users ON users.id = user_id
       WHERE user_id = $1 AND reauthenticated_at < now() - interval '50 minutes' AND totp_last_step IS NULL`,
      [admin.id],
    );
    expect(unchanged).toHaveLength(1);
  });

  test("does not say whether a customer's password was right", async ({ page, context }) => {
    const customer = await signInAsNewCustomer(context);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You don't have admin privileges.")).toBeVisible();
    await giveAdminPassword(page, { ...customer, password: "whatever it is" });
    await expect(page.getByRole("alert").filter({ hasText: "Invalid credentials" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  });

  test("sets up the second factor, and shows the recovery codes once", async ({ page }) => {
    const admin = await newAdmin({ hasSecondFactor: false });
    await giveAdminPassword(page, admin);
    const secret = (await page.getByText("Enter this key:").locator("code").textContent()) ?? "";
    await page.getByRole("textbox", { name: "Code" }).fill(codeOf({ totpSecret: secret }));
    await page.getByRole("button", { name: "Confirm" }).click();
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await expect(codes.first()).toHaveText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    await page.reload();
    await expect(codes).toHaveCount(0);
    await page.getByRole("link", { name: "Go to the admin pages" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });

  test("with the password alone does not open the account's settings, nor do forms that were open before", async ({
    page,
    context,
  }) => {
    const admin = await signInAsNewAdmin(context);
    await page.goto("/settings");
    await forgetSecondFactor(admin);
    const devices = page.getByRole("region", { name: "Devices" });
    await devices.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(devices.getByRole("alert")).toContainText("Please sign in with your second factor");
    await page.goto("/settings");
    await expect(page).toHaveURL(/\/admin-auth$/);
  });
});

test("orders are found by email and status; columns can be chosen, and the file has these rows @phone-deep", async ({
  page,
  context,
  isMobile,
}) => {
  await signInAsNewAdmin(context);
  const email = `found-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const orders = await Promise.all([
    seedOrder({ email }, { status: "completed", cents: 229 }),
    seedOrder({ email }, { status: "failed", cents: 1349, quantity: 1000 }),
  ]);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText("Total Revenue")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /Instagram followers/ })).toHaveCount(2);
  const statuses = page.getByRole("navigation", { name: "Filter by status" });
  await statuses.getByRole("link", { name: "Completed" }).click();
  await expect(page).toHaveURL(/status=completed/);
  await expect(page.getByRole("link", { name: /Instagram followers/ })).toHaveCount(1);
  await expect(page.getByText(`#${orders[0].id.slice(0, 8)}`)).toBeVisible();
  await page.reload();
  await expect(statuses.getByRole("link", { name: "Completed" })).toHaveAttribute("aria-current", "page");
  if (!isMobile) {
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Date" }).uncheck();
    await expect(page).toHaveURL(/hide=date/);
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Date" })).toHaveCount(0);
    await page.getByRole("columnheader", { name: "Amount" }).getByRole("link").click();
    await expect(page).toHaveURL(/sort=dearest.*hide=date|hide=date.*sort=dearest/);
    await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
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

test("a list is walked with the keyboard: into an order, to its neighbour, and back to the same place", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  const email = `walked-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const older = await seedOrder({ email }, { status: "completed", cents: 229, age: 50 });
  const newer = await seedOrder({ email }, { status: "completed", cents: 1349 });
  await page.goto(`/admin?q=${email}`);
  const links = page.getByRole("link", { name: /Instagram followers/ });
  await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
  await page.getByRole("searchbox").press("j");
  await expect(page.getByRole("searchbox")).toHaveValue(`j${email}`);
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orders/${newer.id}`);
  await expect(page.getByText("1 of 2")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/admin/orders/${older.id}`);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("1 of 2")).toBeVisible();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // The page listens just after it is painted.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(keys).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(`/admin/orders/${newer.id}`);
  await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect(page).toHaveURL(`/admin?q=${encodeURIComponent(email)}#entry-${newer.id}`);
});

test("a changed setting is in the audit log with its old value, and the log's chain is unbroken", async ({
  page,
  context,
}) => {
  const admin = await signInAsNewAdmin(context);
  await page.goto("/admin/settings?section=delivery");
  const hours = page.getByLabel("Hours to fix an unreachable target");
  await hours.fill("0");
  const form = page.locator("form").filter({ has: hours });
  await form.getByLabel("Reason").fill("A browser test");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(hours).toHaveAttribute("aria-invalid", "true");
  await hours.fill("71");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Saved. It applies from now on.")).toBeVisible();
  await page.goto(`/admin/audit?actor=${encodeURIComponent(admin.email)}`);
  await expect(page.getByRole("heading", { name: `${admin.email} changed the settings` })).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText("was 72, is 71");
  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByText(/The log is intact/)).toBeVisible();
  await page.goto("/admin/settings?section=delivery");
  await hours.fill("72");
  await form.getByLabel("Reason").fill("A browser test");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Saved. It applies from now on.")).toBeVisible();
});
