import { test } from "@playwright/test";
import { fillDetails, newEmail } from "./journey";
import { signInAsNewAdmin } from "./signed-in";
const at = async (page: any, name: string) => {
  for (const [w, h] of [[390, 844], [1440, 900]] as const) for (const theme of ["light", "dark"] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/l2shots/${name}-${w}-${theme}.png` });
  }
};
test("pictures", async ({ page, context }) => {
  await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
  await at(page, "checkout");
  await page.evaluate(() => window.scrollTo(0, 99999));
  await at(page, "checkout-end");
  await fillDetails(page, { packageId: "likes-100", username: "luma.ceramics", email: newEmail() });
  await page.getByRole("checkbox").first().check();
  await at(page, "selection");
  await page.goto("/terms"); await at(page, "terms");
  await page.goto("/legal/refunds/1"); await at(page, "refunds-1");
  await signInAsNewAdmin(context);
  await page.goto("/admin/legal"); await at(page, "admin-legal");
  await page.goto("/admin/going-live"); await page.waitForTimeout(3000); await page.evaluate(() => window.scrollTo(0, 99999)); await at(page, "going-live");
});
