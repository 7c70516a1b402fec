import { goodCard } from "../support/purchase";
import { expectAccessible } from "./accessible";
import {
  fillDetails,
  mailsTo,
  newEmail,
  payButton,
  payByCard,
  proceedButton,
  usernameField,
} from "./journey";
import { seedOrder } from "./signed-in";
import { expect, type Locator, type Page, test } from "./test";

/** Chooses the account from the list of matches, like most buyers. */
async function findAccount(page: Page): Promise<void> {
  await usernameField(page).fill("lu");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
}

// Followers on Instagram are bought in followers.spec.ts, likes in selection.spec.ts.
test("a guest buys views on TikTok @phone-only", async ({ page }) => {
  await page.goto("/tiktok?service=views");
  await page.locator('a[href$="package=views-5000"]').filter({ visible: true }).click();
  await findAccount(page);
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("checkbox").first().check();
  const opening = page.waitForEvent("popup");
  await proceedButton(page).click();
  await payByCard(await opening);
  await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
  await expect(page.getByText("$6.99")).toBeVisible();
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page).toHaveURL(/\/order\/[\w-]{22,}/);
  await expect(page.getByRole("progressbar").first()).toBeVisible();
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab did not lead there in 60 presses");
}

test("the keyboard alone leads from the front page to the payment", async ({ page }) => {
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: /Choose TikTok/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tiktok$/);
  await tabTo(page, page.getByRole("tab", { name: "Followers" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Views" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: /Buy Now\s*: 500 views/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tiktok\/details\/views/);
  await tabTo(page, usernameField(page));
  await page.keyboard.type("lu");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(newEmail());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tiktok\/reel-selection/);
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await tabTo(page, page.getByRole("checkbox").first());
  await page.keyboard.press("Space");
  await tabTo(page, proceedButton(page));
  const opening = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const payment = await opening;
  const card = payment.getByLabel("Card number");
  await expect(card).toBeVisible();
  await tabTo(payment, card);
  await payment.keyboard.type(goodCard);
  await payment.keyboard.press("Enter");
  await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
});

test("the back button goes back step by step, and a paid order says so before it is paid again @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await fillDetails(page, { username: "warmcrumbs", email });
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel(/Instagram username/)).toHaveValue("warmcrumbs");
  await page.goForward();
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  const paymentUrl = page.url();
  await page.goBack();
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  expect(page.url()).toBe(paymentUrl);
  await payByCard(page);
  await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
  await expect(page).toHaveTitle(/Payment received/);
  await page.getByRole("link", { name: "Continue Shopping" }).click();
  await expect(page).toHaveTitle(/that rise/);
  await page.goto("/instagram/checkout/followers");
  const paid = page.getByRole("status").filter({ hasText: "You have paid for this order" });
  await expect(paid.getByRole("link", { name: "Follow your order" })).toHaveAttribute("href", /^\/order\//);
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  expect(page.url(), "what was paid is over: the next is an order of its own").not.toBe(paymentUrl);
});

test("an email address that looks mistyped is asked about once: one press corrects it, another keeps it", async ({
  page,
}) => {
  await page.goto("/instagram/details/followers?package=followers-100");
  await page.getByLabel(/Instagram username/).fill("warmcrumbs");
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  const email = page.getByLabel("Email");
  const suggestion = page.getByRole("button", { name: "Did you mean anna@gmail.com?" });
  await email.fill("anna@gmail.con");
  await email.press("Enter");
  await expect(suggestion).toBeVisible();
  await suggestion.click();
  await expect(email).toHaveValue("anna@gmail.com");
  await expect(suggestion).toHaveCount(0);
  await email.fill("anna@gmial.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(suggestion).toBeVisible();
  await expect(page).toHaveURL(/\/instagram\/details/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/instagram\/checkout/);
});

test("two tabs with different choices keep them apart", async ({ page, context }) => {
  const other = await context.newPage();
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  await fillDetails(other, { username: "lucarows", email: newEmail(), packageId: "followers-1000" });
  await page.reload();
  await expect(payButton(page)).toContainText("$2.29");
  await expect(payButton(other)).toContainText("$13.49");
});

test("a reload at any step leaves the buyer where they were @phone-deep", async ({ page }) => {
  const email = newEmail();
  await fillDetails(page, { packageId: "likes-100", username: "warmcrumbs", email });
  await page.getByRole("checkbox").first().check();
  await page.reload();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await page.goto("/instagram/checkout/likes");
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  await expect(payButton(page)).toContainText("$6.23");
  await page.reload();
  await expect(payButton(page)).toContainText("$6.23");
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("link", { name: "Edit the details" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel(/Instagram username/)).toHaveValue("warmcrumbs");
  await expect(page.getByLabel("Package")).toHaveValue("likes-100");
  await page.goto("/instagram/checkout/likes");
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.reload();
  await payByCard(page);
  await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
});

test("a lost link is mailed to its owner, and a stranger gets the same answer and no mail @phone-deep", async ({
  page,
  plain,
}) => {
  const email = newEmail();
  const order = await seedOrder({ email }, { status: "completed" });
  const answer = page.getByText(/If the order was placed with this email address/);
  await page.goto("/track");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Order number is required")).toBeVisible();
  const stranger = newEmail();
  await page.getByLabel("Email").fill(stranger);
  await page.getByLabel("Order number").fill(order.id.slice(0, 8));
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(answer).toBeVisible();
  await expectAccessible(page);

  await plain.goto("/track");
  await plain.getByLabel("Email").fill(email);
  await plain.getByLabel("Order number").fill(`#${order.id.slice(0, 8).toUpperCase()}`);
  await plain.getByRole("button", { name: "Send the link" }).click();
  await expect(plain.getByText(/If the order was placed with this email address/)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(email)).map(({ html }) => html.includes(order.token)))
    .toEqual([true]);
  expect(await mailsTo(stranger)).toEqual([]);
});
