import { sessionOf } from "./accounts";
import { holdBack } from "./journey";
import { endSessions, signInAsNewCustomer } from "./signed-in";
import { expect, type Page, test } from "./test";

test.describe("the header", () => {
  for (const path of ["/?browse=1", "/instagram", "/tiktok/details/followers"]) {
    test(`is prerendered on ${path}, the same with and without the signed-in marker`, async ({ request }) => {
      const asGuest = await request.get(path);
      const marked = await request.get(path, { headers: { cookie: "shop_signed_in=1" } });
      expect(await marked.text()).toBe(await asGuest.text());
      expect(marked.headers()["x-nextjs-cache"] ?? marked.headers()["x-nextjs-prerender"]).toBeTruthy();
    });
  }

  test("shows the customer from the first paint on, and nothing in it moves", async ({ page, context }) => {
    const { email } = await signInAsNewCustomer(context);
    const answer = await holdBack(page, "**/api/me");
    await page.goto("/?browse=1");
    const header = page.getByRole("banner");
    await expect(header.getByRole("button", { name: "Your account" })).toBeVisible();
    await expect(header.getByRole("link", { name: "Login" })).toBeHidden();
    await expect(page.getByRole("link", { name: "My Orders" })).toBeVisible();
    const places = () =>
      header.getByRole("link").evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x));
    const before = await places();
    answer();
    await expect(header.getByRole("button", { name: email })).toBeVisible();
    expect(await places()).toEqual(before);
  });

  test("has a menu that opens, closes and signs out by keyboard", async ({ page, context }) => {
    const { email } = await signInAsNewCustomer(context);
    await page.goto("/instagram");
    const button = page.getByRole("button", { name: email });
    const menu = page.getByRole("navigation", { name: "Account" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeFocused();
    await menu.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    expect(await sessionOf(page)).toBeUndefined();
    await page.goto("/orders");
    await expect(page).toHaveURL(/\/auth\?next=/);
  });

  test("is a guest's in every tab after signing out, and the browser keeps no order and no email", async ({
    page,
    context,
  }) => {
    const { email } = await signInAsNewCustomer(context);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto("/instagram/details/followers?package=followers-100");
      await expect(tab.getByText(`Signed in as ${email}`)).toBeVisible();
      await tab.evaluate((address) => {
        localStorage.setItem("theme", "dark");
        localStorage.setItem("purchase:attempts", JSON.stringify({ a: { orderUrl: "/order/secret" } }));
        sessionStorage.setItem("purchase:instagram:followers", JSON.stringify({ email: address }));
      }, email);
    }
    const kept = (tab: Page) =>
      tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await kept(other)).toContain(email);
    await page.getByRole("button", { name: email }).click();
    const signedOut = page.waitForResponse((response) => response.url().endsWith("/auth/sign-out"));
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    expect(await (await signedOut).headerValue("clear-site-data")).toBe('"cache"');
    await expect(page).toHaveURL(/\/$/);
    for (const tab of [page, other]) {
      await expect.poll(() => kept(tab)).not.toMatch(/purchase|secret|@example\.com/);
      expect(await tab.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    }
  });

  test("is a guest's again, without a marker and traces, when the session has ended elsewhere", async ({
    page,
    context,
  }) => {
    const customer = await signInAsNewCustomer(context);
    await page.goto("/instagram");
    await expect(page.getByRole("button", { name: customer.email })).toBeVisible();
    await page.evaluate(() => localStorage.setItem("purchase:attempts", '{"a":"/order/secret"}'));
    await endSessions(customer);
    await page.goto("/tiktok");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("secret");
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("shop_signed_in");
  });

  test("has a phone menu that leads a guest to a lost order", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/instagram");
    await page.getByRole("button", { name: "Open the menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: "Track your order" }).click();
    await expect(page).toHaveURL(/\/track$/);
  });

  test("has a phone menu that names the account, closes after a turn of the phone, and signs out", async ({
    page,
    context,
  }) => {
    const { email } = await signInAsNewCustomer(context);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/instagram");
    await page.getByRole("button", { name: "Open the menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByText(email)).toBeVisible();
    await expect(menu.getByRole("link", { name: "Login" })).toBeHidden();
    // A phone that is turned may be as wide as a desktop: the menu stays, and can be closed.
    await page.setViewportSize({ width: 852, height: 393 });
    await menu.getByRole("button", { name: "Close the menu" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open the menu" }).click();
    await menu.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
