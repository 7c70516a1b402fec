import { claimNames } from "@/lib/shop/settings/claims";
import { liveSettings } from "../support/live-settings";
import { claimTexts, publicPages } from "./claim-texts";
import { shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { type APIRequestContext, expect, test } from "./test";

// A live shop on this machine: the same build, live mode, and no emulator that it could reach.
const port = shopUnderTest.port + 30;

test.describe("a new live shop", () => {
  test.describe.configure({ mode: "default" });
  let shop: SideShop;
  test.beforeAll(async () => {
    shop = await startSideShop(port, { ...liveSettings, LISTEN_ADDRESS: "127.0.0.1" });
  });
  test.afterAll(() => shop?.stop());

  const html = async (request: APIRequestContext, path: string) =>
    (await request.get(`http://127.0.0.1:${port}${path}`)).text();

  test("shows no claim, no list without entries and no invented purchase", async ({ request }) => {
    for (const path of publicPages) {
      const page = await html(request, path);
      expect.soft(page.match(claimTexts)?.[0], path).toBeUndefined();
      expect.soft(page, path).not.toMatch(/<(ul|ol|dl)[^>]*><\/\1>/);
    }
    // There is no popup of purchases until an operator chooses a source, and never one of the fixed messages.
    const popup = /"source\\":\\"(\w+)/;
    expect(await html(request, "/")).not.toMatch(popup);
    await shop.set("socialProofSource", "fixed");
    await shop.set("announcement", "We are open");
    await expect.poll(() => html(request, "/")).toContain(">We are open<");
    expect(await html(request, "/")).not.toMatch(popup);
    await shop.set("socialProofSource", "orders");
    await expect.poll(async () => popup.exec(await html(request, "/"))?.[1]).toBe("orders");
  });

  test("shows the claims that have evidence, and a struck price that the history supports", async ({
    request,
  }) => {
    const evidence = { text: "Counted from our own orders.", by: "owner@shop.example", at: "2026-01-01" };
    await shop.set("claimEvidence", Object.fromEntries(claimNames.map((name) => [name, evidence])));
    await expect.poll(() => html(request, "/")).toContain("99.9%");
    const landing = await html(request, "/instagram/likes");
    expect(landing).toContain("Delivery starts within 1-24 hours");
    // The shop never sold at the first catalogue's original prices, and the offer has no end.
    for (const path of ["/", "/instagram/likes", "/instagram"])
      expect.soft(await html(request, path), path).not.toMatch(/<s |You save|Limited Time/);
    await shop.sql("UPDATE price_history SET since = since - interval '31 days'");
    await shop.sql(
      "UPDATE packages SET price_cents = price_cents - 29, original_cents = price_cents WHERE id = 'likes-50'",
    );
    await expect.poll(() => html(request, "/instagram/likes")).toContain("You save");
    expect((await html(request, "/instagram/likes")).match(/<s /g)).toHaveLength(1);
  });
});
