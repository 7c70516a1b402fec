import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  instagramPosts,
  instagramProfile,
  tiktokHit,
  tiktokProfile,
  tiktokVideos,
  useVendor,
} from "./social-fixtures";

const social = useVendor();

describe("Instagram", () => {
  test("a profile has the recorded shape, and the case of its handle does not matter", async () => {
    const { data } = await social.read("/v1/instagram/profile?handle=WanderWithMara", instagramProfile);
    expect(data.user).toMatchObject({ username: "wanderwithmara", is_verified: true, is_private: false });
    expect(data.user.edge_owner_to_timeline_media.count).toBe(284);
  });

  test.each(["wa", "lu", "no"])("typing %s finds at least five handles, those first", async (query) => {
    const hit = z.object({ username: z.string(), profile_pic_url: z.url() });
    const shape = z.object({ data: z.object({ query: z.literal(query), users: z.array(hit) }) });
    const { data } = await social.read(`/v1/instagram/search?query=${query}`, shape);
    expect(data.users.slice(0, 5).every(({ username }) => username.startsWith(query))).toBe(true);
    expect(data.users.length).toBeGreaterThanOrEqual(5);
  });

  test("a search finds a word of the full name too", async () => {
    const shape = z.object({ data: z.object({ users: z.array(z.object({ username: z.string() })) }) });
    const { data } = await social.read("/v1/instagram/search?query=bakery", shape);
    expect(data.users.map(({ username }) => username)).toEqual(["warmcrumbs"]);
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

  test("reels are only reels, in pages", async () => {
    const media = z.object({ code: z.string(), media_type: z.literal(2), product_type: z.literal("clips") });
    const page = z.object({ items: z.array(z.object({ media })), max_id: z.string().optional() });
    const path = "/v1/instagram/user/reels?handle=luma.ceramics";
    const first = await social.read(path, page);
    const next = await social.read(`${path}&max_id=${first.max_id}`, page);
    expect(next.items).toHaveLength(12);
    expect(next.items[0]?.media.code).not.toBe(first.items[0]?.media.code);
  });
});

describe("TikTok", () => {
  test("a profile is flat and has big counts", async () => {
    const { user, stats } = await social.read("/v1/tiktok/profile?handle=echoesofeli", tiktokProfile);
    expect(user).toMatchObject({ uniqueId: "echoesofeli", verified: true, privateAccount: false });
    expect(stats).toMatchObject({ followerCount: 9_940_000, videoCount: 780 });
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

  test("a video's id contains the second it was made", async () => {
    const { aweme_list } = await social.read("/v3/tiktok/profile/videos?handle=wandawelds", tiktokVideos);
    for (const { aweme_id, create_time } of aweme_list)
      expect(Number(BigInt(aweme_id) >> 32n)).toBe(create_time);
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
      expect(url.startsWith(`${social.url()}/media/`)).toBe(true);
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test("an unknown kind of picture is not found", async () => {
    expect((await social.get("/media/film/x.png", {})).status).toBe(404);
    expect((await social.get("/media/post/..%2Fx.png", {})).status).toBe(404);
  });
});
