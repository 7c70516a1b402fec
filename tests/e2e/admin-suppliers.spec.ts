import { expectAccessible } from "./accessible";
import { panelUrl } from "./local-shop";
import { confirmDialog, signInAsNewAdmin } from "./signed-in";
import { expect, test } from "./test";

test("a supplier is added, tested, imported, mapped last, and switched off again", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Panel ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/admin/suppliers");
  await page.getByRole("button", { name: "Add supplier" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("API address").fill(`${panelUrl}/api/v2`);
  await dialog.getByLabel("API key").fill("panel-key-1");
  await confirmDialog(page, "Add supplier");
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Test the connection" }).click();
  await expect(page.getByText(/Connected\. The balance is/)).toBeVisible();
  expect(await page.content()).not.toContain("panel-key-1");

  await page.getByRole("button", { name: "Import services" }).click();
  await confirmDialog(page, "Import");
  const services = page.getByRole("list", { name: "Services" });
  await expect(services.getByRole("listitem").first()).toBeVisible();
  const comments = services.getByRole("listitem").filter({ hasText: "Instagram Comments" });
  await expect(comments).toContainText(
    "Not supported. Custom Comments needs a list of comments, which orders here don't have.",
  );
  await expect(comments.getByRole("button", { name: "Map Instagram Comments" })).toBeDisabled();
  await services.getByRole("button", { name: "Map TikTok Views" }).click();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName("TikTok Views");
  await dialog.getByLabel("Search our services").fill("follow");
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await dialog.getByRole("radio", { name: "TikTok Followers" }).check();
  const warning = dialog.getByText("The supplier's name for it says TikTok Views.");
  await expect(warning).toBeVisible();
  await dialog.getByLabel("Search our services").fill("views tik");
  await dialog.getByRole("radio", { name: "TikTok Views" }).check();
  await expect(warning).toBeHidden();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName("TikTok Views");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  await confirmDialog(page, "Map service");

  await page.getByRole("button", { name: "Error texts" }).click();
  await dialog.getByRole("button", { name: "Add a text" }).click();
  await dialog.getByLabel("Text 1", { exact: true }).fill("*no*");
  await dialog.getByLabel("Reason").fill("A browser test");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("A pattern needs 4 characters besides *")).toBeVisible();
  await dialog.getByLabel("Text 1", { exact: true }).fill("quota * spent");
  await confirmDialog(page, "Save");

  await page.goto("/admin/suppliers/mapping");
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill("tiktok views");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "Instagram Views" })).toHaveCount(0);
  const ours = page.getByRole("list", { name: "Suppliers of TikTok Views" });
  const mapping = ours.getByRole("listitem").filter({ hasText: name });
  await mapping.getByRole("button", { name: /^Switch off/ }).click();
  await confirmDialog(page, "Switch off");
  await expect(mapping.getByText("Off", { exact: true })).toBeVisible();
  await page.goto("/admin/suppliers");
  await page.getByRole("link", { name }).click();
  // The list has such a button, too.
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: `Pause ${name}` }).click();
  await confirmDialog(page, "Pause");
  await expect(page.getByText("Paused", { exact: true }).first()).toBeVisible();
});
