import { control } from "../support/control";
import { fillDetails, fillPresent, newEmail, payButton, payByCard, proceedButton } from "./journey";
import { origin, panelUrl } from "./local-shop";
import { seedOrder } from "./signed-in";
import { type BrowserContextOptions, expect, test } from "./test";
import { type Translation, translatePages } from "./translator";

// The emulated panel delivers within seconds instead of a minute.
test.beforeAll(async () => {
  await control(`${panelUrl}/_control`, { speed: 4 });
});

for (const translation of ["replaces", "wraps"] satisfies Translation[]) {
  test.describe(`a page whose translator ${translation} its texts`, () => {
    test.beforeEach(async ({ context }) => translatePages(context, translation));
    test.afterEach(({ complaints }) => {
      // A page that was translated before it was ready is rendered again, which React reports.
      for (const complaint of complaints.splice(0)) expect(complaint).toContain("React error #418");
    });

    test("sells followers with a bundle, which arrive before the buyer's eyes", async ({ page }) => {
      await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
      await page.getByRole("button", { name: /add.*500/i }).click();
      await expect(page.getByText("Added to Order")).toBeVisible();
      await page.getByRole("button", { name: "Remove +500 followers" }).click();
      await expect(page.getByRole("button", { name: /Complete Payment.*\$2\.29/ })).toBeEnabled();
      await payButton(page).click();
      await payByCard(page);
      await page.getByRole("link", { name: "Follow your order" }).click();
      await expect(page.getByText("Delivered in full")).toBeVisible();
      await expect(page.getByText("100%").first()).toBeVisible();
    });

    test("sells likes for chosen posts", async ({ page }) => {
      await fillDetails(page, { packageId: "likes-100", username: "luma.ceramics", email: newEmail() });
      await page.getByRole("checkbox", { name: /^Post 1\b/ }).check();
      await expect(page.getByText("0 left")).toBeVisible();
      const opening = page.waitForEvent("popup");
      await proceedButton(page).click();
      const tab = await opening;
      await payByCard(tab);
      await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
    });

    test("says why a sign-in was refused, and clears it", async ({ page }) => {
      await page.goto("/auth");
      for (const _ of ["first", "second"]) {
        await fillPresent(page.getByRole("textbox", { name: "Email" }), newEmail());
        await fillPresent(page.getByRole("textbox", { name: "Password" }), "not the password");
        await page.getByRole("button", { name: "Sign In", exact: true }).click();
        await expect(page.getByRole("alert").filter({ hasText: "Failed" })).toBeVisible();
      }
    });
  });
}

test.describe("in the browser of an app", () => {
  const iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  test.use({ userAgent: `${iPhone} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5; en_US)` });

  test("a chosen post's payment opens in the same tab, and leads back to the order", async ({ page }) => {
    await fillDetails(page, { packageId: "likes-100", username: "luma.ceramics", email: newEmail() });
    await page.getByRole("checkbox", { name: /^Post 1\b/ }).check();
    await proceedButton(page).click();
    await payByCard(page);
    await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
  });

  test("signing in with Google leads to the own browser, because Google refuses it there", async ({
    page,
  }) => {
    await page.goto("/auth");
    await expect(page.getByText("open this page in your browser")).toBeVisible();
    await expect(page.getByRole("button", { name: /Google/ })).toHaveCount(0);
  });
});

test("a browser that forbids a second tab shows the payment page in this one", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => {
      throw new DOMException("not in this frame", "SecurityError");
    };
  });
  await fillDetails(page, { packageId: "likes-100", username: "luma.ceramics", email: newEmail() });
  await page.getByRole("checkbox", { name: /^Post 1\b/ }).check();
  await proceedButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("a part of the order's page that the browser can't show leaves the rest standing", async ({
  page,
  complaints,
}) => {
  const { token } = await seedOrder({ email: newEmail() }, { status: "processing", delivered: 40 });
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, "findLast");
  });
  await page.goto(`/order/${token}`);
  await expect(page.getByText("We can't show this part right now")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What has happened so far" })).toBeVisible();
  complaints.splice(0);
});

const places: [place: string, options: BrowserContextOptions, yearsOff: number][] = [
  ["Germany", { locale: "de-DE", timezoneId: "Europe/Berlin" }, 0],
  ["Egypt, by a clock that is a year late", { locale: "ar-EG", timezoneId: "Africa/Cairo" }, -1],
  ["Japan, by a clock that is a year early", { locale: "ja-JP", timezoneId: "Asia/Tokyo" }, 1],
];
for (const [place, options, yearsOff] of places) {
  test(`followers are bought and arrive in ${place} @deep`, async ({ browser }) => {
    const context = await browser.newContext({ ...options, baseURL: origin });
    const page = await context.newPage();
    const now = new Date();
    if (yearsOff !== 0) await page.clock.setSystemTime(now.setFullYear(now.getFullYear() + yearsOff));
    await page.addInitScript((isRightToLeft) => {
      if (isRightToLeft) document.documentElement.dir = "rtl";
    }, options.locale === "ar-EG");
    await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
    await payButton(page).click();
    await payByCard(page);
    await page.getByRole("link", { name: "Follow your order" }).click();
    await expect(page.getByText("Delivered in full")).toBeVisible();
    await context.close();
  });
}
