import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prerenderedPaths, shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { expect, test } from "./test";

// The build was made with the name, the address and the port of the shop under test. A process started with different
// values must show those.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 88;
const at = `http://127.0.0.1:${port}`;
const own = {
  name: "Slackwater",
  origin: "https://slackwater.example",
  supportEmail: "help@slackwater.example",
};
const foreign = /groundswell|127\.0\.0\.1:\d+|localhost:\d+/i;

let shop: SideShop;
test.beforeAll(async () => {
  shop = await startSideShop(port, {
    SHOP_NAME: own.name,
    SHOP_ORIGIN: own.origin,
    SHOP_SUPPORT_EMAIL: own.supportEmail,
  });
});
test.afterAll(() => shop?.stop());

/** The headers of a browser's request, of the router's, and of its prefetch. */
const asRouter: Record<string, string>[] = [
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
];

/** The text around a name or address of the build, so that a failure's message is short. */
function foreignLine(text: string): string | null {
  const at = text.search(foreign);
  return at < 0 ? null : text.slice(Math.max(0, at - 60), at + 60);
}

test("no page, file or answer of the router has the name or address of the build", async () => {
  const paths = [
    ...prerenderedPaths().filter((path) => !path.startsWith("/_")),
    "/auth",
    "/admin-auth",
    "/no/such/page",
  ];
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) {
    for (const headers of asRouter) {
      const answer = await fetch(at + path, { headers, redirect: "manual" });
      expect.soft(foreignLine(await answer.text()), `${path} ${JSON.stringify(headers)}`).toBeNull();
    }
  }
});

test("pages, robots, sitemap and structured data have the name and address of the start", async () => {
  const text = async (path: string) => (await fetch(at + path)).text();
  const home = await text("/");
  expect(home).toContain(`<title>${own.name}`);
  expect(home).toContain(own.supportEmail);
  expect(home).toContain(`<link rel="canonical" href="${own.origin}"`);
  expect(home).toContain(`"url":"${own.origin}`);
  expect(home).toMatch(new RegExp(`og:image" content="${own.origin}/opengraph-image`));
  expect(await text("/robots.txt")).toContain(`Sitemap: ${own.origin}/sitemap.xml`);
  expect(await text("/sitemap.xml")).toContain(`<loc>${own.origin}/instagram/likes</loc>`);
  expect(await text("/terms")).toContain(own.name);
  expect(await text("/no/such/page")).toContain(own.name);
});

test("the picture for shared links is drawn with the name of the start", async () => {
  const built = readFileSync(join(shopUnderTest.distDir, "server/app/opengraph-image.body"));
  const answer = await fetch(`${at}/opengraph-image`);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await answer.arrayBuffer()).equals(built)).toBe(false);
});

for (const kind of ["order-confirmed", "verify-email", "operator-alert"]) {
  test(`the mail ${kind} has the name and address of the start`, async () => {
    const mail = await (await fetch(`${at}/dev-mails/${kind}`)).text();
    expect(mail).toContain(own.name);
    expect(mail).toContain(own.origin);
    expect(foreignLine(mail)).toBeNull();
  });
}
