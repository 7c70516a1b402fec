import { sessionOf, signIn, signInWithGoogle } from "./accounts";
import { newUser, signInAlso, signInAsNewCustomer } from "./signed-in";
import { expect, test } from "./test";

test("Google signs in, and comes back to where the visitor was going", async ({ page }) => {
  await page.goto("/auth?next=/settings");
  await signInWithGoogle(page);
  await expect(page).toHaveURL(/\/settings$/);
  expect(await sessionOf(page)).toMatchObject({ httpOnly: true });
  const marker = (await page.context().cookies()).find(({ name }) => name === "shop_signed_in");
  expect(marker?.value).toBe("1");
  expect(await (await page.request.get("/api/me")).json()).toEqual({ email: "nora.lind@gmail.com" });
});

// Google's answer is bound to this sign-in by its state and by the nonce in the id token.
for (const name of ["state", "nonce"]) {
  test(`an answer of Google with the ${name} of another sign-in signs in to nothing`, async ({ page }) => {
    let asked = "";
    await page.route(/\/o\/oauth2\/v2\/auth\?/, async (route) => {
      const address = new URL(route.request().url());
      asked = address.searchParams.get(name) ?? "";
      address.searchParams.set(name, "of-another-sign-in");
      await route.continue({ url: address.href });
    });
    await page.goto("/auth");
    await signInWithGoogle(page);
    await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
    expect(asked).not.toBe("");
    expect(await sessionOf(page)).toBeUndefined();
  });
}

test("an answer of Google in a browser that did not start the sign-in signs in to nothing", async ({
  page,
}) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("button", { name: /nora\.lind@gmail\.com/ })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("button", { name: /nora\.lind@gmail\.com/ }).click();
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();
});

test("signing in with Google ends the session that was open in this browser", async ({ page }) => {
  await signInAsNewCustomer(page.context());
  const before = await page.context().cookies();
  await page.goto("/settings");
  await signInWithGoogle(page);
  await expect(page.getByText("nora.lind@gmail.com").first()).toBeVisible();
  await page.context().addCookies(before);
  expect((await page.request.get("/api/me")).status()).toBe(401);
});

test("an address that Google does not host is connected in the settings, and signs in only then", async ({
  page,
  context,
}) => {
  // By name: the menu of her account has her address.
  const lena = /Lena Berg/;
  await signInAlso(context, await newUser({ email: "lena.berg@example.com" }));
  const session = await context.cookies();
  await context.clearCookies();
  await page.goto("/auth");
  await signInWithGoogle(page, lena);
  await expect(page.getByText("Please use your email and a password.")).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();

  await signInAsNewCustomer(context);
  await page.goto("/settings");
  await signInWithGoogle(page, lena);
  await expect(page).toHaveURL(/\/settings\?error=/);
  await expect(page.getByText("has a different email address from yours")).toBeVisible();

  await context.addCookies(session);
  await page.goto("/settings");
  await signInWithGoogle(page, lena);
  await expect(page.getByText("You can sign in with your Google account.")).toBeVisible();
});

test("going back from Google without signing in is explained, and a sign-in by email goes where Google would have", async ({
  page,
}) => {
  const { email, password } = await newUser({});
  await page.goto("/auth?next=/settings");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("button", { name: /nora\.lind@gmail\.com/ })).toBeVisible();
  // The emulator's page has no way to cancel. Google sends this answer.
  const state = new URL(page.url()).searchParams.get("state") ?? "";
  await page.goto(`/api/auth/callback/google?${new URLSearchParams({ error: "access_denied", state })}`);
  await expect(page.getByText("You came back from Google without signing in.")).toBeVisible();
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/settings$/);
});

test("a return from Google that this browser did not ask for is refused", async ({ page }) => {
  await page.goto("/api/auth/callback/google?error=access_denied&state=none");
  await expect(page).toHaveURL(/\/auth\?error=/);
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
});
