import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { goodCard } from "../support/purchase";
import { mailUrl, panelUrl } from "./local-shop";
import { run } from "./signed-in";

/** A unique address for each buyer, so that tests find their own mail. */
export function newEmail(): string {
  return `buyer-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

type DetailsChoice = {
  packageId?: string;
  username: string;
  email: string;
};

/** Fills in the details of an Instagram order like a buyer who types a whole name, and continues to the next step. */
export async function fillDetails(page: Page, choice: DetailsChoice): Promise<void> {
  const { packageId = "followers-100", username, email } = choice;
  const service = packageId.split("-")[0] ?? "followers";
  await page.goto(`/instagram/details/${service}?package=${packageId}`);
  await fillPresent(usernameField(page), username);
  await fillPresent(page.getByLabel("Email"), email);
  // Counts are shown with the verified profile only, not in the list of matches.
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(new RegExp(`/instagram/${nextStep[service]}`));
}

/**
 * Fills in a field of a page that React may be rendering again at this moment, as it does with a translated one: a text
 * filled into an element that has just been replaced is filled in again.
 */
export async function fillPresent(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.fill(text);
    await expect(field).toHaveValue(text, { timeout: 1_000 });
  }).toPass();
}

/** Holds requests to `url` until the returned function is called, so that the state in between can be asserted. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await isLetGo;
    await route.fallback();
  });
  return letGo;
}

/** Denies the page its storage, as browsers with strict settings do. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
}

/** Resolves once the current page has been painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

const nextStep: Record<string, string> = {
  followers: "checkout/followers",
  likes: "post-selection",
  views: "reel-selection",
};

/**
 * Opens the page again until it shows the text (or no longer does): a prerendered page is made again soon after a change.
 * Each look is short, because an opened page does not change.
 */
export async function expectOnPage(page: Page, path: string, text: string, isShown = true): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text)).toHaveCount(isShown ? 1 : 0, { timeout: 1_000 });
  }).toPass();
}

/** The checkout's button that leads to the payment page. */
export const payButton = (page: Page) => page.getByRole("button", { name: /Complete Payment/ });
export const usernameField = (page: Page) => page.getByRole("combobox", { name: /username/i });
export const proceedButton = (page: Page) => page.getByRole("button", { name: /Proceed to Payment/ });

/** Pays on the open payment page, by a card that is accepted. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByLabel("Card number").fill(goodCard);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
}

type GuestOrder = { email: string; orderId: string };

/** Buys followers for luma.ceramics as a guest, in a browser window of its own. The order is paid when it returns. */
export async function buyAsGuest(browser: Browser, packageId: string): Promise<GuestOrder> {
  const page = await browser.newPage();
  const email = newEmail();
  await fillDetails(page, { packageId, username: "luma.ceramics", email });
  await payButton(page).click();
  await payByCard(page);
  await expect(page).toHaveURL(/\/success/);
  // The page may close before it has asked for the payment, so that only the webhook settles it, a moment later.
  await page.close();
  const paid = () =>
    run<{ id: string }>("SELECT id FROM orders WHERE email = $1 AND paid_at IS NOT NULL", [email]);
  await expect.poll(async () => (await paid()).length).toBe(1);
  return { email, orderId: (await paid())[0]?.id ?? "" };
}

type Mail = { to: string[] | string; subject: string; html: string; text: string };

/** The mails sent to an address so far. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const answer: unknown = await (await fetch(`${mailUrl}/emails`)).json();
  const list = Array.isArray(answer) ? answer : (answer as { data: Mail[] }).data;
  return (list as Mail[]).filter((mail) => [mail.to].flat().includes(email));
}

/** The subjects of the mails sent to an address so far. */
export async function subjectsTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject }) => subject);
}

/** The supplier's orders for a link. */
export async function supplierOrdersFor(link: string): Promise<{ quantity: number; status: string }[]> {
  const { orders } = await (await fetch(`${panelUrl}/_control`)).json();
  return Object.values(orders as Record<string, { link: string; quantity: number; status: string }>).filter(
    (order) => order.link === link,
  );
}
