import { expectAccessible } from "./accessible";
import { fillDetails, holdBack, newEmail, payByCard, proceedButton } from "./journey";
import { expect, type Page, test } from "./test";

/** Opens the page for choosing posts, or another, with order details as an earlier visit in this tab leaves them. */
async function openSelection(
  page: Page,
  packageId: string,
  username: string,
  path = packageId.startsWith("views") ? "reel-selection" : "post-selection",
) {
  const details = { username, email: newEmail(), packageId, profile: { username } };
  const entry = [`purchase:instagram:${packageId.split("-")[0]}`, JSON.stringify(details)] as const;
  await page.addInitScript(([key, text]) => {
    if (location.protocol.startsWith("http") && !sessionStorage.getItem(key))
      sessionStorage.setItem(key, text);
  }, entry);
  await page.goto(`/instagram/${path}`);
}

/** Presses the button; the payment page that it opens in a new tab. */
async function proceedToTab(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await proceedButton(page).click();
  return opening;
}

const post = (page: Page, number: number) =>
  page.getByRole("checkbox", { name: new RegExp(`^(Post|Reel) ${number}\\b`) });
const units = (page: Page) =>
  page
    .getByRole("spinbutton")
    .evaluateAll((fields) => fields.map((field) => Number((field as HTMLInputElement).value)));

/** True when nothing covers an element's middle. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === element;
}

test("a post's quantity is readable in full at 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSelection(page, "views-10000", "demo_many");
  await post(page, 1).check();
  await page.getByRole("button", { name: "Split evenly" }).click();
  const quantity = page.getByRole("spinbutton");
  await expect(quantity).toHaveValue("10000");
  expect(await quantity.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
});

test("on a phone, the fixed bar is one line, and leads to the consent above the payment button @phone-deep", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSelection(page, "views-10000", "demo_many");
  await post(page, 1).check();
  const review = page.getByRole("button", { name: /^Review/ });
  const bar = page.locator("[data-slot=order-bar]");
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(72);
  await review.click();
  const consent = page.getByText(/^By paying you agree/);
  await expect(consent).toBeInViewport();
  await expect(page.getByRole("complementary", { name: "Your order" })).toBeFocused();
  // Measured in one step, because the page may still be scrolling to them.
  const pay = await proceedButton(page).elementHandle();
  const isAbove = await consent.evaluate(
    (text, button) => text.getBoundingClientRect().bottom <= (button as Element).getBoundingClientRect().top,
    pay,
  );
  expect(isAbove).toBe(true);
});

test("on a laptop, the payment button is in the first screen", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSelection(page, "likes-100", "demo_many");
  await expect(proceedButton(page)).toBeInViewport({ ratio: 1 });
});

test("likes go to chosen posts and are paid in a new tab, while the first tab waits @phone", async ({
  page,
}) => {
  await fillDetails(page, { packageId: "likes-100", username: "luma.ceramics", email: newEmail() });
  await expect(page.getByRole("listitem").filter({ hasText: "Post Selection" })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await expect(page.getByRole("checkbox")).toHaveCount(4);
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  await expect(page.getByText("+500 likes added!")).toBeVisible();
  await post(page, 1).check();
  // On a phone the card's lower end is under the fixed bar; its quantity must not be.
  await page.evaluate(() => window.scrollTo(0, 0));
  await post(page, 3).evaluate((box) => (box as HTMLInputElement).click());
  const quantity = page.getByRole("spinbutton", { name: "Likes for post 3" });
  await expect.poll(() => quantity.evaluate(isOnTop)).toBe(true);
  await expect(page.getByText("400 left")).toBeVisible();
  await page.getByRole("button", { name: "10 more likes for post 3" }).click();
  await expect(page.getByText("390 left")).toBeVisible();

  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /Proceed to Payment.*\$3\.89/ }).click();
  const paymentTab = await opening;
  await expect(paymentTab.getByLabel("Card number")).toBeVisible();
  expect(await paymentTab.evaluate(() => window.opener)).toBeNull();
  await expect(page).toHaveURL(/\/success\?order=[\w-]{22,}/);
  await expect(page.getByText("Waiting for your payment").first()).toBeVisible();
  const answer = await holdBack(paymentTab, "**/api/functions/verify-payment");
  await payByCard(paymentTab);
  await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
  answer();
  await expect(paymentTab.getByRole("link", { name: "Follow your order" })).toBeVisible();

  // The choice of posts and bundles is dropped in both tabs, the details are kept.
  for (const tab of [page, paymentTab]) {
    await tab.goto("/instagram/post-selection?package=likes-100");
    await expect(tab.getByRole("checkbox")).toHaveCount(4);
    await expect(tab.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(tab.getByRole("button", { name: /Proceed to Payment.*\$2\.49/ })).toBeVisible();
    await expect(tab.getByText("@luma.ceramics")).toBeVisible();
  }
});

test("views go to reels in steps of fifty, with bundles, and may be spread over all posts", async ({
  page,
}) => {
  await fillDetails(page, { packageId: "views-500", username: "lucarows", email: newEmail() });
  await expect(page).toHaveURL(/reel-selection/);
  await expect(page.getByRole("listitem").filter({ hasText: "Select Reels" })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await expect(page.getByText("$3.75", { exact: true })).toBeVisible();
  await expect(page.getByText("$15.00", { exact: true })).toBeVisible();
  await expect(page.getByText("$24.99", { exact: true })).toBeVisible();
  await post(page, 1).check();
  await post(page, 2).check();
  await page.getByRole("button", { name: "50 more views for reel 2" }).click();
  expect(await units(page)).toEqual([100, 150]);
  await page.getByRole("button", { name: "50 fewer views for reel 1" }).click();
  await page.getByRole("button", { name: "50 fewer views for reel 1" }).click();
  expect(await units(page)).toEqual([1, 150]);
  await page.getByRole("button", { name: "Split evenly" }).click();
  expect(await units(page)).toEqual([250, 250]);
  await expect(page.getByText("0 left")).toBeVisible();

  await page.getByRole("link", { name: "Choose from all posts" }).click();
  await expect(page).toHaveURL(/\/instagram\/post-selection\?package=views-500&service=views/);
  await expect(page.getByText("$1.40", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Choose from reels only" }).click();
  await expect(page).toHaveURL(/reel-selection\?package=views-500/);
});

test("the page explains when no post is chosen, no units are left, or too many are given", async ({
  page,
}) => {
  await openSelection(page, "views-500", "warmcrumbs");
  await expect(page.getByRole("checkbox")).toHaveCount(4);
  await proceedButton(page).click();
  await expect(page.getByText("Please select at least one post to continue")).toBeVisible();

  await post(page, 1).check();
  await page.getByRole("spinbutton").fill("500");
  await post(page, 2).click();
  await expect(page.getByText("No views left")).toBeVisible();
  await expect(post(page, 2)).not.toBeChecked();

  await page.getByRole("spinbutton").fill("501");
  await expect(page.getByText("1 view too many")).toBeVisible();
  await expect(page.getByRole("spinbutton")).toHaveAccessibleDescription("At most 500");
  await expectAccessible(page);
  await proceedButton(page).click();
  await expect(
    page.getByText("You've allocated more views than available. Please adjust or add more views."),
  ).toBeVisible();
  await page.getByRole("spinbutton").fill("0");
  await page.getByRole("spinbutton").blur();
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
});

test("the choice is kept after a reload, also for posts further down the list", async ({ page }) => {
  await openSelection(page, "likes-1000", "warmcrumbs");
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(8);
  await post(page, 6).check();
  await page.getByRole("spinbutton").fill("321");
  await page.getByRole("button", { name: "Add 1,000 likes to the order" }).click();
  await page.reload();
  await expect(post(page, 6)).toBeChecked();
  await expect(page.getByRole("spinbutton")).toHaveValue("321");
  await expect(page.getByText("1,679 left")).toBeVisible();
});

test("posts and their units can be chosen with the keyboard", async ({ page }) => {
  await openSelection(page, "likes-1000", "warmcrumbs");
  await post(page, 1).focus();
  await page.keyboard.press("Space");
  await expect(post(page, 1)).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("spinbutton", { name: "Likes for post 1" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("spinbutton")).toHaveValue("110");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("spinbutton")).toHaveValue("90");
  await page.getByRole("button", { name: "Load More" }).focus();
  await page.keyboard.press("Enter");
  await expect(post(page, 5)).toBeFocused();
  await page.getByRole("button", { name: "Split evenly" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("spinbutton")).toHaveValue("1000");
});

test("a bundle that is added while the posts load keeps the chosen posts", async ({ page }) => {
  await openSelection(page, "likes-50", "warmcrumbs");
  await post(page, 2).check();
  const answer = await holdBack(page, "**/api/functions/get-instagram-posts");
  await page.reload();
  await expect(page.getByText("1 post selected")).toBeVisible();
  await expect(proceedButton(page)).toBeDisabled();
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  answer();
  await expect(post(page, 2)).toBeChecked();
  await expect(proceedButton(page)).toBeEnabled();
});

test("without a package, the page of posts leads to the packages, that of reels to the details", async ({
  page,
}) => {
  await page.goto("/tiktok/post-selection");
  await expect(page.getByText("Session expired")).toBeVisible();
  await expect(page.getByText("Please select a package again.")).toBeVisible();
  await expect(page).toHaveURL(/\/tiktok$/);
  await page.goto("/tiktok/reel-selection");
  await expect(page).toHaveURL(/\/tiktok\/details\/views$/);
});

test("without a username the page leads back to the details", async ({ page }) => {
  await page.goto("/instagram/reel-selection?package=views-500");
  await expect(page.getByText("Username not found. Please go back and enter your username.")).toBeVisible();
  await page.getByRole("link", { name: "Enter your username" }).click();
  await expect(page).toHaveURL(/\/instagram\/details\/views\?package=views-500/);
});

test("for an account without posts the page says so, and how to continue", async ({ page }) => {
  await openSelection(page, "likes-50", "demo_empty");
  await expect(page.getByText("No posts found")).toBeVisible();
  await expect(
    page.getByText("We couldn't find any posts for this account. Please make sure the account is public."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Change the account" })).toBeVisible();
});

test("reels that failed to load can be loaded again", async ({ page }) => {
  await openSelection(page, "views-500", "demo_badjson");
  await expect(page.getByText("Error loading reels")).toBeVisible();
  await expect(page.getByText("Could not load your reels. Please try again.")).toBeVisible();
  const posts = "**/api/functions/get-instagram-posts";
  const reel = { id: "1", permalink: "https://www.instagram.com/reel/1/", isVideo: true };
  await page.route(posts, (route) => route.fulfill({ json: { success: true, posts: [reel] } }));
  await page.route(posts, (route) => route.fulfill({ json: {} }), { times: 1 });
  // The focus follows what takes the button's place, so that the keyboard continues there.
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch reels" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(post(page, 1)).toBeVisible();
  await expect(page.getByRole("group", { name: "Your reels" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(post(page, 1)).toBeFocused();
});

test("where new tabs are blocked the payment page opens in the same one", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openSelection(page, "likes-50", "warmcrumbs");
  await post(page, 1).check();
  await proceedButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("an order that fails closes the new tab, says why and keeps the choice", async ({ page }) => {
  await page.route("**/api/functions/create-order", (route) =>
    route.fulfill({ status: 503, json: { error: { code: "payment_unavailable", message: "Not now." } } }),
  );
  await openSelection(page, "likes-50", "warmcrumbs");
  await post(page, 1).check();
  const tab = await proceedToTab(page);
  await expect(page.getByRole("alert").filter({ hasText: "Order Failed" })).toContainText("Not now.");
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(post(page, 1)).toBeChecked();
  await expect(proceedButton(page)).toBeEnabled();
});

test("an order that is being sent can't be changed, and a buyer who leaves meanwhile stays where they are", async ({
  page,
}) => {
  await openSelection(page, "likes-50", "warmcrumbs");
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  await post(page, 1).check();
  const answer = await holdBack(page, "**/api/functions/create-order");
  const tab = await proceedToTab(page);
  await expect(page.getByRole("button", { name: "Processing..." })).toBeFocused();
  const changing = ["Remove +500 likes", "Add 500 likes to the order", "10 more likes for post 1"];
  for (const name of [...changing, "Split evenly"])
    await expect.soft(page.getByRole("button", { name })).toBeDisabled();
  await expect(post(page, 2)).toBeDisabled();
  await expect(page.getByRole("spinbutton")).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Back to details" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
  answer();
  await expect.poll(() => tab.isClosed()).toBe(true);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(post(page, 1)).toBeChecked();
  await expect(page.getByRole("button", { name: /Proceed to Payment.*\$2\.69/ })).toBeEnabled();
});

test("the checkout keeps the chosen posts, and has bundles of its own", async ({ page }) => {
  await openSelection(page, "likes-50", "warmcrumbs", "checkout/likes");
  await expect(page.getByText("No posts chosen yet")).toBeVisible();
  await page.getByRole("link", { name: "Choose posts" }).click();
  // The page that is left has a button of the same name.
  await expect(page.getByRole("heading", { name: "Choose your Instagram posts" })).toBeVisible();
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  await post(page, 1).check();
  await page.getByRole("spinbutton").fill("400");
  await post(page, 2).check();
  await page.goto("/instagram/checkout/likes");
  await expect(page.getByText("2 posts selected")).toBeVisible();
  await expect(page.getByText("40 likes")).toBeVisible();
  await page.getByRole("button", { name: "Add 500 likes to the order" }).click();
  await page.getByRole("button", { name: /Complete Payment.*\$5\.03/ }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});
