import { signedInCookies } from "@/lib/auth/session-cookies";
import { sealSession } from "@/lib/auth/session-token";
import { newId } from "@/lib/ids";
import { fillDetails, holdBack, newEmail, payWith } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, sideSecret, startSideShop } from "./side-shop";
import { expect, type Page, test } from "./test";

// Every error message of a purchase, each reached by a real failure. One shop for all tests, in sequence.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 40;
let shop: SideShop;

test.beforeAll(async () => {
  shop = await startSideShop(port);
});
test.afterAll(() => shop.stop());

test.use({ baseURL: `http://127.0.0.1:${port}` });

const payButton = (page: Page) => page.getByRole("button", { name: /Complete Payment/ });
const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "Order Failed" });

async function reviewOrder(page: Page): Promise<void> {
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  await expect(payButton(page)).toBeEnabled();
}

/** Presses the button, and expects the message as a toast and in the page. */
async function expectOrderToFail(page: Page, message: string | RegExp): Promise<void> {
  await payButton(page).click();
  await expect(failure(page)).toContainText(message);
  await expect(page.getByRole("listitem").filter({ hasText: "Order Failed" })).toContainText(message);
  await expect(payButton(page)).toBeEnabled();
}

async function expectOrderToWork(page: Page): Promise<void> {
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
}

type Failure = {
  cause: (page: Page) => Promise<unknown>;
  message: string;
  /** Ends the cause: the order works after it. */
  repair?: () => Promise<unknown>;
};

const createOrder = "**/api/functions/create-order";
const failures: Record<string, Failure> = {
  "that failed at Stripe can be tried again, and stays the same order": {
    cause: () => shop.stripe({ failNext: 2, status: 503 }),
    message: "The payment service is not answering. Nothing was charged. Please try again.",
    repair: () => shop.stripe({}),
  },
  "under a refused payment key blames the configuration, not the buyer": {
    cause: () => shop.stripe({ failNext: 1, status: 401 }),
    message: "Payment system configuration error. Please contact support.",
    repair: () => shop.stripe({}),
  },
  "without a payment page says so": {
    cause: () => shop.stripe({ noUrl: 1 }),
    message: "No checkout URL received",
  },
  "without a database says so, and works when it is back": {
    cause: () => shop.cutDatabase(),
    message: "Database error. Please try again later.",
    repair: () => shop.restoreDatabase(),
  },
  "that fails unexpectedly shows no internal text": {
    cause: () => shop.sql("ALTER TABLE order_lines RENAME TO order_lines_away"),
    message: "An unexpected error occurred. Please try again.",
    repair: () => shop.sql("ALTER TABLE order_lines_away RENAME TO order_lines"),
  },
  "under expired credentials asks the buyer to reload the page": {
    cause: (page) =>
      page.route(createOrder, (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: "Bearer of-yesterday" } }),
      ),
    message: "Authentication error. Please refresh the page and try again.",
  },
  "that gets an answer without a message counts as failed": {
    cause: (page) => page.route(createOrder, (route) => route.fulfill({ status: 500, body: "<html>" })),
    message: "Failed to create order",
  },
};

test.describe("an order", () => {
  for (const [name, { cause, message, repair }] of Object.entries(failures)) {
    test(name, async ({ page }) => {
      await reviewOrder(page);
      await cause(page);
      try {
        await expectOrderToFail(page, message);
        await expect(failure(page)).not.toContainText(/order_lines|relation|sql/i);
      } finally {
        await repair?.();
      }
      if (repair) await expectOrderToWork(page);
    });
  }

  test("without a network says what to check", async ({ page, context }) => {
    await reviewOrder(page);
    await context.setOffline(true);
    await payButton(page).click();
    // In the page: the toast's library may not have loaded yet.
    await expect(failure(page)).toContainText(
      "We could not reach the shop. Please check your connection and try again.",
    );
    await context.setOffline(false);
    await expectOrderToWork(page);
  });

  test("at a price that has changed since the page was opened is refused", async ({ page }) => {
    await reviewOrder(page);
    await shop.sql("UPDATE packages SET price_cents = 239 WHERE id = 'followers-100'");
    try {
      await expectOrderToFail(page, "Invalid package pricing");
      await expect(failure(page)).toContainText("Prices may have changed since this page was opened.");
      await expect(async () => {
        await page.reload();
        await expect(payButton(page)).toContainText("$2.39", { timeout: 5_000 });
      }).toPass();
      await expectOrderToWork(page);
    } finally {
      await shop.sql("UPDATE packages SET price_cents = 229 WHERE id = 'followers-100'");
    }
  });

  test("for an account that became private says how to fix it", async ({ page }) => {
    await reviewOrder(page);
    await shop.sql(
      `UPDATE social_cache SET value = jsonb_set(value, '{is_private}', 'true')
       WHERE key = 'profile:instagram:warmcrumbs'`,
    );
    try {
      await expectOrderToFail(
        page,
        'Could not verify "@warmcrumbs". Please ensure the username is correct and the account is public.',
      );
      await expect(failure(page).getByRole("link", { name: "Edit the details" })).toBeVisible();
    } finally {
      await shop.sql("DELETE FROM social_cache");
    }
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
      await expect(
        page.getByText(
          "An order takes at most 599 followers. Please choose a smaller package or remove a bundle.",
        ),
      ).toBeVisible();
      await expect(payButton(page)).toBeDisabled();
      await page.getByRole("button", { name: "Remove +500 followers" }).click();
      await expectOrderToWork(page);
    } finally {
      await limit(1_000_000);
    }
  });
});

test.describe("the admin pages", () => {
  test("say so while accounts can't be looked up", async ({ page, context }) => {
    const claims = { userId: newId(), sessionId: newId(), version: 0 };
    const value = await sealSession(sideSecret, "shop_session", claims);
    await context.addCookies(
      signedInCookies("local", value).map(({ name, value }) => ({ name, value, url: shop.origin })),
    );
    await shop.cutDatabase();
    try {
      await page.goto("/admin");
      await expect(page.getByRole("heading", { name: "Failed to verify admin access." })).toBeVisible();
    } finally {
      await shop.restoreDatabase();
    }
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
    await expect(page.getByRole("link", { name: "Return Home" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go Back" })).toBeVisible();
  });

  test("is found as soon as the shop can look again", async ({ page }) => {
    await reviewOrder(page);
    await payButton(page).click();
    await expect(page.getByLabel("Card number")).toBeVisible();
    await shop.cutDatabase();
    try {
      await payWith(page, "4242424242424242");
      await expect(page.getByText("Verifying your payment...")).toBeVisible();
      await expect(page.getByText("Payment verification failed", { exact: true })).toBeVisible();
      await expect(page.getByText("Database error. Please try again later.")).toBeVisible();
    } finally {
      await shop.restoreDatabase();
    }
    await expect(page.getByText("Thank you, your payment has arrived")).toBeVisible();
  });

  test("is not denied by its order's page while the database is away", async ({ page, complaints }) => {
    await reviewOrder(page);
    await payButton(page).click();
    await payWith(page, "4242424242424242");
    await page.getByRole("link", { name: "Follow your order" }).click();
    await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible();
    await shop.cutDatabase();
    try {
      await page.reload();
      await expect(page.getByText("Your order is safe.")).toBeVisible();
      await expect(page.getByText(/nothing was charged/i)).toHaveCount(0);
    } finally {
      await shop.restoreDatabase();
    }
    await expect(async () => {
      await page.getByRole("button", { name: "Try again" }).click({ timeout: 5_000 });
      await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    // The browser reports the page's failure, which is the subject here.
    complaints.length = 0;
  });
});

test.describe("the details", () => {
  const username = (page: Page) => page.getByRole("combobox", { name: /username/i });
  const proceed = (page: Page) => page.getByRole("button", { name: "Continue" });

  test("offer a failed search again, by keyboard", async ({ page }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    let isFailing = true;
    await page.route("**/api/functions/instagram-profile-lookup", async (route) => {
      const { search } = route.request().postDataJSON();
      // Without an answer about the typed name, what is below the field stays the list.
      if (!search) return;
      if (isFailing) await route.fulfill({ status: 500, json: {} });
      else await route.continue();
    });
    await username(page).fill("warmcrumbs");
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
    await expect(username(page)).toBeFocused();
    await page.getByLabel("Email").focus();
    await expect(matches).toHaveCount(0);
  });

  test("name each field that is missing", async ({ page }) => {
    await page.goto("/tiktok/details/likes");
    await proceed(page).click();
    await expect(page.getByText("TikTok username is required")).toBeVisible();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Please select a package" })).toBeVisible();
    await page.getByLabel("Email").fill("not-an-address");
    await proceed(page).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  });

  test("ask to wait while the account is looked up, and refuse a name of one letter", async ({ page }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    await page.getByLabel("Email").fill(newEmail());
    await username(page).fill("w");
    await proceed(page).click();
    await expect(page.getByText("Invalid username")).toBeVisible();
    await expect(
      page.getByText("This username is not valid. Please check and try again.").first(),
    ).toBeVisible();
    const letGo = await holdBack(page, "**/api/functions/instagram-profile-lookup");
    await username(page).fill("warmcrumbs");
    await page.getByLabel("Email").press("Enter");
    await expect(page.getByText("Please wait while we verify your username...")).toBeVisible();
    letGo();
    await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  });

  const wrongAccounts: [string, string][] = [
    [
      "no such name",
      'Unable to find Instagram account "@no such name". Please verify the username and try again.',
    ],
    [
      "demo_private",
      'Could not verify "@demo_private". Please ensure the username is correct and the account is public.',
    ],
    ["demo_missing", 'Account "@demo_missing" does not exist. Please check the spelling and try again.'],
  ];
  test("explain what is wrong with an account, and stop at one that does not exist", async ({ page }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    await page.getByLabel("Email").fill(newEmail());
    for (const [name, message] of wrongAccounts) {
      await username(page).fill(name);
      await page.getByLabel("Email").focus();
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(proceed(page)).toBeDisabled();
    await expect(page.getByText("Please enter a valid Instagram username to continue")).toBeVisible();
  });

  // The provider's other failures have the same answer: tests/integration/social/lookup.test.ts.
  test("make no claim about the account when the provider fails, and can ask again", async ({ page }) => {
    await shop.sql("DELETE FROM social_cache");
    await page.goto("/instagram/details/followers?package=followers-100");
    await shop.social(Array(20).fill("500"));
    await username(page).fill("warmcrumbs");
    await page.getByLabel("Email").focus();
    await expect(page.getByText(/Could not verify "@warmcrumbs"/)).toBeVisible();
    await expect(page.getByText(/does not exist/)).toHaveCount(0);
    await shop.social([]);
    await expect(async () => {
      await page.getByRole("button", { name: "Try again" }).click({ timeout: 5_000 });
      await expect(page.getByText(/Could not verify/)).toHaveCount(0, { timeout: 5_000 });
    }).toPass();
  });
});
