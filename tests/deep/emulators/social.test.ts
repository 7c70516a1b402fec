import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  instagramPosts,
  instagramProfile,
  type SocialFixture,
  startSocialFixture,
  tiktokHit,
  tiktokProfile,
  tiktokVideos,
} from "./social-fixtures";

let social: SocialFixture;
beforeAll(async () => {
  social = await startSocialFixture();
});
afterAll(() => social.close());

describe("Instagram", () => {
  test("a profile has the recorded shape, and the case of its handle does not matter", async () => {
    const { data } = await social.read("/v1/instagram/profile?handle=WanderWithMara", instagramProfile);
    expect(data.user).toMatchObject({ username: "wanderwithmara", is_verified: true, is_private: false });
    expect(data.user.edge_owner_to_timeline_media.edges).toHaveLength(12);
    const trimmed = await social.read(
      "/v1/instagram/profile?handle=wanderwithmara&trim=true",
      instagramProfile,
    );
    expect(trimmed.data.user.edge_owner_to_timeline_media).toEqual({ count: 284, edges: [] });
  });

  test.each(["wa", "lu", "no"])("typing %s finds at least five handles, those first", async (query) => {
    const hit = z.object({ username: z.string(), position: z.number(), profile_pic_url: z.url() });
    const shape = z.object({ data: z.object({ query: z.literal(query), users: z.array(hit) }) });
    const { data } = await social.read(`/v1/instagram/search?query=${query}`, shape);
    expect(data.users.slice(0, 5).every(({ username }) => username.startsWith(query))).toBe(true);
    expect(data.users.length).toBeGreaterThanOrEqual(5);
    expect(data.users.map(({ position }) => position)).toEqual(data.users.map((_, index) => index));
  });

  test("a search finds a word of the full name too", async () => {
    const shape = z.object({ data: z.object({ users: z.array(z.object({ username: z.string() })) }) });
    const { data } = await social.read("/v1/instagram/search?query=bakery", shape);
    expect(data.users.map(({ username }) => username)).toEqual(["warmcrumbs"]);
  });

  test("the web search has counts and pages of ten", async () => {
    const profile = z.object({ username: z.string(), follower_count: z.number(), biography: z.string() });
    const shape = z.object({ profiles: z.array(profile), cursor: z.string().nullable() });
    const first = await social.read("/v1/instagram/search/profiles?query=demo", shape);
    expect([first.profiles.length, first.cursor]).toEqual([8, null]);
    const beyond = await social.read("/v1/instagram/search/profiles?query=demo&cursor=2", shape);
    expect(beyond).toMatchObject({ profiles: [], cursor: null });
  });

  test("posts page to the end without a gap or a repeat, newest first", async () => {
    const seen: { code: string; taken_at: number }[] = [];
    let cursor: string | undefined;
    do {
      const next = cursor ? `&next_max_id=${cursor}` : "";
      const page = await social.read(`/v2/instagram/user/posts?handle=demo_many${next}`, instagramPosts);
      expect(page.num_results).toBe(page.items.length);
      seen.push(...page.items);
      cursor = page.more_available ? page.next_max_id : undefined;
    } while (cursor);
    expect(seen).toHaveLength(64);
    expect(new Set(seen.map(({ code }) => code)).size).toBe(64);
    const times = seen.map(({ taken_at }) => taken_at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("a post's code is its pk in base 64, and its pk contains the time it was taken", async () => {
    const { items } = await social.read("/v2/instagram/user/posts?handle=northfold", instagramPosts);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const { pk, code, taken_at } of items) {
      const decoded = [...code].reduce((sum, letter) => sum * 64n + BigInt(alphabet.indexOf(letter)), 0n);
      expect(String(decoded)).toBe(pk);
      expect(Number((decoded >> 23n) + 1_314_220_021_721n)).toBe(taken_at * 1000);
    }
  });

  test("posts are photos, carousels and reels, the same at every call", async () => {
    const path = "/v2/instagram/user/posts?handle=wanderwithmara";
    const { items } = await social.read(path, instagramPosts);
    expect(new Set(items.map(({ media_type }) => media_type))).toEqual(new Set([1, 2, 8]));
    for (const item of items) {
      expect(item.video_versions !== undefined).toBe(item.media_type === 2);
      expect(item.carousel_media !== undefined).toBe(item.media_type === 8);
    }
    expect((await social.read(path, instagramPosts)).items).toEqual(items);
  });

  test("reels are only reels, by handle or id, wrapped or trimmed", async () => {
    const { data } = await social.read("/v1/instagram/profile?handle=luma.ceramics", instagramProfile);
    const media = z.object({ code: z.string(), media_type: z.literal(2), product_type: z.literal("clips") });
    const page = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item), max_id: z.string().optional() });
    const wrapped = await social.read(
      "/v1/instagram/user/reels?handle=luma.ceramics",
      page(z.object({ media })),
    );
    const trimmed = await social.read(
      `/v1/instagram/user/reels?user_id=${data.user.id}&trim=true`,
      page(media),
    );
    expect(wrapped.items.map((item) => item.media)).toEqual(trimmed.items);
    const next = await social.read(
      `/v1/instagram/user/reels?handle=luma.ceramics&max_id=${wrapped.max_id}`,
      page(z.object({ media })),
    );
    expect(next.items).toHaveLength(12);
    expect(next.items[0]?.media.code).not.toBe(wrapped.items[0]?.media.code);
  });
});

describe("TikTok", () => {
  test("a profile is flat and has big counts", async () => {
    const { user, stats } = await social.read("/v1/tiktok/profile?handle=echoesofeli", tiktokProfile);
    expect(user).toMatchObject({ uniqueId: "echoesofeli", verified: true, privateAccount: false });
    expect(stats).toMatchObject({ followerCount: 9_940_000, videoCount: 780 });
    const byId = await social.read(`/v1/tiktok/profile?user_id=${user.id}`, tiktokProfile);
    expect(byId.user.uniqueId).toBe("echoesofeli");
  });

  test("a search's list comes under both names that were seen", async () => {
    const even = await social.read(
      "/v1/tiktok/search/users?query=lu",
      z.object({ user_list: z.array(tiktokHit) }),
    );
    const odd = await social.read(
      "/v1/tiktok/search/users?query=lun",
      z.object({ users: z.array(tiktokHit) }),
    );
    expect(even.user_list.length).toBeGreaterThanOrEqual(5);
    expect(odd.users.map(({ user_info }) => user_info.unique_id)).toContain("lunarlaundry");
  });

  test("videos page to the end by time, ten at a time", async () => {
    const seen: string[] = [];
    let cursor = 0;
    for (let hasMore = 1; hasMore === 1; ) {
      const path = `/v3/tiktok/profile/videos?handle=demo_many&max_cursor=${cursor}`;
      const page = await social.read(path, tiktokVideos);
      seen.push(...page.aweme_list.map(({ aweme_id }) => aweme_id));
      ({ has_more: hasMore, max_cursor: cursor } = page);
    }
    expect(new Set(seen).size).toBe(64);
  });

  test("a video's id contains the second it was made, and popular videos are sorted by plays", async () => {
    const path = "/v3/tiktok/profile/videos?handle=wandawelds&sort_by=popular";
    const first = await social.read(path, tiktokVideos);
    const second = await social.read(`${path}&max_cursor=${first.max_cursor}`, tiktokVideos);
    const both = [...first.aweme_list, ...second.aweme_list];
    for (const { aweme_id, create_time } of both) expect(Number(BigInt(aweme_id) >> 32n)).toBe(create_time);
    const plays = both.map(({ statistics }) => statistics.play_count);
    expect(plays).toEqual(plays.toSorted((a, b) => b - a));
    expect(new Set(both.map(({ aweme_id }) => aweme_id)).size).toBe(20);
  });

  test("covers are often HEIC, with a picture that browsers show among the later ones", async () => {
    const { aweme_list } = await social.read("/v3/tiktok/profile/videos?handle=wavy.davey", tiktokVideos);
    const covers = aweme_list.map(({ video }) => video.cover.url_list[0] ?? "");
    expect(new Set(covers.map((url) => url.split(".").at(-1)))).toEqual(new Set(["heic", "png"]));
    for (const { video } of aweme_list) expect(video.dynamic_cover.url_list[0]).toMatch(/\.png$/);
  });
});

describe("pictures", () => {
  test.each([
    ["avatar/ig-northfold", 240, 240],
    ["post/food-ig-warmcrumbs-0", 480, 600],
    ["post/any-seed-at-all", 480, 600],
  ])("%s is a PNG of its size, the same at every call", async (name, width, height) => {
    const response = await social.get(`/media/${name}.png`, {});
    expect(response.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(PNG.sync.read(bytes)).toMatchObject({ width, height });
    const again = await (await social.get(`/media/${name}.png`, {})).arrayBuffer();
    expect(bytes.equals(Buffer.from(again))).toBe(true);
  });

  test("the pictures that an answer names exist at the emulator's own address", async () => {
    const { data } = await social.read("/v1/instagram/profile?handle=noor.draws", instagramProfile);
    const { items } = await social.read("/v2/instagram/user/posts?handle=noor.draws", instagramPosts);
    const cover = items[0]?.image_versions2 ?? items[0]?.carousel_media?.[0]?.image_versions2;
    for (const url of [data.user.profile_pic_url_hd, cover?.candidates[0]?.url ?? ""]) {
      expect(url.startsWith(`${social.url}/media/`)).toBe(true);
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test("an unknown kind of picture is not found", async () => {
    expect((await social.get("/media/film/x.png", {})).status).toBe(404);
    expect((await social.get("/media/post/..%2Fx.png", {})).status).toBe(404);
  });
});
