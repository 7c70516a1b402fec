import { newId } from "@/lib/base/ids";
import { signedInCookies } from "@/lib/people/auth/session-cookies";
import { sealSession } from "@/lib/people/auth/session-token";
import { fillDetails, holdBack, newEmail, payButton, payByCard, usernameField } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, sideSecret, startSideShop } from "./side-shop";
import { expect, type Page, test } from "./test";

// The error messages of a purchase, each reached by a failure of the shop, of what it calls, or of an answer that the
// test changes. One shop for all tests, in sequence.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 40;
let shop: SideShop;

test.beforeAll(async () => {
  shop = await startSideShop(port);
});
test.afterAll(() => shop?.stop());

test.use({ baseURL: `http://127.0.0.1:${port}` });

const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "Order Failed" });

async function reviewOrder(page: Page): Promise<void> {
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  await expect(payButton(page)).toBeEnabled();
}

async function expectOrderToWork(page: Page): Promise<void> {
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
}

/** Does something while the shop's process can't reach the database. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  await shop.cutDatabase();
  try {
    await work();
  } finally {
    await shop.restoreDatabase();
  }
}

const setPrice = (cents: number) =>
  shop.sql(`UPDATE packages SET price_cents = ${cents} WHERE id = 'followers-100'`);

type Failure = {
  cause: (page: Page) => Promise<unknown>;
  message: string;
  /** The page's advice beside the message. */
  advice?: string;
  /** Ends the cause. */
  repair: (page: Page) => Promise<unknown>;
};

const createOrder = "**/api/functions/create-order";
const failures: Record<string, Failure> = {
  // These two come first, because an order that exists keeps its price and its account.
  "the price has changed": {
    cause: () => setPrice(239),
    message: "Invalid package pricing",
    advice: "Prices may have changed since this page was opened.",
    repair: () => setPrice(229),
  },
  "the account became private": {
    cause: () =>
      shop.sql(`UPDATE social_cache SET value = value || '{"is_private": true}' WHERE key LIKE 'profile:%'`),
    message:
      'Could not verify "@warmcrumbs". Please ensure the username is correct and the account is public.',
    advice: "Edit the details",
    repair: () => shop.sql("DELETE FROM social_cache"),
  },
  "Stripe is down": {
    cause: () => shop.stripe({ failNext: 2, status: 503 }),
    message: "The payment service is not answering. Nothing was charged. Please try again.",
    repair: () => shop.stripe({}),
  },
  "Stripe refuses the shop's key": {
    cause: () => shop.stripe({ failNext: 1, status: 401 }),
    message: "Payment system configuration error. Please contact support.",
    repair: () => shop.stripe({}),
  },
  "Stripe names no payment page": {
    cause: () => shop.stripe({ noUrl: 1 }),
    message: "No checkout URL received",
    repair: () => shop.stripe({}),
  },
  "the database is away": {
    cause: () => shop.cutDatabase(),
    message: "Database error. Please try again later.",
    repair: () => shop.restoreDatabase(),
  },
  "the shop has a mistake": {
    cause: () => shop.sql("ALTER TABLE order_lines RENAME TO order_lines_away"),
    message: "An unexpected error occurred. Please try again.",
    repair: () => shop.sql("ALTER TABLE order_lines_away RENAME TO order_lines"),
  },
  "the buyer's credentials have expired": {
    cause: (page) =>
      page.route(createOrder, (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: "Bearer of-yesterday" } }),
      ),
    message: "Authentication error. Please refresh the page and try again.",
    advice: "press the button again to order as a guest",
    repair: (page) => page.unroute(createOrder),
  },
  "the answer has no message": {
    cause: (page) => page.route(createOrder, (route) => route.fulfill({ status: 500, body: "<html>" })),
    message: "Failed to create order",
    repair: (page) => page.unroute(createOrder),
  },
  "there is no network": {
    cause: (page) => page.context().setOffline(true),
    message: "We could not reach the shop. Please check your connection and try again.",
    repair: (page) => page.context().setOffline(false),
  },
};

test.describe("an order", () => {
  test("that fails says why, without internal texts, and works once the cause is over", async ({ page }) => {
    await reviewOrder(page);
    for (const [name, { cause, message, advice, repair }] of Object.entries(failures)) {
      await test.step(name, async () => {
        await cause(page);
        try {
          await payButton(page).click();
          // First, because it goes away after seconds.
          const toast = page.getByRole("listitem").filter({ hasText: "Order Failed" });
          await expect.soft(toast.filter({ hasText: message })).toBeVisible();
          await expect.soft(failure(page)).toContainText(message);
          if (advice) await expect.soft(failure(page)).toContainText(advice);
          await expect.soft(failure(page)).not.toContainText(/order_lines|relation|sql/i);
          await expect(payButton(page)).toBeEnabled();
        } finally {
          await repair(page);
        }
      });
    }
    await expectOrderToWork(page);
  });

  test("that no supplier takes is stopped before the payment, and says what to do instead", async ({
    page,
  }) => {
    const limit = (most: number) =>
      shop.sql(`UPDATE supplier_services SET max_quantity = ${most} WHERE name ILIKE '%follow%'`);
    await limit(599);
    try {
      await expect(async () => {
        await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
        await page.getByRole("button", { name: "Add 500 followers to the order" }).click();
        await expect(page.getByText("This order can't be delivered yet")).toBeVisible({ timeout: 5_000 });
      }).toPass();
      // The whole message: tests/unit/buyer/delivery-limits.test.ts.
      await expect(page.getByText(/^An order takes at most 599 followers/)).toBeVisible();
      await expect(payButton(page)).toBeDisabled();
      await page.getByRole("button", { name: "Remove +500 followers" }).click();
      await expectOrderToWork(page);
    } finally {
      await limit(1_000_000);
    }
  });
});

test("a service that nobody delivers is not on sale until somebody does", async ({ page }) => {
  const deliver = (isOn: boolean) =>
    shop.sql(`UPDATE service_mappings SET is_active = ${isOn} FROM smm_services AS own
      WHERE own.id = smm_service_id AND platform_slug = 'tiktok' AND service_slug = 'views'`);
  const notice = page.getByText("TikTok views can't be ordered right now.");
  await deliver(false);
  try {
    for (const path of ["/tiktok/views", "/tiktok/details/views?package=views-1000"])
      await expect(async () => {
        await page.goto(path);
        await expect(notice).toBeVisible({ timeout: 2_000 });
      }).toPass();
  } finally {
    await deliver(true);
  }
  await expect(async () => {
    await page.goto("/tiktok/views");
    await expect(page.getByRole("link", { name: /Buy Now/ }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("the admin pages say so while accounts can't be looked up", async ({ page, context }) => {
  const claims = { userId: newId(), sessionId: newId(), version: 0 };
  const value = await sealSession(sideSecret, "shop_session", claims);
  await context.addCookies(
    signedInCookies("local", value).map(({ name, value }) => ({ name, value, url: shop.origin })),
  );
  await withoutDatabase(async () => {
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Failed to verify admin access." })).toBeVisible();
  });
});

test.describe("a payment", () => {
  test("that does not exist can't be verified", async ({ page }) => {
    await page.goto("/success?session_id=cs_test_unknown000000000000");
    await expect(page.getByText("Payment Verification Failed", { exact: true })).toBeVisible();
    await expect(
      page.getByText("There was an issue verifying your payment. Please contact support."),
    ).toBeVisible();
    await expect(page.getByText("Payment verification failed", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/Payment Failed/);
    await expect(page.getByRole("link", { name: "Go Back" })).toBeVisible();
  });

  test("is found as soon as the shop can look again, and not denied while the database is away", async ({
    page,
    complaints,
  }) => {
    await reviewOrder(page);
    await expectOrderToWork(page);
    await withoutDatabase(async () => {
      await payByCard(page);
      await expect(page.getByText("Verifying your payment...")).toBeVisible();
      await expect(page.getByText("Payment verification failed", { exact: true })).toBeVisible();
      await expect(page.getByText("Database error. Please try again later.")).toBeVisible();
    });
    await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
    await page.getByRole("link", { name: "Follow your order" }).click();
    await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible();
    await withoutDatabase(async () => {
      await page.reload();
      await expect(page.getByText("Your order is safe.")).toBeVisible();
      await expect(page.getByText(/nothing was charged/i)).toHaveCount(0);
    });
    const again = page.getByRole("button", { name: "Try again" });
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 5_000 });
      await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    // The browser reports the page's failure, which is the subject here.
    complaints.length = 0;
  });
});

test.describe("the details", () => {
  const proceed = (page: Page) => page.getByRole("button", { name: "Continue" });

  test("offer a failed search again, by keyboard", async ({ page }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    let isFailing = true;
    await page.route("**/api/functions/instagram-profile-lookup", async (route) => {
      const { search } = route.request().postDataJSON();
      // While the name's own lookup has no answer, the list of matches stays below the field.
      if (!search) return;
      if (isFailing) await route.fulfill({ status: 500, json: {} });
      else await route.continue();
    });
    await usernameField(page).fill("warmcrumbs");
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Clear the username" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(again).toBeFocused();
    isFailing = false;
    await page.keyboard.press("Enter");
    const matches = page.getByRole("listbox", { name: "Matching accounts" });
    await expect(matches).toBeVisible();
    await expect(usernameField(page)).toBeFocused();
    await page.getByLabel("Email").focus();
    await expect(matches).toHaveCount(0);
  });

  test("name each field that is missing or wrong, and ask to wait while the account is looked up", async ({
    page,
  }) => {
    await page.goto("/tiktok/details/likes");
    await proceed(page).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Please select a package" })).toBeVisible();
    await expect(page.getByText("TikTok username is required")).toBeVisible();
    await expect(page.getByText("Email is required")).toBeVisible();
    await page.getByLabel("Email").fill("not-an-address");
    await proceed(page).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();

    await page.goto("/instagram/details/followers?package=followers-100");
    await page.getByLabel("Email").fill(newEmail());
    await usernameField(page).fill("w");
    await proceed(page).click();
    await expect(page.getByText("Invalid username")).toBeVisible();
    await expect(
      page.getByText("This username is not valid. Please check and try again.").first(),
    ).toBeVisible();
    const letGo = await holdBack(page, "**/api/functions/instagram-profile-lookup");
    await usernameField(page).fill("warmcrumbs");
    await page.getByLabel("Email").press("Enter");
    await expect(page.getByText("Please wait while we verify your username...")).toBeVisible();
    letGo();
    await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  });

  // Other messages: tests/unit/app/username-messages.test.ts; other failures: tests/integration/delivery/lookup.test.ts.
  test("stop at an account that does not exist, and claim nothing about one when the provider fails", async ({
    page,
  }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    await usernameField(page).fill("demo_missing");
    await page.getByLabel("Email").fill(newEmail());
    await expect(page.getByText(/Account "@demo_missing" does not exist/)).toBeVisible();
    await expect(proceed(page)).toBeDisabled();
    await expect(page.getByText("Please enter a valid Instagram username to continue")).toBeVisible();

    await shop.sql("DELETE FROM social_cache");
    await shop.social(Array(20).fill("500"));
    await usernameField(page).fill("warmcrumbs");
    await page.getByLabel("Email").focus();
    await expect(page.getByText(/Could not verify "@warmcrumbs"/)).toBeVisible();
    await expect(page.getByText(/does not exist/)).toHaveCount(0);
    await shop.social([]);
    const again = page.getByRole("button", { name: "Try again" });
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 5_000 });
      await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });
});
