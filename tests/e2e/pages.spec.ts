import { expectAccessible } from "./accessible";
import { prerenderedPaths } from "./local-shop";
import { expect, test } from "./test";

const pages = [
  "/",
  "/instagram",
  "/tiktok?service=views",
  "/instagram/details/followers",
  "/tiktok/checkout/followers",
  "/success",
  "/accessibility",
  "/nowhere/at/all",
];

for (const path of pages) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectAccessible(page);
  });
}

test.describe("in a window zoomed to 400 %", () => {
  // DNT keeps these visits out of the counts, which another test compares.
  test.use({ viewport: { width: 320, height: 256 }, extraHTTPHeaders: { DNT: "1" } });

  test("no public page has to be scrolled sideways", async ({ page }) => {
    const addresses = prerenderedPaths().filter((path) => !/^\/_|\.|-image$|-icon$/.test(path));
    expect(addresses.length).toBeGreaterThan(30);
    for (const path of [...addresses, "/auth", "/legal/terms/1", "/nowhere/at/all"]) {
      await page.goto(path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, path).toBe(0);
    }
  });

  test("the home page's cards end within the window", async ({ page }) => {
    await page.goto("/");
    for (const name of ["Instagram", "TikTok"]) {
      const box = await page.getByRole("link", { name: `Choose ${name}` }).boundingBox();
      expect.soft((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(320);
    }
  });

  test("the button of a purchase step stands below the form instead of covering it", async ({ page }) => {
    await page.goto("/instagram/details/followers");
    const button = await page.getByRole("button", { name: "Continue" }).boundingBox();
    const field = await page.getByLabel("Package").boundingBox();
    expect(button?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
  });
});

test("a contrast theme marks the chosen tab, and nothing moves for visitors who ask for less motion", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/instagram");
  const borderOf = (name: string) =>
    page.getByRole("tab", { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await borderOf("Followers")).not.toBe(await borderOf("Views"));
  await page.goto("/");
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving).toBe(0);
});

test("an unknown address of one word leads home, any deeper one is not found", async ({ request }) => {
  const home = await request.get("/myspace", { maxRedirects: 0 });
  expect(home.status()).toBe(307);
  expect(home.headers().location).toBe("/");
  expect(home.headers()["x-powered-by"]).toBeUndefined();
  expect((await request.get("/myspace/details/followers")).status()).toBe(404);
  expect((await request.get("/instagram/details/shares")).status()).toBe(404);
});

test("a page that does not exist says so, also without scripts, and leads home", async ({
  page,
  request,
}) => {
  expect(await (await request.get("/nowhere/at/all")).text()).toMatch(/<h1[^>]*>Oops! Page not found/);
  await page.goto("/nowhere/at/all");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // A page that finds nothing says so in its own frame: one header, one main landmark.
  await page.goto("/reviews/older?before=nothing");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expectAccessible(page);
});
