import { PNG } from "pngjs";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startSocial } from "@/lib/local/social/start";
import { useEmulator } from "../../support/emulator";

// What only the vendor's own clients see. What the shop reads of its answers, the reserved handles and the faults among
// it, is tested with the shop's reader in tests/integration/social.

const social = useEmulator(() => startSocial({ port: 0 }));
beforeEach(() => social.control("/reset"));

const get = (path: string, headers: Record<string, string> = { "x-api-key": "fixture" }) =>
  fetch(`${social.url()}${path}`, { headers });
/** An answer's JSON in the shape that a test expects; throws when it has another. */
const read = async <T>(path: string, shape: z.ZodType<T>) => shape.parse(await (await get(path)).json());

describe.each(["/v1/instagram/profile", "/v1/tiktok/profile"])("an answer of %s", (path) => {
  const husk = path.includes("tiktok") ? { user: null } : { data: { user: null } };
  const missing = { success: true, error: "not_found", accountDoesNotExist: true };

  test.each([
    ["demo_missing", 404, missing],
    ["nobody.has.this.name", 404, missing],
    ["demo_husk", 200, husk],
    ["demo_ratelimit", 429, { success: false }],
    ["demo_nocredits", 402, { success: false }],
  ])("about %s has status %i", async (handle, status, body) => {
    const response = await get(`${path}?handle=${handle}`);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining(body)]);
  });

  test("without a key fails as the vendor's does", async () => {
    const response = await get(`${path}?handle=northfold`, {});
    const body = { success: false, message: "apiKey is required" };
    expect([response.status, await response.json()]).toEqual([500, body]);
  });
});

test("the posts of demo_noposts404 are not found, in both forms of the vendor's answer", async () => {
  const instagram = await get("/v2/instagram/user/posts?handle=demo_noposts404");
  const tiktok = await get("/v3/tiktok/profile/videos?handle=demo_noposts404");
  expect([instagram.status, tiktok.status]).toEqual([404, 200]);
  for (const response of [instagram, tiktok])
    expect(await response.json()).toMatchObject({ success: true, errorStatus: 404, credits_charged: 0 });
});

test("demo_carousel has only carousels", async () => {
  const item = z.object({ media_type: z.literal(8), carousel_media: z.array(z.unknown()).min(2) });
  const shape = z.object({ items: z.array(item).min(1) });
  await read("/v2/instagram/user/posts?handle=demo_carousel", shape);
});

test.each(["wa", "lu", "no"])("typing %s finds at least five handles, those first", async (query) => {
  const shape = z.object({ data: z.object({ users: z.array(z.object({ username: z.string() })) }) });
  const { users } = (await read(`/v1/instagram/search?query=${query}`, shape)).data;
  expect(users.length).toBeGreaterThanOrEqual(5);
  expect(users.slice(0, 5).every(({ username }) => username.startsWith(query))).toBe(true);
});

test("a search finds a word of the full name too", async () => {
  expect(await (await get("/v1/instagram/search?query=bakery")).json()).toMatchObject({
    data: { users: [{ username: "warmcrumbs" }] },
  });
});

test("TikTok's search lists its matches under both names that were seen", async () => {
  const hits = z.array(z.object({ user_info: z.object({ unique_id: z.string() }) })).min(1);
  await read("/v1/tiktok/search/users?query=lu", z.object({ user_list: hits }));
  await read("/v1/tiktok/search/users?query=lun", z.object({ users: hits }));
});

test("Instagram's posts page to the end without a gap or a repeat, newest first, the same at every call", async () => {
  const item = z.object({ code: z.string(), taken_at: z.number() });
  const page = z.object({ items: z.array(item), next_max_id: z.string().optional() });
  const all = async () => {
    const seen: z.infer<typeof item>[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const path: string = `/v2/instagram/user/posts?handle=demo_many&next_max_id=${cursor}`;
      const answer = await read(path, page);
      seen.push(...answer.items);
      cursor = answer.next_max_id;
    }
    return seen;
  };
  const posts = await all();
  expect(new Set(posts.map(({ code }) => code)).size).toBe(64);
  expect(posts).toEqual(posts.toSorted((a, b) => b.taken_at - a.taken_at));
  expect(await all()).toEqual(posts);
});

test("TikTok's videos page to the end by time", async () => {
  const page = z.object({
    aweme_list: z.array(z.object({ aweme_id: z.string() })),
    has_more: z.number(),
    max_cursor: z.number(),
  });
  const seen: string[] = [];
  let cursor = 0;
  for (let hasMore = 1; hasMore === 1; ) {
    const answer = await read(`/v3/tiktok/profile/videos?handle=demo_many&max_cursor=${cursor}`, page);
    seen.push(...answer.aweme_list.map(({ aweme_id }) => aweme_id));
    ({ has_more: hasMore, max_cursor: cursor } = answer);
  }
  expect(new Set(seen).size).toBe(64);
});

test.each([
  ["avatar/ig-northfold", 240, 240],
  ["post/food-ig-warmcrumbs-0", 480, 600],
  ["post/any-seed-at-all", 480, 600],
])("the picture %s is a PNG of its size, the same at every call", async (name, width, height) => {
  const download = async () => Buffer.from(await (await get(`/media/${name}.png`, {})).arrayBuffer());
  const bytes = await download();
  expect(PNG.sync.read(bytes)).toMatchObject({ width, height });
  expect(bytes.equals(await download())).toBe(true);
});

test("an unknown kind of picture is not found", async () => {
  expect((await get("/media/film/x.png", {})).status).toBe(404);
  expect((await get("/media/post/..%2Fx.png", {})).status).toBe(404);
});

test("each call costs a credit", async () => {
  const balance = z.object({ creditCount: z.number() });
  const before = await read("/v1/account/credit-balance", balance);
  await get("/v1/tiktok/profile?handle=northpaw");
  const after = await read("/v1/account/credit-balance", balance);
  expect(before.creditCount - after.creditCount).toBe(2);
});

test("the controls show how often each name was requested, and a reset forgets it", async () => {
  for (let times = 0; times < 2; times++) await get("/v1/instagram/profile?handle=northfold");
  await get("/v1/instagram/search?query=no");
  await get("/media/avatar/ig-northfold.png");
  expect(await social.view()).toMatchObject({
    total: 3,
    counts: { "/v1/instagram/profile": { northfold: 2 }, "/v1/instagram/search": { no: 1 } },
    calls: expect.arrayContaining([{ path: "/v1/instagram/search", query: { query: "no" } }]),
  });
  await social.control("/reset");
  expect(await social.view()).toMatchObject({ total: 0, counts: {}, calls: [] });
});

test("a fault fails one call and no more, and an unknown one is refused", async () => {
  await social.control("", { faults: ["429"] });
  const look = async () => (await get("/v1/instagram/profile?handle=northfold")).status;
  expect([await look(), await look()]).toEqual([429, 200]);
  await expect(social.control("", { faults: ["explode"] })).rejects.toThrow("400");
});
