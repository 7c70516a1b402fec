import { expectAccessible } from "./accessible";
import { linkTo, password, sessionOf, signIn, signOut, signUp } from "./accounts";
import { newEmail } from "./journey";
import { shopUnderTest } from "./local-shop";
import { signInAsNewCustomer } from "./signed-in";
import { expect, test, unreachable } from "./test";

test("signing up, following the link to the dashboard, signing in, staying, and signing out @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, email);

  await page.goto("/auth?next=/orders");
  await signIn(page, email);
  await expect(page.getByRole("alert").filter({ hasText: "Authentication failed" })).toContainText(
    "Please check your credentials and try again.",
  );

  const link = await linkTo(email, "/auth/verify");
  await page.goto(link);
  await expect(page).toHaveURL(/\/dashboard(?:\?verified=1)?$/);
  await expect(page.getByText("Email successfully verified")).toBeVisible();
  await signOut(page);

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Verification Error" })).toBeVisible();
  await expect(page.getByText("This link has already been used.")).toBeVisible();

  await page.goto("/orders");
  await expect(page).toHaveURL(/\/auth\?next=%2Forders$/);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/orders$/);
  const cookie = await sessionOf(page);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await page.reload();
  await expect(page).toHaveURL(/\/orders$/);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/?browse=1");
  await expect(page).toHaveURL(/browse=1$/);

  await signOut(page);
  expect(await sessionOf(page)).toBeUndefined();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);
});

test("a form that is refused, or does not reach the shop, keeps what was typed @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/auth?tab=sign-up");
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  const [name, secret] = [form.getByLabel("Username"), form.getByLabel("Password", { exact: true })];
  const send = form.getByRole("button", { name: "Sign Up" });
  await name.fill("Mara of the sea");
  await form.getByLabel("Email").fill(email);
  await secret.fill("password1");
  await send.click();
  await expect(form.getByText(/^This is a commonly used password\./)).toBeVisible();
  await expect(secret).toBeFocused();
  await expect(name).toHaveValue("Mara of the sea");

  await secret.fill(password);
  await page.route("**/auth*", unreachable);
  await send.click();
  await expect(form.getByRole("alert")).toContainText("The shop could not be reached.");
  await expect(name).toHaveValue("Mara of the sea");
  await expect(secret).toHaveValue(password);

  await page.unroute("**/auth*", unreachable);
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: "Account created!" })).toBeFocused();
});

test("in another browser the link asks for the password of the sign-up, or sets a new one", async ({
  page,
  other,
}) => {
  const first = newEmail();
  await signUp(page, first);
  await other.goto(await linkTo(first, "/auth/verify"));
  await other.getByLabel("Password", { exact: true }).fill("not-the-one-5");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other.getByText("This is not the password of that sign-up.")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.route("**/auth/verify*", unreachable);
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "The shop could not be reached." })).toBeVisible();
  await expect(other.getByLabel("Password", { exact: true })).toHaveValue(password);
  await other.unroute("**/auth/verify*");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other).toHaveURL(/\/dashboard(?:\?verified=1)?$/);
  await signOut(other);

  // Another visitor signed up with the owner's address; that visitor's password does not open the account.
  const owners = newEmail();
  await signUp(page, owners);
  await other.goto(await linkTo(owners, "/auth/verify"));
  await expectAccessible(other);
  await other.getByRole("link", { name: "Set a new password" }).click();
  await other.getByLabel("New password").fill("password1");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other.getByText(/^This is a commonly used password\./)).toBeVisible();
  await other.getByLabel("New password").fill("another-tide-77");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other).toHaveURL(/\/dashboard(?:\?verified=1)?$/);
  // A next address off the site leads to the dashboard instead.
  await page.goto("/auth?next=//evil.example");
  await signIn(page, owners);
  await expect(page.getByRole("alert").filter({ hasText: "Authentication failed" })).toBeVisible();
  await signIn(page, owners, "another-tide-77");
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
});

test("a session that has ended elsewhere leads to the sign-in page, without a redirect loop", async ({
  page,
}) => {
  await signInAsNewCustomer(page.context());
  const kept = await page.context().cookies();
  await signOut(page);

  // A copied cookie is worthless once its session has ended.
  await page.context().addCookies(kept);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);
  expect(await sessionOf(page)).toBeUndefined();
  // Leaves the open page, because it asks who is signed in, and the answer would clear the cookies that are set next.
  await page.goto("about:blank");
  await page.context().addCookies(kept);
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);
});

test("a forgotten password is replaced by a link, and every other session ends", async ({ page, other }) => {
  const { email } = await signInAsNewCustomer(other.context(), password);
  await other.goto("/dashboard");
  await expect(other).toHaveURL(/\/dashboard$/);

  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The form that is left asks for an email too.
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Please check your email" })).toBeFocused();
  await page.goto(await linkTo(email, "/auth/reset"));
  await page.getByLabel("New password").fill("password1");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText(/^This is a commonly used password\./)).toBeVisible();
  await page.getByLabel("New password").fill("another-tide-77");
  await page.route("**/auth/reset*", unreachable);
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The shop could not be reached." })).toBeVisible();
  await expect(page.getByText("This link can't be used")).toHaveCount(0);
  await page.unroute("**/auth/reset*");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();

  await other.goto("/orders");
  await expect(other).toHaveURL(/\/auth\?next=%2Forders$/);

  await signIn(page, email);
  await expect(page.getByText("Authentication failed")).toBeVisible();
  await signIn(page, email, "another-tide-77");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an error goes when its field is edited, and a typed address goes along to the reset and back", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/auth");
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByText("Email is required")).toBeVisible();
  await form.getByLabel("Email").fill(email);
  await expect(form.getByText("Email is required")).toHaveCount(0);
  await form.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(form.getByLabel("Email")).toHaveValue(email);
});

test("a local shop offers passkeys at localhost, the name that browsers accept", async ({ page }) => {
  const passkey = page.getByRole("button", { name: /passkey/i });
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(passkey).toHaveCount(0);
  await page.goto(`http://localhost:${shopUnderTest.port}/auth`);
  await expect(passkey).toBeVisible();
});

test("older links with a hash still work", async ({ page }) => {
  await page.goto("/auth#error=access_denied&error_code=otp_expired&error_description=Call+this+number");
  await expect(page.getByText("Verification Error")).toBeVisible();
  await expect(page.getByText(/The link has expired or was already used/)).toBeVisible();
  await expect(page.getByText(/Call this number/)).toHaveCount(0);
  await page.goto("about:blank");
  await page.goto("/auth#type=signup&access_token=abc");
  await expect(page.getByText("Email successfully verified")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
});

test("the pages of accounts have no accessibility problem", async ({ page }) => {
  for (const path of [
    "/auth",
    "/auth?tab=sign-up",
    "/auth/reset",
    "/auth/verify?token=none",
    "/auth?error=x",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("signing in and signing up are tabs that the keyboard reaches", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
});
