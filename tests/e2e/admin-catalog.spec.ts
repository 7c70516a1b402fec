import { control } from "../support/control";
import { expectAccessible } from "./accessible";
import { expectOnPage, newEmail, payByCard, proceedButton, subjectsTo, supplierOrdersFor } from "./journey";
import { panelUrl } from "./local-shop";
import { ageReauthentication, confirmDialog, reauthenticate, signInAsNewAdmin } from "./signed-in";
import { expect, type Page, test } from "./test";

/** Publishes the draft, with password and code if they are asked for. */
async function publish(page: Page, admin?: Parameters<typeof reauthenticate>[1]): Promise<void> {
  await page.getByRole("link", { name: "Review", exact: true }).click();
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Publish" }) });
  await form.getByLabel("Reason").fill("A browser test");
  await form.getByRole("button", { name: "Publish" }).click();
  if (admin) {
    await expect(form.getByLabel("Your password")).toBeFocused();
    await reauthenticate(form, admin);
    await form.getByRole("button", { name: "Publish" }).click();
  }
  await expect(page).toHaveURL(/\/admin\/catalog\/versions$/);
}

/** Submits the open dialog without a reason, and waits until it closes. */
async function save(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

// The shop has one draft of the catalogue.
test.describe("the catalogue's draft", () => {
  test.describe.configure({ mode: "serial" });

  test("a price change is published with a recent second factor, and the public page shows it", async ({
    page,
    context,
  }) => {
    const admin = await signInAsNewAdmin(context);
    // A new package, so that other tests are not affected.
    await page.goto("/admin/catalog?service=likes&platform=tiktok");
    await page.getByRole("button", { name: "Add package" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("How many likes").fill("7772");
    await dialog.getByLabel("Price in dollars").fill("61.07");
    await dialog.getByLabel("Original price, struck through").fill("60.00");
    await dialog.getByRole("checkbox", { name: "Instagram" }).uncheck();
    await dialog.getByRole("button", { name: "Add to the draft" }).click();
    await expect(dialog.getByText("The original price can't be below the price.")).toBeVisible();
    await expect(dialog.getByLabel("Price in dollars")).toHaveValue("61.07");
    await dialog.getByLabel("Original price, struck through").fill("80.00");
    await save(page, "Add to the draft");
    await expect(page.getByText("7,772 likes").first()).toBeVisible();
    await expect(page.getByText("1 change is not published")).toBeVisible();
    await publish(page);
    await expect(page.getByText("7,772: new, $61.07")).toBeVisible();

    await ageReauthentication(admin);
    await page.goto("/admin/catalog?service=likes&platform=tiktok");
    await page.getByRole("button", { name: "Edit 7,772 likes" }).click();
    await dialog.getByLabel("Price in dollars").fill("58.03");
    await save(page, "Save package");
    expect(await (await page.request.get("/tiktok/likes")).text()).not.toContain("$58.03");
    await publish(page, admin);
    await expect(page.getByText("7,772: $58.03 instead of $61.07")).toBeVisible();
    await expect(async () => {
      const html = await (await page.request.get("/tiktok/likes")).text();
      expect(html).toContain("$58.03");
      expect(html).not.toContain("$61.07");
    }).toPass();

    await page.goto("/admin/catalog?service=likes&platform=tiktok");
    await page.getByRole("link", { name: "Price history of 7,772 likes" }).click();
    await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
    await expect(page.getByRole("cell", { name: /58\.03/ })).toBeVisible();
    await expect(page.getByRole("cell", { name: /61\.07/ })).toBeVisible();
    await page.goto(`/admin/audit?actor=${encodeURIComponent(admin.email)}`);
    await expect(
      page.getByRole("heading", { name: /published the catalogue: version \d+/ }).first(),
    ).toBeVisible();
    await expect(page.getByText("TikTok Likes: 7,772: $58.03 instead of $61.07")).toBeVisible();

    await page.goto("/admin/catalog?service=likes");
    await page.getByRole("button", { name: "Edit 7,772 likes" }).click();
    await dialog.getByRole("checkbox", { name: "On sale" }).uncheck();
    await save(page, "Save package");
    await expect(page.getByText("Hidden").first()).toBeVisible();
    await publish(page);
  });

  test("a platform with a service, its links and a package is drafted on a phone, checked, and published as a draft", async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsNewAdmin(context);
    const dialog = page.getByRole("dialog");
    await page.goto("/admin/catalog/platforms");
    await page.getByRole("button", { name: "New platform" }).click();
    await dialog.getByLabel("Name").fill("Wavetube");
    await dialog.getByLabel("Address in the shop").fill("terms");
    await dialog.getByLabel("Website").fill("https://www.wavetube.example/");
    await dialog.getByRole("button", { name: "Add to the draft" }).click();
    await expect(dialog.getByText("/terms is kept for another page.").first()).toBeVisible();
    await dialog.getByLabel("Address in the shop").fill("wavetube");
    await save(page, "Add to the draft");
    await page.getByRole("link", { name: "Wavetube" }).click();
    await expect(page.getByText("it does not check that the account exists")).toBeVisible();

    // Its accounts are profiles, and a kind that was added by mistake goes away again.
    await page.getByRole("button", { name: "Add a kind" }).click();
    const kinds = dialog.getByLabel("What they lead to");
    await expect(kinds.getByRole("option", { name: "A channel" })).toHaveCount(0);
    await kinds.selectOption("list");
    await save(page, "Add to the draft");
    await page.getByRole("button", { name: "Remove the links of a list" }).click();
    await save(page, "Remove");
    await expect(page.getByRole("heading", { name: "Links of a list" })).toBeHidden();
    await page.getByRole("button", { name: "Add a kind" }).click();
    await dialog.getByLabel("What they lead to").selectOption("video");
    await save(page, "Add to the draft");
    await page.getByRole("button", { name: "Edit the links of a video" }).click();
    await dialog.getByLabel("Templates").fill("/watch?v={post}");
    await dialog.getByLabel("Stored as").fill("https://www.wavetube.example/watch?v={post}");
    await dialog
      .getByLabel("Must be taken")
      .fill(
        "https://www.wavetube.example/watch?v=dQw4w9WgXcQ\nwavetube.example/watch?v=dQw4w9WgXcQ&t=1\nwavetube.example/w/dQw4w9WgXcQ",
      );
    await dialog.getByRole("button", { name: "Try and save" }).click();
    await expect(dialog.getByText("“wavetube.example/w/dQw4w9WgXcQ” should be taken").first()).toBeVisible();
    await dialog.getByLabel("Templates").fill("/watch?v={post}\n/w/{post}");
    await save(page, "Try and save");
    await page.getByLabel("Try a link").fill("https://m.wavetube.example/w/dQw4w9WgXcQ?si=x");
    await expect(page.getByText("stored as https://www.wavetube.example/watch?v=dQw4w9WgXcQ")).toBeVisible();

    await page.getByRole("button", { name: "New service" }).click();
    await dialog.getByLabel("Name").fill("Views");
    await dialog.getByLabel("Address in the shop").fill("views");
    await dialog.getByLabel("Counts").selectOption("views");
    await dialog.getByLabel("Goes to").selectOption("video");
    await dialog.getByLabel("List price per 1,000").fill("2.00");
    await save(page, "Add to the draft");
    await page.getByRole("link", { name: "Open" }).click();
    await page.getByRole("button", { name: "Add package" }).click();
    await dialog.getByLabel("How many views").fill("5");
    await dialog.getByLabel("Price in dollars").fill("5.00");
    await dialog.getByLabel("Original price, struck through").fill("5.00");
    await dialog.getByRole("checkbox", { name: "Instagram" }).uncheck();
    await dialog.getByRole("checkbox", { name: "TikTok" }).uncheck();
    await save(page, "Add to the draft");

    await page.getByRole("link", { name: "Review", exact: true }).click();
    const problem = page
      .getByRole("listitem")
      .filter({ hasText: "is smaller than the 10 that Wavetube Views takes" });
    await expectAccessible(page);
    await problem.getByRole("link", { name: "Open" }).click();
    await page.getByRole("button", { name: "Edit 5 views" }).click();
    await dialog.getByRole("checkbox", { name: "On sale" }).uncheck();
    await save(page, "Save package");
    await page.getByRole("link", { name: "Review", exact: true }).click();
    await expect(page.getByText("new platform (draft)")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.goBack();
    await publish(page);
    await expect(page.getByText("new platform (draft)")).toBeVisible();
    await page.goto("/admin/catalog/platforms/wavetube");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("it sells once it is live and mapped, on the same phone, and its order is delivered", async ({
    page,
    context,
    browser,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsNewAdmin(context);
    const dialog = page.getByRole("dialog");
    await page.goto("/admin/catalog?service=views&platform=wavetube");
    await page.getByRole("button", { name: "Add package" }).click();
    await dialog.getByLabel("How many views").fill("1500");
    await dialog.getByLabel("Price in dollars").fill("6.00");
    await dialog.getByLabel("Original price, struck through").fill("6.00");
    await expect(dialog.getByRole("checkbox", { name: "Instagram" })).not.toBeChecked();
    await save(page, "Add to the draft");
    const preview = page.getByRole("region", { name: "In the shop" });
    await expect(preview.getByRole("heading", { name: "Wavetube views" })).toBeVisible();
    await expect(preview).toContainText("$6.00");
    await page.goto("/admin/catalog/platforms/wavetube");
    for (const [edit, button] of [
      ["Edit Wavetube", "Save platform"],
      ["Edit Wavetube Views", "Save service"],
    ] as const) {
      await page.getByRole("button", { name: edit, exact: true }).click();
      await dialog.getByLabel("Status").selectOption("live");
      await save(page, button);
    }
    await page.goto("/admin/catalog/changes");
    await expect(page.getByText("Nobody can check Wavetube's accounts")).toBeVisible();
    await page.goto("/admin/catalog/platforms/wavetube");
    await page.getByRole("button", { name: "Edit Wavetube", exact: true }).click();
    await dialog.getByLabel("Sell it without checks").check();
    await save(page, "Save platform");
    await publish(page);

    // Nobody delivers it yet: its page says so, and Needs me leads to who could.
    await expectOnPage(page, "/wavetube/views", "Wavetube views can't be ordered right now.");
    await page.goto("/admin/now");
    const outage = page.getByRole("listitem").filter({ hasText: "nobody delivers it: Wavetube views" });
    await outage.getByRole("link", { name: "Choose who delivers it" }).click();
    await expect(page.getByRole("heading", { name: "Wavetube Views" })).toBeVisible();
    await page.getByRole("link", { name: "Open the suppliers" }).click();
    await page.getByRole("link", { name: "Emulator supplier 1", exact: true }).click();
    await page.getByRole("button", { name: "Import services" }).click();
    await confirmDialog(page, "Import");
    await page.getByRole("button", { name: "Map YouTube Views" }).click();
    await dialog.getByLabel("Search our services").fill("wave");
    await dialog.getByRole("radio", { name: "Wavetube Views" }).check();
    await confirmDialog(page, "Map service");

    await control(`${panelUrl}/_control`, { speed: 4 });
    const buyer = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await expect(async () => {
      await buyer.goto("/wavetube/details/views");
      await expect(buyer.getByRole("combobox", { name: "Package" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectAccessible(buyer);
    const email = newEmail();
    await expect(buyer.getByPlaceholder("Username or link of the profile")).toBeVisible();
    await buyer.getByLabel("Wavetube username").fill("mara.waves");
    await buyer.getByLabel("Email").fill(email);
    await expect(buyer.getByText("we deliver to @mara.waves as you typed it")).toBeVisible();
    await buyer.getByRole("combobox", { name: "Package" }).selectOption({ label: "1,500 views · $6.00" });
    await buyer.getByRole("button", { name: "Continue" }).click();
    await buyer.getByLabel("Link to your video").fill("https://m.wavetube.example/w/dQw4w9WgXcQ?si=x");
    await buyer.getByRole("button", { name: "Add", exact: true }).click();
    await buyer.getByRole("button", { name: "Split evenly" }).click();
    const opening = buyer.waitForEvent("popup");
    await proceedButton(buyer).click();
    const payment = await opening;
    await payByCard(payment);
    await payment.getByRole("link", { name: "Follow your order" }).click();
    await expect(payment.getByText("Wavetube views").first()).toBeVisible();
    const link = "https://www.wavetube.example/watch?v=dQw4w9WgXcQ";
    await expect.poll(() => supplierOrdersFor(link)).toMatchObject([{ quantity: 1_500 }]);
    await expect(payment.getByText("Delivered in full")).toBeVisible();
    await expect(payment.getByText("Nobody can count at this platform").first()).toBeVisible();
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining("Wavetube"));
    await payment.close();
    await buyer.close();

    // Other tests find the shop as it was; the order's page stays.
    await page.goto("/admin/catalog/platforms/wavetube");
    await page.getByRole("button", { name: "Edit Wavetube", exact: true }).click();
    await dialog.getByLabel("Status").selectOption("retired");
    await save(page, "Save platform");
    await publish(page);
    await expect(async () => expect((await page.request.get("/wavetube")).status()).toBe(404)).toPass();
  });

  test("a service that is new on a live platform gets its packages before it is published", async ({
    page,
    context,
  }) => {
    await signInAsNewAdmin(context);
    const dialog = page.getByRole("dialog");
    await page.goto("/admin/catalog/platforms/instagram");
    await page.getByRole("button", { name: "New service" }).click();
    await dialog.getByLabel("Name").fill("Saves");
    await dialog.getByLabel("Address in the shop").fill("saves");
    await dialog.getByLabel("Counts").selectOption("likes");
    await dialog.getByLabel("Goes to").selectOption("post");
    await dialog.getByLabel("List price per 1,000").fill("5");
    await save(page, "Add to the draft");
    await page.goto("/admin/catalog?service=saves&platform=instagram");
    await page.getByRole("button", { name: "Add package" }).click();
    await dialog.getByLabel("How many likes").fill("250");
    await dialog.getByLabel("Price in dollars").fill("2.50");
    await expect(dialog.getByText("No saving is shown.")).toBeVisible();
    await save(page, "Add to the draft");
    await expect(page.getByRole("region", { name: "Packages for Instagram" })).toContainText("250 likes");
    await expect(page.getByRole("region", { name: "In the shop" })).toContainText("$2.50");
    await page.getByRole("button", { name: "Discard" }).click();
    await save(page, "Discard the draft");
  });

  test("a price by amount is entered in rows on a phone, and says what has to be put right before it is published", async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsNewAdmin(context);
    const dialog = page.getByRole("dialog");
    await page.goto("/admin/catalog/platforms/tiktok?service=likes");
    const open = page.getByRole("button", { name: "Amounts of TikTok Likes, Standard" });
    await open.click();
    await dialog.getByRole("button", { name: "Add a row" }).click();
    await dialog.getByLabel("$ per 1,000, row 1").fill("26.0001");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByText("up to three decimals")).toBeVisible();
    await dialog.getByLabel("$ per 1,000, row 1").fill("26");
    await dialog.getByRole("button", { name: "Add a row" }).click();
    await dialog.getByLabel("From unit, row 2").fill("101");
    await dialog.getByLabel("$ per 1,000, row 2").fill("11.125");
    await expect(dialog.getByText("1,000 cost $12.62")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await save(page, "Save");
    await expect(page.getByText("$26.00 per 1,000, $11.125 from 101")).toBeVisible();

    await page.getByRole("link", { name: "Review", exact: true }).click();
    await expect(
      page.getByText("price by amount: $26.00 per 1,000, $11.125 from 101 instead of none"),
    ).toBeVisible();
    const problem = page.getByRole("listitem").filter({ hasText: "the smallest amount, 1, costs $0.03" });
    await expect(problem).toBeVisible();
    await expect(page.getByText(/TikTok Likes, by amount: margin/)).toBeVisible();
    await page.goto("/admin/catalog/platforms/tiktok?service=likes");
    await open.click();
    await dialog.getByRole("button", { name: "Remove row 2" }).click();
    await save(page, "Save");
    await page.goto("/admin/catalog/changes");
    await page.getByRole("button", { name: "Undo TikTok Likes" }).click();
    await expect(page.getByText("Nothing to publish")).toBeVisible();
  });
});

test("a dialog of choices that is closed and opened again still holds them", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin/catalog");
  const sorting = page.getByRole("dialog", { name: "Order of the packages" });
  const open = page.getByRole("button", { name: "Order", exact: true }).first();
  await open.click();
  const second = sorting.getByRole("listitem").nth(1);
  const label = (await second.textContent())?.replace("2. ", "") ?? "";
  await second.getByRole("button", { name: /up$/ }).click();
  await expect(sorting.getByRole("listitem").first().getByRole("button", { name: /up$/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sorting).toBeHidden();
  await open.click();
  await expect(sorting.getByRole("listitem").first()).toHaveText(`1. ${label}`);
});

test("a dialog of one service's packages that was closed is not opened again for another service", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin/catalog");
  const sorting = page.getByRole("dialog", { name: "Order of the packages" });
  const open = page.getByRole("button", { name: "Order", exact: true }).first();
  await open.click();
  await sorting.getByRole("button", { name: /up$/ }).last().click();
  await expect(sorting.getByText(/followers$/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const likes = page.getByRole("navigation", { name: "Services" }).getByRole("link", { name: "Likes" });
  await likes.click();
  await expect(likes).toHaveAttribute("aria-current", "page");
  await open.click();
  await expect(sorting.getByText(/likes$/i).first()).toBeVisible();
  await expect(sorting.getByText(/followers$/i)).toHaveCount(0);
});
