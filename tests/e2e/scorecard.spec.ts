import { newToken } from "@/lib/base/ids";
import { orderFactory } from "../support/factories";
import { expectAccessible } from "./accessible";
import { expectOnPage, newEmail } from "./journey";
import { run, signInAsNewAdmin, withDatabase } from "./signed-in";
import { expect, test } from "./test";

/**
 * Twenty deliveries of 10,000 TikTok views at each of two suppliers ten days ago, counted before, at the end and 5 days
 * later. Then half of the first supplier's views are left, and all of the second's.
 */
async function seedDeliveries(): Promise<void> {
  await run(
    `WITH mapped AS (
       SELECT service.id, service.supplier_id, row_number() OVER (ORDER BY mapping.preference, mapping.id) AS place
       FROM service_mappings AS mapping JOIN smm_services AS ours ON ours.id = mapping.smm_service_id
       JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
       WHERE ours.platform_slug = 'tiktok' AND ours.service_slug = 'views'
     ), made AS (
       SELECT mapped.*, gen_random_uuid() AS order_id, gen_random_uuid() AS item_id, $1::text || place || '-' || nth AS name,
         now() - interval '10 days' AS paid_at, now() - interval '10 days' + interval '312 minutes' AS finished_at
       FROM mapped, generate_series(1, 20) AS nth WHERE place <= 2
     ), ordered AS (
       INSERT INTO orders (id, token, email, platform_slug, service_slug, platform_label, service_label, unit_one, unit_many,
         target, surface, package_id, quantity, price_total_cents, status, payment_status, paid_cents, username, profile,
         post_url, created_at, updated_at, paid_at, finished_at)
       SELECT order_id, repeat('s', 10) || name, $2, 'tiktok', 'views', 'TikTok', 'Views', 'view', 'views', 'video',
         'reel-selection', 'views-10000', 10000, 2499,
         'completed', 'paid', 2499, 'wanderwithmara', '{}', 'https://www.tiktok.com/@wanderwithmara', paid_at, paid_at,
         paid_at, finished_at FROM made
     ), delivered AS (
       INSERT INTO fulfillment_items (id, order_id, position, platform_slug, service_slug, link, target_key, quantity, state,
         remains, supplier_id, supplier_service_id, submitted_at, finished_at, charge, charge_currency)
       SELECT item_id, order_id, 0, 'tiktok', 'views', 'https://www.tiktok.com/' || name, 'tiktok:views:' || name, 10000,
         'completed', 0, supplier_id, id, paid_at, finished_at, 9, 'USD' FROM made
     )
     INSERT INTO target_counts (id, item_id, moment, count, units_there, source, taken_at)
     SELECT gen_random_uuid(), item_id, moment, there, CASE WHEN moment = 'after' THEN there END, 'test', paid_at + later
     FROM made, (VALUES ('before', 0, 0, interval '0'), ('after', 10000, 10000, '8 hours'), ('after', 10000, 5000, '5 days'))
       AS counted(moment, best, worst, later), LATERAL (SELECT CASE WHEN place = 1 THEN worst ELSE best END AS there) AS shown`,
    [newToken().slice(0, 16), newEmail()],
  );
}

test("the scorecard proposes the supplier whose deliveries last, and its order can be taken over", async ({
  page,
  context,
}) => {
  await seedDeliveries();
  await signInAsNewAdmin(context);
  await page.goto("/admin/suppliers/scorecard?days=90");
  const views = page.getByRole("region", { name: "TikTok Views" });
  await expect(views.getByText("Another order would be better")).toBeVisible();
  await expect(views.getByText(/^50% after 5 days/)).toBeVisible();
  await expect(views.getByText("1.8000 USD")).not.toHaveCount(0);
  const followers = page.getByRole("region", { name: "TikTok Followers" });
  await expect(followers.getByText("not enough deliveries yet: 0 of 20").first()).toBeVisible();
  await expectAccessible(page);
  await views.getByRole("button", { name: /^Use this order for/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("scores 50% better");
  await dialog.getByLabel("Reason").fill("By the scorecard");
  await dialog.getByRole("button", { name: "Use this order" }).click();
  await expect(dialog).toBeHidden();
  await expect(views.getByText("Another order would be better")).toHaveCount(0);
  const [entry] = await run<{ reason: string }>(
    "SELECT reason FROM audit_log WHERE action = 'service.reordered' ORDER BY id DESC LIMIT 1",
  );
  expect(entry?.reason).toBe("By the scorecard");
});

test("the details page and the order say how long most orders like it take", async ({ page }) => {
  await seedDeliveries();
  // Stores the times that the worker's hourly job would measure from the deliveries above.
  await run(
    `INSERT INTO variant_forecasts (platform_slug, service_slug, size, within_minutes, orders)
     VALUES ('tiktok', 'views', 2, 360, 40) ON CONFLICT DO NOTHING`,
  );
  const told = "8 in 10 orders of this size are delivered within 6 hours.";
  await expectOnPage(page, "/tiktok/details/views?package=views-10000", told);
  const { id, token } = await withDatabase((db) =>
    orderFactory(db, { platform: "tiktok", service: "views", quantity: 10_000, username: "wanderwithmara" }),
  );
  const order = async (hours: number) => {
    await run("UPDATE orders SET paid_at = now() - $2 * interval '1 hour' WHERE id = $1", [id, hours]);
    await page.goto(`/order/${token}`);
  };
  await order(1);
  await expect(page.getByText(/^Most orders like this one \(8 in 10\)/)).toContainText("within 6 hours");
  await expectAccessible(page);
  await order(7);
  await expect(page.getByText(/^This order is taking longer than most/)).toBeVisible();
});
