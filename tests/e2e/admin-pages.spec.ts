import { newId } from "@/lib/base/ids";
import { minute } from "@/lib/base/time/time";
import { adminAddresses } from "./access-walk";
import { expectAccessible } from "./accessible";
import { newEmail } from "./journey";
import { run, seedOrder, seedTicket, signInAsNewAdmin } from "./signed-in";
import { expect, type Page, test } from "./test";

/** A phone lays the pages out differently and hardly changes what axe reads, so only the deep lane reads them there. */
async function expectAccessibleOnce(page: Page): Promise<void> {
  if (test.info().project.name !== "phone") await expectAccessible(page);
}

test("the admin pages and their dialogs pass axe and fit the screen @phone @phone-deep", async ({
  page,
  context,
}) => {
  const guest = { email: newEmail() };
  await seedTicket(guest, "A long question ".repeat(12));
  const { id } = await seedOrder(guest, { status: "completed", delivered: 100 });
  await run("UPDATE orders SET flagged_at = now(), flag_reason = 'late_change' WHERE id = $1", [id]);
  const admin = await signInAsNewAdmin(context);
  for (const path of [
    ...adminAddresses,
    "/admin?tab=tickets",
    "/admin/catalog?service=views",
    "/admin/catalog/platforms/tiktok",
    "/admin/customers?q=nobody-at-all",
    `/admin/customers/${admin.id}`,
    `/admin/customers/guest?email=${encodeURIComponent(guest.email)}`,
    `/admin/orders/${id}`,
  ]) {
    await page.goto(path);
    // The page of legal texts has a second one, in its preview.
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    const overflows = await page.evaluate(() =>
      [document.documentElement, document.querySelector("nav[aria-label=Admin]")].map((box) =>
        box ? box.scrollWidth - box.clientWidth : null,
      ),
    );
    expect.soft(overflows, path).toEqual([0, 0]);
    await expectAccessibleOnce(page);
  }
  await page.getByRole("button", { name: "Clear the flag" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear the flag" });
  await expectAccessibleOnce(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Clear the flag" })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Reason").fill("looked at it");
  await dialog.getByRole("button", { name: "Clear it" }).click();
  await expect(page.getByText("This order needs review")).toHaveCount(0);

  await page.goto("/admin/suppliers");
  await page.getByRole("list", { name: "Suppliers" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Evidence" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleOnce(page);
});

test("the page of an unknown record says so inside the admin layout", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  const answer = await page.goto(`/admin/tickets/${newId()}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("a list's filter shows what the list is filtered by, also after a link to the whole list", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await seedOrder({ email: newEmail() }, { status: "failed" });
  await page.goto("/admin?status=failed&sort=oldest");
  const chosen = (name: string) =>
    page.getByRole("navigation", { name: "Filter by status" }).getByRole("link", { name, exact: true });
  const date = page.getByRole("columnheader", { name: "Date" });
  await expect(chosen("Failed")).toHaveAttribute("aria-current", "page");
  await page
    .getByRole("navigation", { name: "Orders and tickets" })
    .getByRole("link", { name: "Orders" })
    .click();
  await expect(page).toHaveURL(/\/admin\?tab=orders$/);
  await expect(chosen("All")).toHaveAttribute("aria-current", "page");
  await expect(date).toHaveAttribute("aria-sort", "descending");
  await page.goBack();
  await expect(chosen("Failed")).toHaveAttribute("aria-current", "page");
  await expect(date).toHaveAttribute("aria-sort", "ascending");
});

test("a page that opens renders the menu's counts again once they are a minute old", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.clock.install();
  await page.goto("/admin/settings");
  // A form's buttons are enabled by hydration, before which a link would load the whole document.
  await expect(page.getByRole("button", { name: "Save" }).first()).toBeEnabled();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc) asked.push(new URL(request.url()).pathname);
  });
  const open = async (name: string) => {
    await page
      .getByRole("navigation", { name: "Admin", exact: true })
      .getByRole("link", { name, exact: true })
      .click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  await open("Block list");
  expect(asked).toEqual(["/admin/blocks"]);
  await page.clock.fastForward(2 * minute);
  await open("Reviews");
  await expect.poll(() => asked).toEqual(["/admin/blocks", "/admin/reviews", "/admin/reviews"]);
});
