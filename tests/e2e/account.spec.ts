import { expectAccessible } from "./accessible";
import { linkTo, password } from "./accounts";
import { fillDetails, mailsTo, newEmail, payButton, payByCard, subjectsTo } from "./journey";
import { seedOrder, signInAlso, signInAsNewCustomer } from "./signed-in";
import { expect, type Page, test, unreachable } from "./test";

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("a guest buys, opens an account with the same address and finds the order in it @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await fillDetails(page, { username: "warmcrumbs", email });
  await payButton(page).click();
  await payByCard(page);
  const orderUrl = await page.getByRole("link", { name: "Follow your order" }).getAttribute("href");
  await page.getByRole("link", { name: "Create Account" }).click();

  await expect(page.getByLabel("Email").last()).toHaveValue(email);
  await page.getByLabel("Password").last().fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();

  await page.goto(await linkTo(email, "/auth/verify"));
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText("Email successfully verified")).toBeVisible();

  await page.goto("/orders");
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(1);
  await page.goto(orderUrl ?? "");
  await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "My Orders" })).toBeVisible();
  await expect.poll(() => subjectsTo(email)).toContain("An order was added to your account");
});

test.describe("the settings", () => {
  test("change the name, the password and who is signed in @phone-deep", async ({ page, context, other }) => {
    const customer = await signInAsNewCustomer(context, password);
    await signInAlso(other.context(), customer);

    await page.goto("/settings");
    await expectAccessible(page);
    const root = page.locator("html");
    expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const file = page.getByRole("link", { name: "Download your data" });
    await expect(file).toHaveAttribute("href", "/settings/export");
    await section(page, "Name").getByLabel("Your name").fill("Mara");
    await section(page, "Name").getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Your name has been saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Your name")).toHaveValue("Mara");

    const devices = section(page, "Devices").getByRole("listitem");
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText("This device");
    await devices.last().getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("The device has been signed out.")).toBeVisible();
    await expect(section(page, "Devices")).toBeFocused();
    await expect(devices).toHaveCount(1);
    await other.goto("/settings");
    await expect(other).toHaveURL(/\/auth/);

    await signInAlso(other.context(), customer);
    await other.goto("/settings");
    await expect(other.getByLabel("Your name")).toHaveValue("Mara");
    const change = section(page, "Password");
    await change.getByLabel("Current password").fill("not my password 1");
    await change.getByLabel("New password", { exact: true }).fill("one more mile 5");
    await change.getByLabel("Repeat the new password").fill("one more mile 5");
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(change.getByText("This is not your password.")).toBeVisible();
    await change.getByLabel("Current password").fill(password);
    await page.route("**/settings", unreachable);
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(change.getByRole("alert")).toContainText("The shop could not be reached.");
    await expect(change.getByLabel("Current password")).toHaveValue(password);
    await page.unroute("**/settings");
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(change.getByText("Your password has been changed.")).toBeVisible();
    for (const field of await change.getByRole("textbox").all()) await expect.soft(field).toHaveValue("");
    await expect(devices).toHaveCount(1);
    await other.goto("/settings");
    await expect(other).toHaveURL(/\/auth/);

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL(/\/auth/);
  });

  test("keep what was typed when the session has ended, and say how to continue", async ({
    page,
    context,
  }) => {
    await signInAsNewCustomer(context);
    await page.goto("/settings");
    const kept = await context.cookies();
    await context.clearCookies();
    const name = section(page, "Name");
    await name.getByLabel("Your name").fill("Mara of the sea");
    await name.getByRole("button", { name: "Save name" }).click();
    await expect(name.getByRole("alert")).toContainText("You are signed out. Please sign in and try again.");
    await expect(name.getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(name.getByLabel("Your name")).toHaveValue("Mara of the sea");

    await context.addCookies(kept);
    await name.getByRole("button", { name: "Save name" }).click();
    await expect(name.getByText("Your name has been saved.")).toBeVisible();
  });

  test("change the address by a link at the new one", async ({ page, context }) => {
    const { email } = await signInAsNewCustomer(context, password);
    const next = newEmail();
    await page.goto("/settings");
    const change = section(page, "Email");
    await change.getByLabel("New email").fill(next);
    await change.getByLabel("Your password").fill(password);
    await change.getByRole("button", { name: "Change email" }).click();
    await expect(change.getByText(/Please open the link/)).toBeVisible();

    const link = await linkTo(next, "/settings/confirm-email");
    await page.goto(link);
    await expect(page.getByText(next)).toBeVisible();
    await page.getByRole("button", { name: "Use the new address" }).click();
    await expect(page.getByText("Your email has been changed")).toBeVisible();
    await expect(page.getByText(`From now on you sign in as ${next}.`)).toBeVisible();
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    await page.reload();
    await expect(page.getByText(next).first()).toBeVisible();
    await page.goto(link);
    await expect(page.getByText("This link has already been used.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Use the new address" })).toHaveCount(0);
  });

  test("delete the account, but not while an order is on its way", async ({ page, context }) => {
    const me = await signInAsNewCustomer(context, password);
    const done = await seedOrder(me, { status: "completed" });
    await page.goto("/settings");
    const remove = section(page, "Delete account");
    await remove.getByLabel(/Type/).fill("delete my account");
    await remove.getByLabel("Your password").fill(password);
    await seedOrder(me, { status: "processing" });
    await remove.getByRole("button", { name: "Delete account" }).click();
    await expect(remove.getByText(/still being delivered/)).toBeVisible();

    const other = await signInAsNewCustomer(context, password);
    const theirs = await seedOrder(other, { status: "completed" });
    await page.goto("/settings");
    await remove.getByLabel(/Type/).fill("delete it");
    await remove.getByLabel("Your password").fill(password);
    await remove.getByRole("button", { name: "Delete account" }).click();
    await expect(remove.getByText(/Please type/)).toBeVisible();
    await remove.getByLabel(/Type/).fill("Delete my account");
    await remove.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByRole("heading", { name: "Your account has been deleted" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" }).first()).toBeAttached();
    expect((await page.goto(`/order/${theirs.token}`))?.status()).toBe(404);
    expect((await page.goto(`/order/${done.token}`))?.status()).toBe(200);
    await page.goto("/settings");
    await expect(page).toHaveURL(/\/auth/);
    await expect.poll(async () => (await mailsTo(other.email)).length).toBe(1);
  });
});
