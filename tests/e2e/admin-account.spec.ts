import { newEmail } from "./journey";
import {
  auditedActions,
  codeOf,
  forgetSecondFactor,
  giveAdminCode,
  giveAdminPassword,
  leaveUnused,
  newAdmin,
  signInAsNewAdmin,
} from "./signed-in";
import { expect, test } from "./test";

// Administrators' accounts on the customers' pages.

test("with the password alone, an administrator's account does not open its settings or its data", async ({
  page,
  context,
}) => {
  const admin = await signInAsNewAdmin(context);
  // The page stays open when the second factor is removed, so its forms can still be sent.
  await page.goto("/settings");
  await forgetSecondFactor(admin);
  const email = page.getByRole("region", { name: "Email" });
  await email.getByLabel("New email").fill(newEmail());
  await email.getByLabel("Your password").fill(admin.password);
  await email.getByRole("button", { name: "Change email" }).click();
  await expect(email.getByRole("alert")).toContainText("Please sign in with your second factor");
  const password = page.getByRole("region", { name: "Password" });
  await password.getByLabel("Current password").fill(admin.password);
  await password.getByLabel("New password", { exact: true }).fill("a phrase of somebody else");
  await password.getByLabel("Repeat the new password").fill("a phrase of somebody else");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByRole("alert")).toContainText("Please sign in with your second factor");
  const devices = page.getByRole("region", { name: "Devices" });
  await devices.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(devices.getByRole("alert")).toContainText("Please sign in with your second factor");

  expect((await page.request.get("/settings/export")).status()).toBe(403);
  for (const path of ["/settings", "/settings/confirm-email?token=x"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin-auth$/);
  }
  expect(await auditedActions(admin)).toEqual([]);
});

test("with the second factor, the password can be changed, which renews the session and is in the audit log", async ({
  page,
  context,
}) => {
  const admin = await signInAsNewAdmin(context);
  const before = await context.cookies();
  await page.goto("/settings");
  const form = page.getByRole("region", { name: "Password" });
  await form.getByLabel("Current password").fill(admin.password);
  await form.getByLabel("New password", { exact: true }).fill("a phrase of the day watch");
  await form.getByLabel("Repeat the new password").fill("a phrase of the day watch");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByText("Your password is changed.")).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(await auditedActions(admin)).toEqual(["password.changed"]);

  await context.addCookies(before);
  expect((await page.request.get("/api/me")).status()).toBe(401);
});

test("a copy of the cookie from before the second factor is worthless afterwards", async ({
  page,
  context,
  browser,
}) => {
  const admin = await newAdmin();
  await giveAdminPassword(page, admin);
  await expect(page.getByLabel("Code")).toBeVisible();
  const thief = await browser.newContext();
  await thief.addCookies(await context.cookies());
  await giveAdminCode(page, codeOf(admin));
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect((await thief.request.get("/api/me")).status()).toBe(401);
  await thief.close();
});

test("wrong codes of a stranger who has the password do not lock the administrator out", async ({
  page,
  browser,
}) => {
  const admin = await newAdmin();
  await giveAdminPassword(page, admin);
  await giveAdminCode(page, codeOf(admin));
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto("/orders");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);

  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await giveAdminPassword(stranger, admin);
  await giveAdminCode(stranger, "000000");
  await expect(stranger.getByRole("alert").filter({ hasText: "This code is not right" })).toBeVisible();
  await elsewhere.close();

  // The limits are tested in tests/integration/auth/codes.test.ts; here the browser is known by its second factor.
  await giveAdminPassword(page, admin);
  await expect(page.getByLabel("Code")).toBeVisible();
  const device = (await page.context().cookies()).find(({ name }) => name === "shop_device");
  expect(device?.value).toBeTruthy();
});

test("a session that was not used for half an hour has ended", async ({ page, context }) => {
  const admin = await signInAsNewAdmin(context);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await leaveUnused(admin, 31);
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/auth\?next=%2Fadmin$/);
});

test("setting up the second factor shows the recovery codes, once", async ({ page }) => {
  const admin = await newAdmin({ hasSecondFactor: false });
  await giveAdminPassword(page, admin);
  const secret = (await page.getByText("Enter this key:").locator("code").textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf({ ...admin, totpSecret: secret }));
  await page.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(codes.first()).toHaveText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  await page.reload();
  await expect(codes).toHaveCount(0);
  await page.getByRole("link", { name: "Go to the admin pages" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});
