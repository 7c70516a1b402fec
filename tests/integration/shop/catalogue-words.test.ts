import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { createDatabase } from "@/lib/local/postgres";
import packageJson from "@/package.json";
import { migrate } from "@/prisma/migrate";
import { dropDatabase, errorOf } from "../../support/database";

// The release before writes platforms and services as enums only, this one as words only; triggers keep both equal.

const name = `test_${newId().replaceAll("-", "")}`;
const { lastMigration } = packageJson.previousRelease;
let client: pg.Client;

const placed = `id, token, email, surface, package_id, quantity, price_total_cents, username, profile, post_url`;
/** A token has 22 characters at least. */
const tokenOf = (word: string) => word.padEnd(24, "-");
const values = (token: string) =>
  `gen_random_uuid(), '${tokenOf(token)}', 'a@b.co', 'checkout', 'likes-50', 50, 129, 'mara', '{}', 'https://x.test/mara'`;

const insertByEnums = (token: string, platform = "tiktok", service = "views") =>
  client.query(
    `INSERT INTO orders (${placed}, platform, service_type) VALUES (${values(token)}, '${platform}', '${service}')`,
  );
const insertByWords = (token: string, platform: string, service: string) =>
  client.query(
    `INSERT INTO orders (${placed}, platform_slug, service_slug, platform_label, service_label, unit_one, unit_many,
       target, counter)
     VALUES (${values(token)}, '${platform}', '${service}', 'Named', 'Named', 'one', 'many', 'post', NULL)`,
  );

async function orderOf(token: string) {
  const { rows } = await client.query("SELECT * FROM orders WHERE token = $1", [tokenOf(token)]);
  return rows[0];
}

beforeAll(async () => {
  await createDatabase(inject("postgresUrl"), name);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const all = readdirSync("prisma/migrations", { withFileTypes: true });
  const folders = all.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  await migrate(
    url.href,
    folders.filter((folder) => folder <= lastMigration),
  );
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`
    INSERT INTO packages (id, service, platforms, quantity, price_cents, original_cents, position)
    VALUES ('likes-50', 'likes', '{instagram,tiktok}', 50, 129, 299, 0)`);
  await insertByEnums("old");
  // More than one batch.
  await client.query(`
    INSERT INTO orders (${placed}, platform, service_type)
    SELECT gen_random_uuid(), rpad('n' || n, 24, '-'), email, surface, package_id, quantity, price_total_cents, username, profile,
      post_url, 'instagram', 'followers' FROM orders, generate_series(1, 2500) AS n WHERE token = '${tokenOf("old")}'`);
  await client.query("UPDATE orders SET updated_at = '2026-11-01'");
  await migrate(url.href);
}, 300_000);

afterAll(async () => {
  await client.end();
  await dropDatabase(name);
});

describe("the words of platforms and services", () => {
  it("are filled for the orders that were there, which don't look changed", async () => {
    expect(await orderOf("old")).toMatchObject({
      platform_slug: "tiktok",
      service_slug: "views",
      platform_label: "TikTok",
      service_label: "Views",
      unit_one: "view",
      unit_many: "views",
      target: "video",
      counter: "views",
      updated_at: new Date("2026-11-01"),
    });
    const { rows } = await client.query(
      "SELECT count(*)::int AS missing FROM orders WHERE unit_many IS NULL",
    );
    expect(rows).toEqual([{ missing: 0 }]);
    const filled = await client.query("SELECT service_slug, platform_slugs FROM packages");
    expect(filled.rows).toEqual([{ service_slug: "likes", platform_slugs: ["instagram", "tiktok"] }]);
  });

  it.each([
    ["instagram", "followers", { service_label: "Followers", unit_one: "follower", target: "profile" }],
    ["tiktok", "likes", { platform_label: "TikTok", unit_one: "like", target: "post", counter: "likes" }],
  ])("follow from what the release before writes: %s %s", async (platform, service, names) => {
    await insertByEnums(`enum-${service}`, platform, service);
    const words = { platform_slug: platform, service_slug: service, ...names };
    expect(await orderOf(`enum-${service}`)).toMatchObject(words);
  });

  it("are written by this release, and the release before reads its own", async () => {
    await insertByWords("words", "tiktok", "likes");
    const order = await orderOf("words");
    expect(order).toMatchObject({
      platform: "tiktok",
      service_type: "likes",
      unit_one: "one",
      counter: null,
    });
  });

  it("are refused where the release before could not read them", async () => {
    expect(await errorOf(insertByWords("new", "youtube", "views"))).toMatchObject({ code: "22P02" });
  });

  it("of a package follow whichever of the two was changed", async () => {
    const change = async (set: string) => {
      const { rows } = await client.query(
        `UPDATE packages SET ${set} RETURNING platforms::text[] AS enums, platform_slugs AS words`,
      );
      return rows[0];
    };
    expect(await change("platforms = '{tiktok}'")).toEqual({ enums: ["tiktok"], words: ["tiktok"] });
    const both = ["instagram", "tiktok"];
    expect(await change("platform_slugs = '{instagram,tiktok}'")).toEqual({ enums: both, words: both });
    expect(await change("price_cents = 99")).toEqual({ enums: both, words: both });
  });
});
