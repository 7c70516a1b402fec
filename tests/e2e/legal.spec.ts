import { expectAccessible } from "./accessible";
import { expectOnPage } from "./journey";
import { ageReauthentication, reauthenticate, signInAsNewAdmin } from "./signed-in";
import { expect, test } from "./test";

test("an administrator previews the imprint and publishes it, and each version stays readable", async ({
  page,
  context,
}) => {
  const admin = await signInAsNewAdmin(context);
  const name = `Harbor Street ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/admin/legal?kind=imprint");
  await page
    .getByRole("textbox", { name: "Text", exact: true })
    .fill(`## Who we are\n\n{shop}, **${name}** <b>1</b>`);
  await expect(page.getByText(`, ${name} <b>1</b>`)).toBeVisible();
  await expectAccessible(page);
  await ageReauthentication(admin);
  await page.getByLabel("Reason").fill("A browser test");
  await page.getByRole("button", { name: /^Publish version/ }).click();
  await reauthenticate(page, admin);
  await page.getByRole("button", { name: /^Publish version/ }).click();
  const said = page.getByText(/^Version \d+ is published/);
  await expect(said).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  const version = /\d+/.exec((await said.textContent()) ?? "")?.[0];

  await expectOnPage(page, "/imprint", name);
  await expectOnPage(page, `/legal/imprint/${version}`, name);
  await expect(page.getByRole("heading", { name: "Who we are" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
  await expect(page).toHaveURL(/\/imprint$/);
  expect((await page.request.get("/legal/imprint/9999")).status()).toBe(404);
});
