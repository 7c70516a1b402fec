import { expect, test } from "@playwright/test";
import pg from "pg";
import { velocityRules } from "@/lib/abuse/velocity";
import { expectAccessible } from "./accessible";
import { fillDetails, newEmail, payWith } from "./journey";
import { databaseUrl } from "./local-shop";
import { seedOrder, signInAsNewAdmin } from "./signed-in";

/** The number of unpaid orders after which an email address gets a challenge. */
async function orderTooOften(email: string): Promise<void> {
  const { id } = await seedOrder({ id: null, email }, { status: "pending" });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO orders (id, token, email, platform, service_type, surface, package_id, quantity, price_total_cents,
         username, profile, post_url)
       SELECT gen_random_uuid(), token || nth, email, platform, service_type, surface, package_id, quantity,
         price_total_cents, 'somebody' || nth, profile, post_url
       FROM orders, generate_series(1, $2::int) AS nth WHERE id = $1`,
      [id, velocityRules.ordersOfMailbox * Number(process.env.RATE_LIMIT_SCALE)],
    );
  } finally {
    await client.end();
  }
}

test("a buyer whose orders come too fast sees the browser being checked, and goes on to pay @phone", async ({
  page,
}) => {
  const email = newEmail();
  await orderTooOften(email);
  await fillDetails(page, { username: "luma.ceramics", email });
  const refused = page.waitForResponse(
    (response) => response.url().endsWith("/create-order") && response.status() === 403,
  );
  await page.getByRole("button", { name: /Complete Payment/ }).click();
  expect(await (await refused).json()).toMatchObject({ error: { code: "challenge_required" } });
  await expect(page.getByText("Checking your browser")).toBeVisible();
  await payWith(page, "4242424242424242");
  await expect(page).toHaveURL(/\/success\?session_id=/);
});

test("an administrator blocks an account and lets it go again; its buyer is told politely and loses nothing", async ({
  page,
  browser,
}) => {
  const email = newEmail();
  const adminContext = await browser.newContext();
  await signInAsNewAdmin(adminContext);
  const admin = await adminContext.newPage();
  await admin.goto("/admin/blocks");
  await expect(admin.getByRole("heading", { level: 1, name: "Block list" })).toBeVisible();
  await admin.getByRole("button", { name: "Add a block" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add a block" });
  await dialog.getByLabel("What").selectOption("Email");
  await dialog.getByLabel("Which").fill("nobody");
  await dialog.getByLabel("Reason").fill("asked us to");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog.getByText("Enter an email address, or @domain")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("asked us to");
  await dialog.getByLabel("Which").fill(email.replace("@", "+again@"));
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: email })).toContainText("asked us to");
  await expectAccessible(admin);

  await fillDetails(page, { username: "luma.ceramics", email });
  await page.getByRole("button", { name: /Complete Payment/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "We can't take this request" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  await admin.getByRole("button", { name: `Remove ${email} from the block list` }).click();
  const removal = admin.getByRole("dialog", { name: "Remove from the block list" });
  await removal.getByLabel("Reason").fill("a mistake");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);
  await page.getByRole("button", { name: /Complete Payment/ }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await adminContext.close();
});
