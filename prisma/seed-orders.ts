import { GuardedClient, guardedConfig, longLimits } from "@/lib/base/db/guarded-client";

/** Orders per statement; more would need more of the server's memory. */
const chunk = 50_000;

/**
 * Fills a database with invented orders for measurements: about a million in a few minutes, over the last 400 days, with
 * plausible numbers of guests and customers, most of them completed. The worker has nothing to do for them.
 */
export async function seedOrders(
  databaseUrl: string,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const client = new GuardedClient(guardedConfig(databaseUrl, longLimits));
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; SET synchronous_commit = off");
    const customers = Math.max(10, Math.floor(count / 50));
    await client.query(seedCustomers, [customers]);
    for (let done = 0; done < count; done += chunk) {
      const size = Math.min(chunk, count - done);
      await client.query(seedChunk, [done, size, customers]);
      onProgress(done + size);
    }
    await client.query(
      "ANALYZE orders, order_lines, fulfillment_items, order_fulfillment, order_events, users",
    );
  } finally {
    await client.end();
  }
}

const seedCustomers = `
  INSERT INTO users (id, email, name, email_verified_at)
  SELECT gen_random_uuid(), 'customer' || n || '@seeded.example', 'Customer ' || n, now()
  FROM generate_series(1, $1::int) AS n
  ON CONFLICT (email) DO NOTHING`;

// Every value is derived from the order's number, so that two databases of one size are alike.
const seedChunk = `
  WITH numbers AS (
    SELECT n, hashint8(n) & 2147483647 AS r, hashint8(n + 7777777) & 2147483647 AS s
    FROM generate_series($1::bigint + 1, $1::bigint + $2::bigint) AS n
  ), drawn AS (
    SELECT n, r, s, gen_random_uuid() AS id, packages.id AS package_id, packages.service_slug AS service, packages.quantity,
      packages.price_cents, (ARRAY['instagram', 'tiktok'])[1 + r % 2] AS platform,
      now() - (s % (400 * 86400)) * interval '1 second' AS placed,
      CASE WHEN r % 100 < 78 THEN 'completed' WHEN r % 100 < 84 THEN 'partial' WHEN r % 100 < 88 THEN 'failed'
        WHEN r % 100 < 97 THEN 'expired' ELSE 'pending' END AS status,
      'account' || (r % 400000) AS username,
      CASE WHEN s % 5 < 2 THEN 'customer' || (1 + s % $3::int) || '@seeded.example' END AS customer_email
    FROM numbers JOIN LATERAL (
      SELECT * FROM (SELECT packages.*, row_number() OVER (ORDER BY packages.id) AS place, count(*) OVER () AS total FROM packages) AS packages
      WHERE place = 1 + numbers.r % total
    ) AS packages ON true
  ), placed AS (
    INSERT INTO orders (id, token, user_id, email, platform_slug, service_slug, platform_label, service_label, unit_one,
      unit_many, target, counter, surface, package_id, quantity, price_total_cents, status, payment_status, paid_cents, refunded_cents, username, profile, post_url,
      provider_order_id, created_at, updated_at, paid_at, finished_at)
    SELECT drawn.id, replace(gen_random_uuid()::text, '-', ''), users.id,
      COALESCE(users.email, 'guest' || (r % 900000) || '@seeded.example'), drawn.platform, service, platforms.label,
      sold.label, units.one, units.many, sold.target, units.counter,
      CASE service WHEN 'followers' THEN 'checkout' ELSE 'post-selection' END, package_id, quantity, price_cents,
      drawn.status::order_status,
      (CASE drawn.status WHEN 'completed' THEN 'paid' WHEN 'partial' THEN 'partially_refunded' WHEN 'failed' THEN 'refunded'
        ELSE 'unpaid' END)::payment_status,
      CASE WHEN drawn.status IN ('completed', 'partial', 'failed') THEN price_cents ELSE 0 END,
      CASE drawn.status WHEN 'partial' THEN price_cents / 4 WHEN 'failed' THEN price_cents ELSE 0 END,
      username, '{}', 'https://www.' || drawn.platform || '.com/' || username, 'S' || n, placed, placed,
      CASE WHEN drawn.status IN ('completed', 'partial', 'failed') THEN placed + interval '1 minute' END,
      CASE WHEN drawn.status IN ('completed', 'partial', 'failed') THEN placed + interval '1 day' END
    FROM drawn
    JOIN platforms ON platforms.slug = drawn.platform
    JOIN platform_services AS sold ON sold.platform = drawn.platform AND sold.slug = drawn.service
    JOIN units ON units.slug = sold.unit
    LEFT JOIN users ON users.email = drawn.customer_email
    RETURNING id, package_id, quantity, price_total_cents, status, paid_at, post_url, platform_slug, service_slug,
      provider_order_id, created_at, username
  ), lines AS (
    INSERT INTO order_lines (id, order_id, position, kind, catalog_id, label, quantity, count, unit_cents, amount_cents)
    SELECT gen_random_uuid(), id, 0, 'package', package_id, quantity || ' ' || service_slug, quantity, 1,
      price_total_cents, price_total_cents
    FROM placed
  ), events AS (
    INSERT INTO order_events (order_id, type, "from", "to", created_at)
    SELECT id, 'order.paid', 'pending', 'processing', paid_at FROM placed WHERE paid_at IS NOT NULL
  ), summaries AS (
    INSERT INTO order_fulfillment (order_id, delivery_progress, delivered, remains, last_checked_at)
    SELECT id, CASE status WHEN 'completed' THEN 100 WHEN 'partial' THEN 75 ELSE 0 END,
      CASE status WHEN 'completed' THEN quantity WHEN 'partial' THEN quantity * 3 / 4 ELSE 0 END,
      CASE status WHEN 'completed' THEN 0 WHEN 'partial' THEN quantity - quantity * 3 / 4 ELSE quantity END, created_at
    FROM placed WHERE paid_at IS NOT NULL
  )
  INSERT INTO fulfillment_items (id, order_id, position, platform_slug, service_slug, link, target_key, quantity, state,
    attempt, provider_order_id, remains, created_at, updated_at)
  SELECT gen_random_uuid(), id, 0, platform_slug, service_slug, post_url, platform_slug || ':' || service_slug || ':' || post_url,
    quantity, (CASE status WHEN 'completed' THEN 'completed' WHEN 'partial' THEN 'partial' ELSE 'canceled' END)::item_state,
    1, provider_order_id,
    CASE status WHEN 'completed' THEN 0 WHEN 'partial' THEN quantity - quantity * 3 / 4 ELSE quantity END, created_at, created_at
  FROM placed WHERE paid_at IS NOT NULL`;
