import { readFileSync } from "node:fs";
import { syncClock } from "@/lib/base/time/clock";
import { documentSchema } from "@/lib/shop/catalog/document";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { changeCatalog } from "../support/catalog";
import { expectAccessible } from "./accessible";
import { newEmail, payButton, payByCard } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, startSideShop } from "./side-shop";
import { run, withDatabase } from "./signed-in";
import { expect, test } from "./test";

// A shop of its own, because it sells a platform more than others.
const port = shopUnderTest.port + 50;
const id = "37i9dQZF1DXcBWIGoYBM5M";

test.describe("a shop that sells followers of playlists", () => {
  let shop: SideShop;
  test.beforeAll(async () => {
    shop = await startSideShop(port);
    await withDatabase(async (db) => {
      await syncClock(db);
      const file = documentSchema.parse(
        JSON.parse(readFileSync("lib/shop/catalog/shipped/spotify.json", "utf8")),
      );
      const live = file.platforms.map((platform) => ({
        ...platform,
        status: "live" as const,
        sellsUnchecked: true,
      }));
      await changeCatalog(db, (document) => mergeDocument(document, { ...file, platforms: live }));
      const { id: smmServiceId } = await db.smmService.findFirstOrThrow({
        where: { platform: "spotify", serviceType: "playlist-followers" },
      });
      const { supplierServiceId } = await db.serviceMapping.findFirstOrThrow({
        where: { smmService: { platform: "instagram", serviceType: "followers" } },
      });
      await db.serviceMapping.create({ data: { smmServiceId, supplierServiceId, preference: 1 } });
    }, shop.databaseUrl);
  });
  test.afterAll(() => shop?.stop());

  test("a guest on a phone pastes the playlist's link, which is all that is asked for, and pays", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(async () => {
      await page.goto(`${shop.origin}/spotify/details/playlist-followers`);
      await expect(page.getByRole("combobox", { name: "Package" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const field = page.getByLabel("Spotify link");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Spotify link is required")).toBeVisible();
    await field.fill("https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb");
    await expect(
      page.getByText("This is not the link of a list. Please open the list on Spotify"),
    ).toBeVisible();
    await field.fill(`https://open.spotify.com/playlist/${id}?si=abc`);
    await expect(page.getByText(`we deliver to https://open.spotify.com/playlist/${id}`)).toBeVisible();
    await expectAccessible(page);
    const email = newEmail();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("combobox", { name: "Package" }).selectOption({ index: 1 });
    await page.reload();
    await expect(page.getByText(`we deliver to https://open.spotify.com/playlist/${id}`)).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(`https://open.spotify.com/playlist/${id}`)).toBeVisible();
    await payButton(page).click();
    await payByCard(page);
    await expect(page).toHaveURL(/\/success|\/order\//);
    const rows = await run<{ post_url: string; target: string; username: string }>(
      "SELECT post_url, target, username FROM orders WHERE email = $1",
      [email],
      shop.databaseUrl,
    );
    const post_url = `https://open.spotify.com/playlist/${id}`;
    expect(rows).toMatchObject([{ post_url, target: "list", username: id }]);
  });
});
