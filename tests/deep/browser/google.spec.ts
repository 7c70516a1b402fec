import type { Page } from "@playwright/test";
import { hour, minute, second } from "@/lib/base/time/time";
import { portOf } from "@/lib/local/ports";
import { sessionOf } from "../../e2e/accounts";
import { shopUnderTest } from "../../e2e/local-shop";
import { type SideShop, startSideShop } from "../../e2e/side-shop";
import { expect, test } from "../../e2e/test";
import { startOpenIdProvider } from "../../support/openid-provider";

// The emulator that plays Google elsewhere was chosen for this shop. Here an OpenID provider that others wrote takes its
// place.
const port = shopUnderTest.port + 50;

test.describe.configure({ mode: "default" });

let shop: SideShop;
let google: Awaited<ReturnType<typeof startOpenIdProvider>>;

test.beforeAll(async () => {
  shop = await startSideShop(port);
  google = await startOpenIdProvider({ port: portOf("google", port), shopOrigin: shop.origin });
});
test.afterAll(async () => {
  await shop?.stop();
  await google?.close();
});
test.afterEach(() => google.recover());

/** Goes to the provider, and signs in there. */
async function enter(page: Page, name: string) {
  await page.goto(`${shop.origin}/auth?next=/settings`);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

async function signIn(page: Page, name: string) {
  await enter(page, name);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function expectSignedIn(page: Page, name: string, path = "/settings") {
  await expect(page).toHaveURL(`${shop.origin}${path}`);
  const me = await page.request.get(`${shop.origin}/api/me`);
  expect(await me.json()).toEqual({ email: `${name}@gmail.com` });
}

async function expectRefused(page: Page, text: string | RegExp) {
  await expect(page.getByText("Google Sign-In Failed")).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  expect(await sessionOf(page)).toBeUndefined();
}

const accounts = async (name: string) =>
  (await shop.sql(`SELECT FROM users WHERE email = '${name}@gmail.com'`)).length;

test("a foreign provider's account signs up, and signs in again from another browser after its key changed", async ({
  page,
  other,
}) => {
  await signIn(page, "again");
  await expectSignedIn(page, "again");
  google.rotateKey();
  await signIn(other, "again");
  await expectSignedIn(other, "again");
  expect(await accounts("again")).toBe(1);
});

test("a visitor who refuses at the provider is told so, and may try again", async ({ page }) => {
  await enter(page, "refusing");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectRefused(page, "You came back from Google without signing in.");
  expect(await accounts("refusing")).toBe(0);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSignedIn(page, "refusing");
});

test("an address that the provider has not verified gets no account", async ({ page }) => {
  await signIn(page, "unverified");
  await expectRefused(page, /Google has not verified this email address/);
  expect(await accounts("unverified")).toBe(0);
});

const now = () => Math.floor(Date.now() / second);
const seconds = (ms: number) => ms / second;

test("an id token that is not Google's answer to this sign-in signs in to nothing", async ({ page }) => {
  const forged: Record<string, Record<string, unknown>> = {
    "for another client": { aud: "another-client" },
    "for two clients, issued to the other one": { aud: ["local-google-client", "other"], azp: "other" },
    "of another issuer": { iss: "https://accounts.example.com" },
    "that expired five minutes ago": { exp: now() - seconds(5 * minute) },
    "that is not valid yet": { nbf: now() + seconds(5 * minute) },
    "with the nonce of another sign-in": { nonce: "of-another-sign-in" },
    "without a nonce": { nonce: undefined },
    "without a subject": { sub: undefined },
    "without an address": { email: undefined },
  };
  // The provider asks nothing more of who has signed in there and consented.
  await signIn(page, "forged");
  await expectSignedIn(page, "forged");
  for (const [name, claims] of Object.entries(forged)) {
    await test.step(name, async () => {
      await page.context().clearCookies({ name: /^shop_/ });
      google.changeClaims(claims);
      await page.goto(`${shop.origin}/auth`);
      await page.getByRole("button", { name: "Continue with Google" }).click();
      await expectRefused(page, /Nothing was changed/);
    });
  }
  google.changeClaims({});
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expectSignedIn(page, "forged", "/dashboard");
});

test("an id token that says to have no signature signs in to nothing", async ({ page }) => {
  google.leaveUnsigned();
  await signIn(page, "unsigned");
  await expectRefused(page, /Nothing was changed/);
});

for (const [name, offMs] of [
  ["ahead", 5 * minute],
  ["behind", -5 * minute],
] as const) {
  test(`a provider whose clock is five minutes ${name} signs in`, async ({ page }) => {
    const issued = now() + seconds(offMs);
    google.changeClaims({ iat: issued, exp: issued + seconds(hour) });
    await signIn(page, `clock-${name}`);
    await expectSignedIn(page, `clock-${name}`);
  });
}

for (const kind of ["503", "silence"] as const) {
  test(`a provider that is away before the sign-in (${kind}) is named on the page`, async ({ page }) => {
    google.fail("/", kind);
    await page.goto(`${shop.origin}/auth`);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expectRefused(page, "Google did not answer. Please try again.");
  });

  test(`a provider that is away at the return (${kind}) signs in to nothing, and the next try does`, async ({
    page,
  }) => {
    google.fail("/token", kind);
    await signIn(page, `away-${kind}`);
    await expectRefused(page, /Nothing was changed/);
    google.recover();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expectSignedIn(page, `away-${kind}`);
  });
}

test("made-up returns of one network end before the provider is asked about them", async ({ page }) => {
  const comeBack = () => page.goto(`${shop.origin}/api/auth/callback/google?code=made-up`);
  await comeBack();
  await expectRefused(page, /Nothing was changed/);
  await shop.sql("UPDATE rate_limits SET points = 1000000 WHERE key LIKE 'googleReturn:%'");
  await comeBack();
  await expectRefused(page, /too many tries from your network/);
  await shop.sql("DELETE FROM rate_limits WHERE key LIKE 'googleReturn:%'");
});
