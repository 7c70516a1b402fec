import { startGoogle } from "@/lib/local/google/start";
import { portOf } from "@/lib/local/ports";
import { expectAccessible } from "./accessible";
import { security, sessionOf, signInWithGoogle } from "./accounts";
import { shopUnderTest } from "./local-shop";
import { type SideShop, sideSecret, startSideShop } from "./side-shop";
import { type Administrator, codeOf, type NewUser, newUser } from "./signed-in";
import { type CDPSession, expect, type Page, test } from "./test";

// This shop has a host name, because browsers create no passkey for an IP address.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 20;
const origin = `http://localhost:${port}`;
test.use({ baseURL: origin });

let shop: SideShop;
let google: { close(): Promise<void> };
test.beforeAll(async () => {
  google = await startGoogle({ port: portOf("google", port), shopOrigin: origin });
  shop = await startSideShop(port, { SHOP_ORIGIN: origin });
});
test.afterAll(async () => {
  await shop?.stop();
  await google?.close();
});

const newAccount = (wanted: NewUser = {}) =>
  newUser({ ...wanted, url: shop.databaseUrl, secret: sideSecret });

async function signInByPassword(page: Page, path: string, { email, password }: Administrator): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).first().fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** A virtual authenticator that confirms or refuses the user. */
async function plugIn(page: Page, { saysYes = true } = {}): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: saysYes,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

async function addPasskey(
  page: Page,
  { password }: Administrator,
  name: string,
  code?: string,
): Promise<void> {
  await page.goto("/settings");
  const named = page.getByLabel("Name of the new passkey");
  await named.fill(name);
  const form = security(page).locator("form", { has: named });
  await form.getByLabel("Your password").fill(password);
  if (code) await form.getByLabel("Code").fill(code);
  await security(page).getByRole("button", { name: "Add a passkey" }).click();
}

/** Removes the session; the passkey stays on the device. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto("/contact");
  await page.context().clearCookies();
}

test("a customer adds a passkey, signs in with it, sees when it was used, and removes it @phone-deep", async ({
  page,
}) => {
  const customer = await newAccount();
  await signInByPassword(page, "/auth?next=/settings", customer);
  await expect(page).toHaveURL(`${origin}/settings`);
  await expect(security(page).getByText("You have no passkeys yet.")).toBeVisible();
  await plugIn(page);
  await addPasskey(page, customer, "My phone");
  await expect(security(page).getByText('Your passkey "My phone" is ready.')).toBeVisible();
  const passkeys = security(page).getByRole("list", { name: "Passkeys" }).getByRole("listitem");
  await expect(passkeys).toContainText("Not used yet");
  await expectAccessible(page);

  await forgetSession(page);
  await page.goto("/auth?next=/settings");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  // May fail, because autofill has already signed in: the virtual authenticator confirms at once.
  await button.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page).toHaveURL(`${origin}/settings`);
  await expect(passkeys).toContainText("Last used");

  await passkeys.getByText("Remove My phone").click();
  await passkeys.getByLabel("Your password").fill("not my password 1");
  await passkeys.getByRole("button", { name: "Remove this passkey" }).click();
  await expect(passkeys.getByText("This is not your password.")).toBeVisible();
  await passkeys.getByLabel("Your password").fill(customer.password);
  await passkeys.getByRole("button", { name: "Remove this passkey" }).click();
  await expect(page.getByText("The passkey has been removed,")).toBeVisible();
  await expect(security(page).getByText("You have no passkeys yet.")).toBeVisible();
  await expect(security(page)).toBeFocused();

  await forgetSession(page);
  await page.goto("/auth");
  await button.click();
  await expect(page.getByRole("alert").filter({ hasText: /passkey/ })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
});

test("an administrator's passkey is added with password and code, and replaces them", async ({ page }) => {
  const admin = await newAccount({ isAdmin: true });
  await signInByPassword(page, "/admin-auth", admin);
  await page.getByLabel("Code").fill(codeOf(admin));
  await page.getByRole("button", { name: "Open the admin pages" }).click();
  await expect(page).toHaveURL(`${origin}/admin`);
  await plugIn(page);
  await addPasskey(page, admin, "Work laptop", "000 000");
  await expect(security(page).getByText("This code is not right, or was used before.")).toBeVisible();
  // As half a minute later, when the app shows the next code.
  await shop.sql(`UPDATE users SET totp_last_step = NULL WHERE email = '${admin.email}'`);
  await addPasskey(page, admin, "Work laptop", codeOf(admin));
  await expect(security(page).getByText('Your passkey "Work laptop" is ready.')).toBeVisible();

  await forgetSession(page);
  await page.goto("/admin-auth");
  await page
    .getByRole("button", { name: "Sign in with a passkey" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(`${origin}/admin`);
});

test("a device that does not verify its user adds no passkey, and the same form adds one once it does", async ({
  page,
}) => {
  const customer = await newAccount();
  await signInByPassword(page, "/auth?next=/settings", customer);
  await expect(page).toHaveURL(`${origin}/settings`);
  const { cdp, id: authenticatorId } = await plugIn(page, { saysYes: false });
  await addPasskey(page, customer, "My phone");
  await expect(security(page).getByText("Nothing was changed: the prompt was closed")).toBeVisible();
  await expect(security(page).getByLabel("Name of the new passkey")).toHaveValue("My phone");
  await expect(security(page).getByText("You have no passkeys yet.")).toBeVisible();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await security(page).getByRole("button", { name: "Add a passkey" }).click();
  await expect(security(page).getByText('Your passkey "My phone" is ready.')).toBeVisible();
});

test("Google alone does not open an account that has a second factor", async ({ page }) => {
  const account = await newAccount({ hasSecondFactor: true, email: "nora.lind@gmail.com" });
  await page.goto("/auth?next=/settings");
  await signInWithGoogle(page);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();
  await page.getByLabel("Code").fill(codeOf(account));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${origin}/settings`);
});

test("a browser without passkeys says so, and signs in by email", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/auth");
  await expect(page.getByText("This browser has no passkeys.")).toBeVisible();
  await signInByPassword(page, "/auth?next=/settings", await newAccount());
  await expect(security(page).getByText("This browser has no passkeys.")).toBeVisible();
});
