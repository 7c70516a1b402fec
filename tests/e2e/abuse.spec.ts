import { velocityRules } from "@/lib/people/abuse/velocity";
import { expectAccessible } from "./accessible";
import { fillDetails, newEmail, payButton, payByCard } from "./journey";
import { run, seedOrder, signInAsNewAdmin } from "./signed-in";
import { expect, test } from "./test";

/** Gives an email address as many unpaid orders as make its next one need a challenge. */
async function orderTooOften(email: string): Promise<void> {
  const { id } = await seedOrder({ email }, { status: "pending" });
  await run(
    `INSERT INTO orders (id, token, email, platform_slug, service_slug, platform_label, service_label, unit_one,
       unit_many, target, surface, package_id, quantity, price_total_cents, username, profile, post_url)
     SELECT gen_random_uuid(), token || nth, email, platform_slug, service_slug, platform_label, service_label, unit_one, unit_many,
       target, surface, package_id, quantity, price_total_cents, 'somebody' || nth, profile, post_url
     FROM orders, generate_series(1, $2::int) AS nth WHERE id = $1`,
    [id, velocityRules.ordersOfMailbox * Number(process.env.RATE_LIMIT_SCALE)],
  );
}

test("a buyer who orders too fast sees that the browser is being checked, and then can pay @phone-deep", async ({
  page,
}) => {
  const email = newEmail();
  await orderTooOften(email);
  await fillDetails(page, { username: "luma.ceramics", email });
  const refused = page.waitForResponse(
    (response) => response.url().endsWith("/create-order") && response.status() === 403,
  );
  // Holds the solution back until the test has seen the message, because a browser may solve the challenge at once.
  let letGo = () => {};
  const seen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/create-order", async (route) => {
    if (route.request().postData()?.includes("challengeSolution")) await seen;
    await route.continue();
  });
  await payButton(page).click();
  expect(await (await refused).json()).toMatchObject({ error: { code: "challenge_required" } });
  await expect(page.getByText("Checking your browser")).toBeVisible();
  letGo();
  await payByCard(page);
  await expect(page).toHaveURL(/\/success\?session_id=/);
});

test("an administrator blocks a buyer and unblocks the buyer again, who meanwhile keeps the order's details", async ({
  page,
  other: admin,
}) => {
  const email = newEmail();
  await signInAsNewAdmin(admin.context());
  await admin.goto("/admin/blocks");
  await expect(admin.getByRole("heading", { level: 1, name: "Block list" })).toBeVisible();
  await admin.getByRole("button", { name: "Add a block" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add a block" });
  await dialog.getByLabel("What").selectOption("Email");
  await dialog.getByLabel("Which").fill("nobody");
  await dialog.getByLabel("Reason").fill("asked us to");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog.getByText("Enter an email address, or @example.com")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("asked us to");
  await dialog.getByLabel("Which").fill(email.replace("@", "+again@"));
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: email })).toContainText("asked us to");
  await expectAccessible(admin);

  await fillDetails(page, { username: "luma.ceramics", email });
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "We can't take this request" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  await admin.getByRole("button", { name: `Remove ${email} from the block list` }).click();
  const removal = admin.getByRole("dialog", { name: "Remove from the block list" });
  await removal.getByLabel("Reason").fill("a mistake");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("a profile's owner asks to stop orders, and an administrator blocks it from the ticket @phone-deep", async ({
  page,
  other: admin,
}) => {
  const email = newEmail();
  await page.goto("/contact");
  await page.getByRole("link", { name: "Stop orders for my profile" }).click();
  await expect(page.getByText("stop taking new orders for it")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Platform").selectOption("TikTok");
  const username = `owner.${email.replace(/\W/g, "").slice(0, 12)}`;
  await page.getByLabel("Username").fill("not a name");
  await page.getByLabel("Message", { exact: true }).fill("It is mine: my bio says tide.");
  const submit = page.getByRole("button", { name: "Stop orders" });
  await submit.click();
  await expect(page.getByText("Please enter the profile's username.").first()).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("It is mine: my bio says tide.");
  await page.getByLabel("Username").fill(`https://www.tiktok.com/@${username}`);
  await expectAccessible(page);
  await submit.click();
  await expect(page.getByText("We will get back to you within 24 hours.").first()).toBeVisible();

  await signInAsNewAdmin(admin.context());
  await admin.goto("/admin?tab=tickets");
  await admin.getByRole("link", { name: `Stop orders for @${username} on TikTok` }).click();
  await admin.getByRole("button", { name: "Block this profile" }).click();
  const dialog = admin.getByRole("dialog", { name: `Block tiktok:${username}` });
  await dialog.getByLabel("Reason").fill("its owner asked");
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(admin.getByText(`tiktok:${username} is blocked from now on.`).first()).toBeVisible();
  await admin.goto("/admin/blocks");
  await expect(admin.getByRole("listitem").filter({ hasText: `tiktok:${username}` })).toContainText(
    "its owner asked",
  );
});
