import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Route, test } from "@playwright/test";
import { mailsTo, newEmail } from "./journey";

const password = "quiet-harbour-9";
// A mail goes by the worker, which shares this machine with everything else.
const mailWithinMs = 40_000;
test.describe.configure({ timeout: 120_000 });

/** The link of the newest mail to an address whose link begins with `path`. */
async function linkTo(email: string, path: string): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailsTo(email)) {
          const found = new RegExp(`href="([^"]*${path}[^"]*)"`).exec(mail.html)?.[1];
          if (found) link = found.replaceAll("&amp;", "&");
        }
        return link;
      },
      { timeout: mailWithinMs },
    )
    .toContain(path);
  return link;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/auth?tab=sign-up");
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible();
}

async function signIn(page: Page, email: string, with_ = password): Promise<void> {
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(with_);
  await form.getByRole("button", { name: "Sign In" }).click();
}

async function newAccount(page: Page): Promise<string> {
  const email = newEmail();
  await signUp(page, email);
  await page.goto(await linkTo(email, "/auth/verify"));
  await expect(page.getByText("Email successfully verified")).toBeVisible();
  return email;
}

/** A new account, signed out in this browser. */
async function newAccountSignedOut(page: Page): Promise<string> {
  const email = await newAccount(page);
  await signOut(page);
  return email;
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/orders");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);
}

const sessionOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "shop_session");

test("signing up, following the link to the dashboard, signing in, staying, and signing out @phone", async ({
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
  await expect(page).toHaveURL(/\/dashboard\?verified=1$/);
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

test("a form that is refused, or does not reach the shop, keeps what was typed @phone", async ({ page }) => {
  const email = newEmail();
  await page.goto("/auth?tab=sign-up");
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  const [name, secret] = [form.getByLabel("Username"), form.getByLabel("Password", { exact: true })];
  const send = form.getByRole("button", { name: "Sign Up" });
  await name.fill("Mara of the sea");
  await form.getByLabel("Email").fill(email);
  await secret.fill("password1");
  await send.click();
  await expect(form.getByText("This password is too common. Please choose another.")).toBeVisible();
  await expect(secret).toBeFocused();
  await expect(name).toHaveValue("Mara of the sea");

  await secret.fill(password);
  const unreachable = (route: Route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback();
  await page.route("**/auth*", unreachable);
  await send.click();
  await expect(form.getByRole("alert")).toContainText("The shop could not be reached.");
  await expect(name).toHaveValue("Mara of the sea");
  await expect(secret).toHaveValue(password);

  await page.unroute("**/auth*", unreachable);
  await send.click();
  await expect(page.getByText("Account created!")).toBeVisible();
});

test("in another browser the link asks for the password of the sign-up, or sets a new one", async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const first = newEmail();
  await signUp(page, first);
  await other.goto(await linkTo(first, "/auth/verify"));
  await other.getByLabel("Password", { exact: true }).fill("not-the-one-5");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other.getByText("This is not the password of that sign-up.")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other).toHaveURL(/\/dashboard\?verified=1$/);
  await signOut(other);

  // Somebody else has signed up with the owner's address: what they chose opens nothing.
  const owners = newEmail();
  await signUp(page, owners);
  await other.goto(await linkTo(owners, "/auth/verify"));
  const { violations } = await new AxeBuilder({ page: other }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await other.getByRole("link", { name: "Set a new password" }).click();
  await other.getByLabel("New password").fill("password1");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other.getByText("This password is too common. Please choose another.")).toBeVisible();
  await other.getByLabel("New password").fill("another-tide-77");
  await other.getByRole("button", { name: "Verify and sign in" }).click();
  await expect(other).toHaveURL(/\/dashboard\?verified=1$/);
  await elsewhere.close();
  await page.goto("/auth");
  await signIn(page, owners);
  await expect(page.getByRole("alert").filter({ hasText: "Authentication failed" })).toBeVisible();
  await signIn(page, owners, "another-tide-77");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a session that has ended elsewhere leads to the sign-in page, not in circles", async ({
  page,
  request,
}) => {
  await newAccount(page);
  const cookie = await sessionOf(page);
  if (!cookie) throw new Error("no session");

  const kept = await page.context().cookies();
  await signOut(page);

  // A copy of the cookie is worth nothing once its session has ended.
  await page.context().addCookies(kept);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);
  expect(await sessionOf(page)).toBeUndefined();
  await page.context().addCookies(kept);
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);

  const credentials: Record<string, string>[] = [
    { cookie: `shop_session=${cookie.value}` },
    { authorization: `Bearer ${cookie.value}` },
    { authorization: "Bearer not-a-session" },
  ];
  for (const headers of credentials) {
    const answer = await request.get("/api/me", { headers });
    expect(answer.status()).toBe(401);
  }
});

test("a forgotten password is replaced by a link, and every other session ends", async ({
  page,
  browser,
}) => {
  const email = await newAccountSignedOut(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto("/auth");
  await signIn(other, email);
  await expect(other).toHaveURL(/\/dashboard$/);

  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please check your email")).toBeVisible();
  await page.goto(await linkTo(email, "/auth/reset"));
  await page.getByLabel("New password").fill("password1");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText("This password is too common. Please choose another.")).toBeVisible();
  await page.getByLabel("New password").fill("another-tide-77");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();

  await other.goto("/orders");
  await expect(other).toHaveURL(/\/auth\?next=%2Forders$/);
  await elsewhere.close();

  await signIn(page, email);
  await expect(page.getByText("Authentication failed")).toBeVisible();
  await signIn(page, email, "another-tide-77");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Google signs in, and comes back to where the visitor was going", async ({ page }) => {
  await page.goto("/auth?next=/settings");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /nora\.lind@gmail\.com/ }).click();
  await expect(page).toHaveURL(/\/settings$/);
  expect(await sessionOf(page)).toMatchObject({ httpOnly: true });
  const hint = (await page.context().cookies()).find(({ name }) => name === "shop_signed_in");
  expect(hint?.value).toBe("1");
  expect(await (await page.request.get("/api/me")).json()).toEqual({ email: "nora.lind@gmail.com" });
});

test("an address that Google has not verified signs in to nothing", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /sam\.unverified@example\.com/ }).click();
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();
});

const callback = "**/api/auth/callback/google?*";

test("an answer of Google that another browser brings, or with another state, signs in to nothing", async ({
  page,
  browser,
}) => {
  let answer = "";
  await page.route(callback, async (route) => {
    answer = route.request().url();
    const address = new URL(answer);
    address.searchParams.set("state", "made-up");
    await route.continue({ url: address.href });
  });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /nora\.lind@gmail\.com/ }).click();
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();

  expect(answer).toContain("code=");
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(answer);
  await expect(other.getByText("Google Sign-In Failed")).toBeVisible();
  expect(await sessionOf(other)).toBeUndefined();
  await elsewhere.close();
});

test("an id token of Google that was made for another sign-in signs in to nothing", async ({ page }) => {
  let asked = "";
  await page.route(/\/o\/oauth2\/v2\/auth\?/, async (route) => {
    const address = new URL(route.request().url());
    asked = address.searchParams.get("nonce") ?? "";
    address.searchParams.set("nonce", "of-another-sign-in");
    await route.continue({ url: address.href });
  });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /nora\.lind@gmail\.com/ }).click();
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
  expect(asked).not.toBe("");
  expect(await sessionOf(page)).toBeUndefined();
});

test("signing in with Google ends the session that was open in this browser", async ({ page }) => {
  await newAccount(page);
  const before = await page.context().cookies();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /nora\.lind@gmail\.com/ }).click();
  await expect(page.getByText("nora.lind@gmail.com").first()).toBeVisible();
  await page.context().addCookies(before);
  expect((await page.request.get("/api/me")).status()).toBe(401);
});

test("going back from Google without signing in is explained", async ({ page }) => {
  await page.goto("/api/auth/callback/google?error=access_denied&state=none");
  await expect(page).toHaveURL(/\/auth\?error=/);
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
});

test("a way on that leads off the site ends on the dashboard", async ({ page }) => {
  const email = await newAccountSignedOut(page);
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "%2f%2fevil.example",
    "%E0%A4%A",
  ]) {
    await page.goto(`/auth?next=${next}`);
    await signIn(page, email);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
    await page.context().clearCookies();
  }
});

test("hashes of older links are understood", async ({ page }) => {
  await page.goto("/auth#error=access_denied&error_description=Email+link+is+invalid");
  await expect(page.getByText("Verification Error")).toBeVisible();
  await expect(page.getByText(/Email link is invalid/)).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/auth#type=signup&access_token=abc");
  await expect(page.getByText("Email successfully verified")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
});

test("the pages of accounts have no accessibility problem, and work by keyboard", async ({ page }) => {
  for (const path of [
    "/auth",
    "/auth?tab=sign-up",
    "/auth/reset",
    "/auth/verify?token=none",
    "/auth?error=x",
  ]) {
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in works, and says what is wrong", async ({ page }) => {
    await page.goto("/auth?next=/orders");
    await signIn(page, newEmail());
    await expect(page.getByText("Authentication failed")).toBeVisible();
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
  });
});
