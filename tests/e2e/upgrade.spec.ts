import { expect, test } from "./test";

// A page whose release has been replaced since it was opened. tests/deep/upgrade.test.ts replaces a release for real.

test("a form whose action is gone after an upgrade says so and keeps what was typed", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("textbox", { name: "Email" }).fill("typed@example.com");
  await page.getByRole("textbox", { name: "Message" }).fill("A long story.");
  let isUpdated = true;
  await page.route("**/contact", (route) => {
    const headers = route.request().headers();
    const id = headers["next-action"];
    if (!id || !isUpdated) return route.continue();
    return route.continue({ headers: { ...headers, "next-action": `${id.slice(0, 2)}${"0".repeat(40)}` } });
  });
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  await expect(page.getByText("The shop was updated while this page was open.").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("A long story.");
  isUpdated = false;
  await send.click();
  await expect(page.getByText("We will get back to you within 24 hours.").first()).toBeVisible();
});

test("a page whose next page's script is gone after an upgrade offers to load it again", async ({
  page,
  complaints,
}) => {
  await page.goto("/instagram", { waitUntil: "networkidle" });
  await page.route("**/_next/static/chunks/**", (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Track your order" }).click();
  await expect(page.getByRole("heading", { name: "The shop was updated" })).toBeVisible();
  expect(complaints.shift()).toContain("Failed to load chunk");
  await page.unroute("**/_next/static/chunks/**");
  await page.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});
