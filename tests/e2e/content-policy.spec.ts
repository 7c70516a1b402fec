import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { shopUnderTest } from "./local-shop";
import { signInAsNewAdmin, signInAsNewCustomer } from "./signed-in";

const manifest = readFileSync(join(shopUnderTest.distDir, "prerender-manifest.json"), "utf8");
const prerendered = Object.keys((JSON.parse(manifest) as { routes: object }).routes).filter(
  (path) => !/^\/_|\.|-image$|-icon$/.test(path),
);
/** One page of each kind, because pages of other platforms and services differ only in their data. */
const kinds = new Map(
  prerendered.map((path) => [
    path.replace(/instagram|tiktok/, "*").replace(/followers|likes|views/, "*"),
    path,
  ]),
);

/** The violations of the content policy since the page was opened. */
async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("tellRefused", (what: string) => {
    refused.push(what);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      (window as unknown as { tellRefused: (what: string) => void }).tellRefused(
        `${location.pathname}: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return refused;
}

async function visit(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    const policy = await page.evaluate(async () => {
      const answer = await fetch(location.href, { method: "HEAD" });
      return answer.headers.get("content-security-policy");
    });
    expect(policy?.match(/script-src [^;]*/)?.[0], path).not.toContain("unsafe-inline");
  }
}

test("no prerendered page has a script that its policy refuses, on a first request or from the page cache", async ({
  page,
}) => {
  expect(prerendered.length).toBeGreaterThan(30);
  const refused = await watchPolicy(page);
  await visit(page, [...kinds.values(), "/", "/instagram", "/nowhere/at/all", "/Auth", "/admin/nowhere"]);
  expect(refused).toEqual([]);
});

test("no page made for one visitor has a script that its policy refuses", async ({ page, context }) => {
  const refused = await watchPolicy(page);
  await visit(page, ["/auth", "/order/unknown-token-unknown-token", "/dev-mails"]);
  await signInAsNewCustomer(context);
  await visit(page, [
    "/dashboard",
    "/orders",
    "/settings",
    "/tickets",
    "/?browse=1",
    "/instagram/checkout/likes",
  ]);
  await context.clearCookies();
  await signInAsNewAdmin(context);
  await visit(
    page,
    [
      "",
      "catalog",
      "customers",
      "now",
      "numbers",
      "reviews",
      "legal",
      "operations",
      "settings",
      "suppliers",
      "suppliers/margins",
      "suppliers/scorecard",
      "audit",
    ].map((name) => `/admin/${name}`.replace(/\/$/, "")),
  );
  expect(refused).toEqual([]);
});

test("following links through the shop loads nothing that the policy refuses", async ({ page }) => {
  const refused = await watchPolicy(page);
  await page.goto("/");
  await page
    .getByRole("link", { name: /Instagram/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/instagram/);
  await page.getByRole("link", { name: /Terms/ }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(refused).toEqual([]);
});

for (const path of ["/instagram", "/auth"]) {
  test(`a script injected into ${path} does not run`, async ({ page }) => {
    const refused = await watchPolicy(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.isIn = true'>");
    });
    await expect.poll(() => refused.length).toBe(1);
    expect(await page.evaluate(() => "isIn" in window)).toBe(false);
  });
}
