import { expect, type Page } from "@playwright/test";
import { mailsTo } from "./journey";

/** The password of every account that these helpers create. */
export const password = "quiet-harbour-9";

/** The link of the newest mail to an address whose link begins with `path`. */
export async function linkTo(email: string, path: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      for (const mail of await mailsTo(email)) {
        const found = new RegExp(`href="([^"]*${path}[^"]*)"`).exec(mail.html)?.[1];
        if (found) link = found.replaceAll("&amp;", "&");
      }
      return link;
    })
    .toContain(path);
  return link;
}

/** Signs up, until the page says that a mail was sent. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/auth?tab=sign-up");
  const form = page.getByRole("tabpanel", { name: "Sign Up" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible();
}

/** Fills in the sign-in form of the page that is open. */
export async function signIn(page: Page, email: string, with_ = password): Promise<void> {
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(with_);
  await form.getByRole("button", { name: "Sign In" }).click();
}

/** Signs in with an account of the Google emulator. */
export async function signInWithGoogle(page: Page, account = /nora\.lind@gmail\.com/): Promise<void> {
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: account }).click();
}

/** Signs this browser out. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/orders");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** The part of the settings for passkeys and two-step sign-in. */
export const security = (page: Page) => page.getByRole("region", { name: "Sign-in and security" });

/** The browser's session cookie. */
export const sessionOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "shop_session");
