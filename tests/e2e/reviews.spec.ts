import { expectAccessible } from "./accessible";
import { expectOnPage, newEmail } from "./journey";
import { run, seedOrder, signInAsNewAdmin, withDatabase } from "./signed-in";
import { expect, type Page, test } from "./test";

const delivered = () => seedOrder({ email: newEmail() }, { status: "completed" });

/** Notifies the pages of new reviews, as a job does once a minute. */
const notifyReviewPages = () => run("SELECT pg_notify('catalog_changed', 'reviews')");

/** The label, because it hides the radio button itself. A click waits until the label no longer moves. */
const starLabel = (page: Page, stars: number) =>
  page.locator("label").filter({ has: page.getByRole("radio", { name: `${stars} stars` }) });

test("a buyer publishes a bad review of an order, an administrator hides it for a listed reason, and the buyer removes it @phone-deep", async ({
  page,
  context,
}) => {
  const { id, token } = await delivered();
  const text = `Slow, ${token.slice(0, 6)}: it took two days.`;
  await page.goto(`/order/${token}#review`);
  await page.getByLabel("Your review").fill("See https://other.example");
  await starLabel(page, 2).click();
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Please leave out links. We")).toBeVisible();
  await expect(page.getByLabel("Your review")).toBeFocused();
  await page.getByLabel("Your review").fill(text);
  await page.getByLabel("First name").fill("Mara");
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Thank you. Your review appears on our pages")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expectAccessible(page);

  await notifyReviewPages();
  await expectOnPage(page, "/reviews", text);
  await expectAccessible(page);
  await expectOnPage(page, "/?browse=1", text);
  await page.goto("/?browse=1#testimonials");
  await expect(page.getByRole("region", { name: "Reviews" }).getByText(text)).toBeVisible();

  await signInAsNewAdmin(context);
  await page.goto("/admin/reviews");
  await page.getByRole("button", { name: `Hide the review of order #${id.slice(0, 8)}` }).click();
  const dialog = page.getByRole("dialog", { name: "Hide this review" });
  await dialog.getByLabel("What is wrong").selectOption("Advertising or spam");
  await dialog.getByLabel("Reason").fill("It names another shop");
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("Hidden: Advertising or spam").first()).toBeVisible();
  await notifyReviewPages();
  await expectOnPage(page, "/reviews", text, false);
  await expect(page.getByText(/(is|are) hidden: .*advertising or spam/)).toBeVisible();
  await page.goto(`/order/${token}`);
  await expect(page.getByText("We had to hide your review")).toBeVisible();
  await page.getByText("Remove my review").click();
  await page.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByText("You removed your review.")).toBeFocused();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a refused review keeps what was written, and a good one is published and removed", async ({
    page,
  }) => {
    const { token } = await delivered();
    await page.goto(`/order/${token}`);
    await starLabel(page, 5).click();
    await page.getByLabel("Your review").fill("Call 0049 170 1234567");
    await page.getByRole("button", { name: "Publish review" }).click();
    await expect(page.getByText("Please leave out phone numbers")).toBeVisible();
    await expect(page.getByLabel("Your review")).toHaveValue("Call 0049 170 1234567");
    await expect(page.getByRole("radio", { name: /5 stars/ })).toBeChecked();
    await page.getByLabel("Your review").fill("All of them arrived.");
    await page.getByRole("button", { name: "Publish review" }).click();
    await page.getByText("Remove my review").click();
    await page.getByRole("button", { name: "Remove for good" }).click();
    await expect(page.getByText("You removed your review.")).toBeVisible();
  });
});

test.describe("a browser with a window", () => {
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
  test.use({ userAgent });

  test("is counted once per page, never when it asks not to be tracked, and the numbers show it", async ({
    page,
    browser,
    context,
  }) => {
    // Pages that no other test opens.
    const viewed = { page: "checkout", service: "views" };
    const views = () =>
      withDatabase((db) => db.pageView.findMany({ where: viewed, select: { platform: true, views: true } }));
    const hidden = await browser.newContext({ userAgent, extraHTTPHeaders: { DNT: "1" } });
    const quiet = await hidden.newPage();
    await quiet.goto("/tiktok/checkout/views", { waitUntil: "networkidle" });
    await hidden.close();
    for (let visit = 0; visit < 3; visit++)
      await page.goto("/instagram/checkout/views", { waitUntil: "networkidle" });
    await expect.poll(views).toEqual([{ platform: "instagram", views: 1 }]);

    await signInAsNewAdmin(context);
    await page.goto("/admin/numbers?days=7&platform=instagram&service=views");
    const row = page.getByRole("row", { name: /Pages viewed/ });
    await expect(row.getByRole("cell").filter({ hasText: /^\d+$/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "90 days" }).click();
    await expect(page.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "page");
  });
});

test("without enough orders the facts page says so, and the footer does not link to it", async ({ page }) => {
  await page.goto("/facts");
  await expect(page.getByRole("heading", { name: "Not enough orders yet" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "The facts" })).toHaveCount(0);
});
