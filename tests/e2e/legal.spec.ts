import { expectAccessible } from "./accessible";
import { fillDetails, newEmail, payWith } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { ageEvidence, codeOf, signInAsNewAdmin } from "./signed-in";
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
  await ageEvidence(admin);
  await page.getByLabel("Reason").fill("A browser test");
  await page.getByRole("button", { name: /^Publish version/ }).click();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByLabel("Code from your app").fill(codeOf(admin));
  await page.getByRole("button", { name: /^Publish version/ }).click();
  const said = page.getByText(/^Version \d+ is published/);
  await expect(said).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  const version = /\d+/.exec((await said.textContent()) ?? "")?.[0];

  for (const path of ["/imprint", `/legal/imprint/${version}`]) {
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByText(name)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  }
  await expect(page.getByRole("heading", { name: "Who we are" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
  await expect(page).toHaveURL(/\/imprint$/);
  expect((await page.request.get("/legal/imprint/9999")).status()).toBe(404);
});

test.describe("beside the payment button", () => {
  test.describe.configure({ mode: "default" });
  const port = shopUnderTest.port + 70;
  // On a phone's width, where the line and the box are in the bar at the bottom.
  test.use({ baseURL: `http://127.0.0.1:${port}`, viewport: { width: 390, height: 844 } });

  let shop: SideShop;
  test.beforeAll(async () => {
    shop = await startSideShop(port);
  });
  test.afterAll(() => shop.stop());

  test("terms that change while the page is open must be read first, and what was typed stays", async ({
    page,
  }) => {
    await fillDetails(page, { username: "warmcrumbs", email: newEmail() });
    const line = page.getByText(/^By paying you agree to the Terms of Service/);
    await expect(line.getByRole("link", { name: "Refund Policy" })).toHaveAttribute("href", "/refunds");
    await shop.sql(
      `INSERT INTO legal_texts (kind, version, lead, body, reason, published_by)
       VALUES ('terms', 2, '', 'Other terms.', 'a test', 'ops')`,
    );
    const pay = page.getByRole("button", { name: /Complete Payment/ });
    await pay.click();
    const refusal = page.getByRole("alert").filter({ hasText: "Our terms have changed" });
    await expect(refusal.getByRole("link", { name: "Read the terms" })).toHaveAttribute("href", "/terms");
    // The page has read the new versions meanwhile, or does so now.
    await expect(async () => {
      await pay.click();
      await expect(page.getByLabel("Card number")).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  test("a box must be ticked where the operator asks for one, also to pay again", async ({ page }) => {
    const saysTick = async () => (await page.request.get("/tiktok/checkout/followers")).text();
    await shop.set("asksForTick", true);
    await expect.poll(saysTick).toMatch(/asksForTick\\?":true/);
    await fillDetails(page, { username: "lucarows", email: newEmail() });
    const box = page.getByRole("checkbox", { name: "I have read this and agree." });
    const pay = page.getByRole("button", { name: /Complete Payment/ });
    await pay.click();
    await expect(page.getByRole("alert").filter({ hasText: "Please tick the box" })).toBeVisible();
    await expect(box).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await pay.click();
    await expect(page.getByLabel("Card number")).toBeVisible();

    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL(/canceled=1/);
    await page.getByRole("button", { name: "Pay again" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Please tick the box" })).toBeVisible();
    await box.check();
    await page.getByRole("button", { name: "Pay again" }).click();
    await payWith(page, "4242424242424242");
    await expect(page.getByRole("link", { name: "Follow your order" })).toBeVisible();
  });
});
