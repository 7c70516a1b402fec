import { z } from "zod";
import { emulatedPlatforms } from "@/lib/local/emulated";
import { landings } from "./claim-texts";
import { origin } from "./local-shop";
import { type APIRequestContext, expect, test } from "./test";

const hubs = emulatedPlatforms.map((platform) => `/${platform}`);
const indexed = [
  "/",
  ...hubs,
  ...landings,
  "/terms",
  "/privacy",
  "/refunds",
  "/accessibility",
  "/contact",
  "/track",
  "/withdraw",
  "/reviews",
  "/facts",
];
const kept = [
  ...hubs.flatMap((hub) => [`${hub}/details/likes`, `${hub}/checkout/likes`, `${hub}/post-selection`]),
  "/instagram/reel-selection",
  "/success",
  "/auth",
  "/admin-auth",
];

const address = z.url().startsWith(origin);
const text = z.string().trim().min(1);
const context = { "@context": z.literal("https://schema.org") };

/** A type with the fields that https://schema.org and search engines require of it, and no others. */
const entity = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.strictObject({ "@type": z.literal(type), ...fields });

const schemas = {
  Organization: entity("Organization", {
    ...context,
    name: text,
    url: address,
    email: z.email(),
    logo: address,
    contactPoint: entity("ContactPoint", { contactType: text, email: z.email() }),
  }),
  // Without a rating, which needs enough reviews on the page: this shop has none.
  Product: entity("Product", {
    ...context,
    name: text,
    description: text,
    image: address,
    brand: entity("Brand", { name: text }),
    offers: z
      .array(
        entity("Offer", {
          name: text,
          price: z.string().regex(/^\d+\.\d\d$/),
          priceCurrency: z.literal("USD"),
          availability: z.literal("https://schema.org/InStock"),
          url: address,
        }),
      )
      .min(1),
  }),
  FAQPage: entity("FAQPage", {
    ...context,
    mainEntity: z
      .array(entity("Question", { name: text, acceptedAnswer: entity("Answer", { text }) }))
      .min(1),
  }),
  BreadcrumbList: entity("BreadcrumbList", {
    ...context,
    itemListElement: z
      .array(entity("ListItem", { position: z.number().int().positive(), name: text, item: address }))
      .min(2),
  }),
};

async function structuredData(request: APIRequestContext, path: string): Promise<{ "@type": string }[]> {
  const html = await (await request.get(path)).text();
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json]) => JSON.parse(json ?? ""));
}

function expectValid(data: { "@type": string }): void {
  const schema = Object.entries(schemas).find(([type]) => type === data["@type"])?.[1];
  expect.soft(schema, `a type without a schema here: ${data["@type"]}`).toBeDefined();
  const parsed = schema?.safeParse(data);
  expect.soft(parsed?.success, parsed?.error && z.prettifyError(parsed.error)).toBe(true);
}

test("structured data has the types and fields that search engines ask for", async ({ request }) => {
  const types: Record<string, string[]> = {};
  for (const path of indexed) {
    const blocks = await structuredData(request, path);
    for (const data of blocks) expectValid(data);
    types[path] = blocks.map((data) => data["@type"]);
  }
  expect(types["/"]).toEqual(["Organization"]);
  for (const path of landings)
    expect.soft(types[path], path).toEqual(["Product", "FAQPage", "BreadcrumbList"]);
});

test("the questions and answers in the structured data are on the page", async ({ page, request }) => {
  const blocks = await structuredData(request, "/tiktok/views");
  const questions = schemas.FAQPage.parse(blocks.find((data) => data["@type"] === "FAQPage"));
  const product = schemas.Product.parse(blocks.find((data) => data["@type"] === "Product"));
  await page.goto("/tiktok/views");
  for (const { name } of questions.mainEntity) await expect.soft(page.getByText(name)).toBeVisible();
  for (const { price, url } of product.offers) {
    await expect.soft(page.getByText(`$${price}`).first()).toBeVisible();
    expect.soft((await request.get(url)).status(), url).toBe(200);
  }
});

test.describe("without scripts", () => {
  // As search engines read pages.
  test.use({ javaScriptEnabled: false });

  test("every public page has a title, a description and an address of its own, and a picture", async ({
    page,
  }) => {
    const seen = new Set<string>();
    for (const path of indexed) {
      await page.goto(path);
      const content = (selector: string) => page.locator(selector).getAttribute("content");
      const canonical = page.locator('link[rel="canonical"]');
      const address = new URL(path, origin).href.replace(/\/$/, "");
      await expect.soft(canonical, path).toHaveAttribute("href", address);
      const description = await content('meta[name="description"]');
      expect.soft(description?.length, path).toBeGreaterThan(50);
      const head = `${await page.title()}\n${description}`;
      expect.soft(seen.has(head), `${path} has another page's title and description`).toBe(false);
      seen.add(head);
      expect.soft(await content('meta[property="og:title"]'), path).toBeTruthy();
      expect.soft(await content('meta[property="og:image"]'), path).toContain("/opengraph-image");
      expect.soft(await content('meta[property="og:image:alt"]'), path).toBeTruthy();
      await expect.soft(page.locator('meta[name="robots"][content*="noindex"]'), path).toHaveCount(0);
      await expect.soft(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    }
    const picture = await page.request.get(
      (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "",
    );
    expect(picture.headers()["content-type"]).toBe("image/png");
    const bytes = await picture.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

test("purchase, account and admin pages stay out of search engines", async ({ request }) => {
  for (const path of kept) {
    const answer = await request.get(path);
    expect.soft(await answer.text(), path).toMatch(/<meta name="robots" content="noindex/);
  }
});

test("a page behind a secret link has no preview where it is shared, and hides its address from other sites", async ({
  request,
}) => {
  for (const path of ["/auth/verify?token=unknown", "/auth/reset?token=unknown"]) {
    const html = await (await request.get(path)).text();
    expect.soft(html, path).not.toMatch(/og:|twitter:/);
    expect.soft(html, path).toContain('<meta name="referrer" content="same-origin"');
  }
});

test("the sitemap names every public page and nothing else", async ({ request }) => {
  const map = await (await request.get("/sitemap.xml")).text();
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  expect(listed.sort()).toEqual([...indexed].sort());
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
});
