import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { createDatabase } from "@/lib/local/postgres";
import { migrate } from "@/prisma/migrate";
import { dropDatabase, errorOf } from "../../support/database";

// A database of 1.0, which named platforms and services by enums, goes up release by release.
const [ofRelease10, ofRelease11] = ["20261123120000_backups", "20261130100003_variants"];

const name = `test_${newId().replaceAll("-", "")}`;
let url: URL;
let client: pg.Client;

/** A token has 22 characters at least. */
const tokenOf = (word: string) => word.padEnd(24, "-");
const placed = `id, token, email, surface, package_id, quantity, price_total_cents, username, profile, post_url`;
const values = (token: string) =>
  `gen_random_uuid(), '${tokenOf(token)}', 'a@b.co', 'checkout', 'likes-50', 50, 129, 'mara', '{}', 'https://x.test/mara'`;
const insertByEnums = (token: string, platform: string, service: string) =>
  client.query(
    `INSERT INTO orders (${placed}, platform, service_type) VALUES (${values(token)}, '${platform}', '${service}')`,
  );

async function orderOf(token: string) {
  const { rows } = await client.query("SELECT * FROM orders WHERE token = $1", [tokenOf(token)]);
  return rows[0];
}

async function migrateTo(last: string): Promise<void> {
  const all = readdirSync("prisma/migrations", { withFileTypes: true });
  const folders = all.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  await migrate(
    url.href,
    folders.filter((folder) => folder <= last),
  );
}

beforeAll(async () => {
  await createDatabase(inject("postgresUrl"), name);
  url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  await migrateTo(ofRelease10);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`
    INSERT INTO packages (id, service, platforms, quantity, price_cents, original_cents, position)
    VALUES ('likes-50', 'likes', '{instagram,tiktok}', 50, 129, 299, 0)`);
  await client.query(`
    INSERT INTO smm_services (id, platform, service_type, name, description, price_per_1000_cents, min_quantity,
      max_quantity, delivery_time)
    VALUES (1, 'tiktok', 'likes', 'Likes', 'Likes', 100, 10, 1000, 'a day')`);
  await insertByEnums("old", "tiktok", "views");
  // More than one batch, in every state.
  await client.query(`
    INSERT INTO orders (${placed}, platform, service_type, status)
    SELECT gen_random_uuid(), rpad('n' || n, 24, '-'), email, surface, package_id, quantity, price_total_cents, username,
      profile, post_url, 'instagram', 'followers', states[1 + n % cardinality(states)]
    FROM orders, generate_series(1, 2500) AS n, (SELECT enum_range(NULL::order_status) AS states) AS all_states
    WHERE token = '${tokenOf("old")}'`);
  await client.query("UPDATE orders SET updated_at = '2026-11-01'");
  await migrateTo(ofRelease11);
  // 1.0 runs beside 1.1 for a while.
  await insertByEnums("meanwhile", "instagram", "followers");
  await client.query(`
    INSERT INTO platforms SELECT 'tiktok', 'TikTok', 'live', 0, 'cyan', 'note', '{tiktok.com}', NULL, '{}', '[]', '{}';
    INSERT INTO units VALUES ('likes', 'like', 'likes', 'likes');
    INSERT INTO platform_services SELECT 'tiktok', 'likes', 'Likes', 'likes', 'post', 1, 'live', 0, '{}'`);
  await migrate(url.href);
}, 300_000);

afterAll(async () => {
  await client.end();
  await dropDatabase(name);
});

describe("orders of release 1.0", () => {
  it("keep their words and names through both releases, and don't look changed", async () => {
    expect(await orderOf("old")).toMatchObject({
      platform_slug: "tiktok",
      service_slug: "views",
      platform_label: "TikTok",
      service_label: "Views",
      unit_one: "view",
      unit_many: "views",
      target: "video",
      counter: "views",
      variant: "standard",
      updated_at: new Date("2026-11-01"),
    });
    const { rows } = await client.query("SELECT status, count(*)::int FROM orders GROUP BY status");
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(2_502);
    expect(rows).toHaveLength(6);
  });

  it("that were placed beside 1.1 have them too", async () => {
    expect(await orderOf("meanwhile")).toMatchObject({
      platform_slug: "instagram",
      service_label: "Followers",
      unit_one: "follower",
      target: "profile",
    });
  });
});

describe("after both releases", () => {
  it("a package and a service are known by words alone", async () => {
    const packages = await client.query("SELECT service_slug, platform_slugs FROM packages");
    expect(packages.rows).toEqual([{ service_slug: "likes", platform_slugs: ["instagram", "tiktok"] }]);
    const services = await client.query("SELECT platform_slug, service_slug FROM smm_services");
    expect(services.rows).toEqual([{ platform_slug: "tiktok", service_slug: "likes" }]);
    const { rows } = await client.query(
      "SELECT typname FROM pg_type WHERE typname IN ('platform', 'service_type')",
    );
    expect(rows).toEqual([]);
  });

  it("an order has any platform's word, and none without its names", async () => {
    await client.query(
      `INSERT INTO orders (${placed}, platform_slug, service_slug, platform_label, service_label, unit_one, unit_many, target)
       VALUES (${values("new")}, 'youtube', 'views', 'YouTube', 'Views', 'view', 'views', 'video')`,
    );
    expect(await orderOf("new")).toMatchObject({ platform_slug: "youtube", counter: null });
    const nameless = client.query(
      `INSERT INTO orders (${placed}, platform_slug, service_slug) VALUES (${values("bare")}, 'youtube', 'views')`,
    );
    expect(await errorOf(nameless)).toMatchObject({ code: "23502" });
  });

  it("a quality belongs to a service that there is", async () => {
    const homeless = client.query("UPDATE smm_services SET service_slug = 'saves'");
    expect(await errorOf(homeless)).toMatchObject({ code: "23503" });
  });
});
