import { control } from "../support/control";
import {
  blockStorage,
  fillDetails,
  holdBack,
  mailsTo,
  newEmail,
  payButton,
  payByCard,
  supplierOrdersFor,
  usernameField,
} from "./journey";
import { panelUrl } from "./local-shop";
import { endSessions, seedOrder, signInAsNewCustomer } from "./signed-in";
import { expect, test } from "./test";

// The emulated panel delivers within seconds instead of a minute.
test.beforeAll(async () => {
  await control(`${panelUrl}/_control`, { speed: 4 });
});

test("a guest finds a profile, buys followers with a bundle and watches them arrive @phone", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/");
  await page
    .getByRole("link", { name: /Instagram/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/instagram$/);
  await expect(page.getByRole("tab", { name: "Followers" })).toHaveAttribute("aria-selected", "true");
  await page
    .getByRole("link", { name: /Buy Now/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/instagram\/details\/followers\?package=followers-100/);

  const username = usernameField(page);
  await username.fill("wa");
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.first()).toBeVisible();
  expect(await options.count()).toBeLessThanOrEqual(5);
  await page.getByRole("option", { name: /wanderwithmara/ }).click();
  await expect(page.getByText("Mara Oduya").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/instagram\/checkout\/followers/);
  await page.getByRole("button", { name: /add.*500/i }).click();
  await expect(page.getByText("Added to Order")).toBeVisible();
  await expect(page.getByText(/\+500 .*followers added!/i)).toBeVisible();
  await expect(page.getByRole("button", { name: /Complete Payment.*\$6\.03/ })).toBeEnabled();
  await payButton(page).click();

  await payByCard(page);
  await expect(page).toHaveURL(/\/success\?session_id=cs_test_/);
  await expect(page.getByText("$6.03")).toBeVisible();
  await page.getByRole("link", { name: "Follow your order" }).click();

  await expect(page).toHaveURL(/\/order\/[\w-]{22,}/);
  await expect(page.getByText("Delivered in full")).toBeVisible();
  await expect(page.getByText("100%").first()).toBeVisible();

  const confirmations = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Order confirmed"));
  await expect.poll(async () => (await confirmations()).length).toBe(1);
  const [mail] = await confirmations();
  expect(mail?.html).toContain(new URL(page.url()).pathname);
  expect(mail?.text).toContain("$6.03");
});

test("the keyboard's focus stays at the order while bundles are added and removed and the payment page opens", async ({
  page,
}) => {
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  const add = page.getByRole("button", { name: "Add 500 followers to the order" });
  const remove = page.getByRole("button", { name: "Remove +500 followers" });
  const fewer = page.getByRole("button", { name: "One fewer of +500 followers" });
  for (let count = 0; count < 10; count += 1) await add.click();
  await expect(page.getByText("You can't add more of this bundle to one order.")).toBeVisible();
  await expect(add).toBeFocused();
  await remove.click();
  await add.click();
  await add.click();
  await fewer.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Complete Payment · \$6\.03/ })).toBeVisible();
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Order lines" })).toBeFocused();

  const letGo = await holdBack(page, "**/api/functions/create-order");
  const pay = payButton(page);
  await pay.focus();
  await page.keyboard.press("Enter");
  const busy = page.getByRole("button", { name: "Processing..." });
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  await expect(add).toBeDisabled();
  letGo();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("a buyer who goes back to edit while the order is sent stays there, and can order what was edited", async ({
  page,
}) => {
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  const letGo = await holdBack(page, "**/api/functions/create-order");
  await payButton(page).click();
  await page.getByRole("link", { name: "Edit the details" }).click();
  await page.getByLabel("Package").selectOption("followers-1000");
  const answered = page.waitForResponse("**/api/functions/create-order");
  letGo();
  await answered;
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /Complete Payment.*\$13\.49/ }).click();
  await expect(page.getByRole("button", { name: "Pay $13.49" })).toBeVisible();
});

test("a name that could not be verified is verified again by keyboard, which keeps its place", async ({
  page,
}) => {
  const lookups = "**/api/functions/instagram-profile-lookup";
  const letGo = await holdBack(page, lookups);
  let refusals = 2;
  await page.route(lookups, async (route) => {
    // Typing also searches, by the same address.
    if (route.request().postDataJSON().search) await route.continue();
    else if (refusals-- > 0) await route.abort();
    else await route.fallback();
  });
  await page.goto("/instagram/details/followers?package=followers-100");
  const username = usernameField(page);
  await username.fill("luma.ceramics");
  await page.getByLabel("Email").fill(newEmail());
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  const failed = page.waitForEvent("requestfailed");
  await again.press("Enter");
  await expect(username).toBeFocused();
  await failed;
  await expect(again).toBeVisible();

  await page.getByRole("button", { name: "Continue" }).press("Enter");
  const busy = page.getByRole("button", { name: "Verifying..." });
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  await page.keyboard.press("Enter");
  letGo();
  const next = page.getByRole("button", { name: "Continue" });
  await expect(next).toBeEnabled();
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(payButton(page)).toBeVisible();
});

test("with storage blocked, a double click makes one order, which is sent to the supplier once", async ({
  page,
}) => {
  await blockStorage(page);
  await fillDetails(page, { username: "lucarows", email: newEmail() });
  await payButton(page).dblclick();
  await payByCard(page);
  await expect(page).toHaveURL(/\/success/);
  await expect
    .poll(async () =>
      (await supplierOrdersFor("https://www.instagram.com/lucarows/")).map((order) => order.quantity),
    )
    .toEqual([100]);
});

test("leaving the payment page keeps the order, which can be paid again, and the details @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await fillDetails(page, { username: "warmcrumbs", email });
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/order\/[\w-]+\?canceled=1/);
  await expect(page.getByText("Payment cancelled, nothing was charged")).toBeVisible();
  const orderUrl = page.url();
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(orderUrl);
  await expect(page.locator("html"), "the page is dark for a dark system").toHaveClass(/dark/);
  await page.getByRole("button", { name: "Pay now" }).click();
  await payByCard(page);
  await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
});

test("an order without a package or username is invalid and leads back to the packages", async ({ page }) => {
  await page.goto("/tiktok/checkout/followers");
  await expect(page.getByText("Invalid Order")).toBeVisible();
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/tiktok$/);
});

test("a session that ends at checkout says so, keeps the order, and the next press orders as a guest", async ({
  page,
  context,
}) => {
  const customer = await signInAsNewCustomer(context);
  await page.goto("/instagram/details/followers?package=followers-100");
  await usernameField(page).fill("warmcrumbs");
  await expect(page.getByText(`Signed in as ${customer.email}`)).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(payButton(page)).toBeEnabled();
  await endSessions(customer);
  await payButton(page).click();
  const failure = page.getByRole("alert").filter({ hasText: "Your session has ended" });
  await expect(failure).toBeVisible();
  await expect(failure.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/auth?next=${encodeURIComponent("/instagram/checkout/followers?package=followers-100")}`,
  );
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("the result page without a session says so", async ({ page }) => {
  await page.goto("/success");
  await expect(page.getByText("No payment session found")).toBeVisible();
  await expect(page).toHaveTitle(/Payment Failed/);
  await expect(page.getByRole("link", { name: "Return Home" })).toBeVisible();
});

test("without JavaScript the result page leads to the page that mails the order's link, instead of waiting for ever", async ({
  plain,
}) => {
  await plain.goto("/success?session_id=cs_test_12345678");
  await expect(plain.getByRole("link", { name: "Get the link again" })).toBeVisible();
});

test("the order page is complete without JavaScript", async ({ plain }) => {
  // An order that stays in delivery: a completed one has nothing to refresh.
  const { token } = await seedOrder(
    { email: newEmail() },
    { status: "processing", delivered: 40, providerOrderId: "without-javascript" },
  );
  await plain.goto(`/order/${token}`);
  await expect(plain.getByRole("heading", { name: "100 followers" })).toBeVisible();
  await expect(plain.getByRole("progressbar").first()).toBeVisible();
  await expect(plain.getByRole("link", { name: "Refresh now" })).toBeVisible();
  // A page that loads itself again would drop a choice, or the text of an objection.
  expect(await plain.content()).not.toMatch(/http-equiv="refresh"/i);
});

test("the tab that waits for a payment does not call it failed while it is hidden", async ({ page }) => {
  const { token } = await seedOrder({ email: newEmail() }, { status: "pending" });
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
  });
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/events")) streams.push(request.url());
  });
  await page.clock.install();
  await page.goto(`/success?order=${token}`);
  await expect(page).toHaveTitle(/Verifying/);
  // A browser says this after the load, which may come before hydration or after it.
  await page.evaluate(() => window.dispatchEvent(new Event("pageshow")));
  await page.clock.fastForward(60_000);
  await expect(page).not.toHaveTitle(/Failed/);
  await expect(page.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  expect(streams).toEqual([]);
});
