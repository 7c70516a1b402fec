import { newId } from "@/lib/base/ids";
import { expectAccessible } from "./accessible";
import { buyAsGuest, newEmail } from "./journey";
import { run, seedOrder, signInAsNewAdmin } from "./signed-in";
import { expect, type Page, test } from "./test";

/** Pastes a text where no field has the focus, as Ctrl+V does. */
async function paste(page: Page, text: string): Promise<void> {
  // Before hydration nothing listens.
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(async () => {
    await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", pasted);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
    await expect(palette).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("a text that is pasted onto the page is searched, and a reason is all that its action takes", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context, "support");
  const email = newEmail();
  const { id } = await seedOrder({ email }, { status: "completed" });
  await page.goto("/admin/now");
  await paste(page, ` ${id.slice(0, 8)}\n`);
  const actions = page.getByRole("group", { name: "Actions" });
  await expect(actions.getByRole("option", { name: /^Refund / })).toBeVisible();
  await actions.getByRole("option", { name: `Block ${email}` }).click();
  const dialog = page.getByRole("dialog", { name: `Block ${email}` });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Fraud" }).click();
  await expect(dialog).toBeHidden();
  const blocks = await run<{ reason: string }>("SELECT reason FROM blocks WHERE value = $1", [email]);
  expect(blocks).toEqual([{ reason: "Fraud" }]);
});

test("a common reason only fills the field where money moves, and Ctrl+Enter sends it", async ({
  page,
  context,
  browser,
}) => {
  const { orderId: id } = await buyAsGuest(browser, "followers-100");
  await signInAsNewAdmin(context);
  await page.goto(`/admin/orders/${id}#refund`);
  const dialog = page.getByRole("dialog", { name: "Refund this order" });
  const send = dialog.getByRole("button", { name: /^Refund/ }).last();
  await dialog.getByRole("button", { name: "Delivered too late" }).click();
  await expect(send).toBeFocused();
  await expect(dialog.getByLabel("Reason")).toHaveValue("Delivered too late");
  const refunds = await run("SELECT id FROM refunds WHERE order_id = $1", [id]);
  expect(refunds).toEqual([]);
  await dialog.getByLabel("Reason").fill("");
  await dialog.getByLabel("Reason").press("Control+Enter");
  await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
});

test("the next case and the one before lead beyond the page of the list", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  const mark = `walk${newId().slice(-8)}`;
  const ids: string[] = [];
  // The list has fifty on a page, the newest first.
  for (let age = 0; age < 51; age++)
    ids.push((await seedOrder({ email: `${mark}@example.com` }, { status: "completed", age })).id);
  await page.goto(`/admin?tab=orders&q=${mark}`);
  await page.locator("[data-entry]").nth(49).click();
  const neighbours = page.getByRole("navigation", { name: "Neighbours in the list" });
  await expect(neighbours).toContainText("50 of 50+");
  await neighbours.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(`/admin/orders/${ids[50]}`);
  await expect(neighbours).toContainText("51 of 51");
  await neighbours.getByRole("link", { name: "Previous" }).click();
  await expect(page).toHaveURL(`/admin/orders/${ids[49]}`);
  await page.keyboard.press("e");
  await expect(page.locator(`[id=entry-${ids[49]}]`)).toBeVisible();
});
