import { describe, expect, test } from "vitest";
import { z } from "zod";
import { instagramPosts, instagramProfile, tiktokProfile, tiktokVideos, useVendor } from "./social-fixtures";

const social = useVendor();

const profilePaths = ["/v1/instagram/profile", "/v1/tiktok/profile"] as const;

describe.each(profilePaths)("the reserved handles at %s", (path) => {
  const look = (handle: string) => social.get(`${path}?handle=${handle}`);

  test.each(["demo_missing", "nobody.has.this.name"])("%s does not exist", async (handle) => {
    const response = await look(handle);
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ success: true, error: "not_found", accountDoesNotExist: true }),
    ]);
  });

  test("demo_husk is answered without a user", async () => {
    const response = await look("demo_husk");
    const husk = path === "/v1/tiktok/profile" ? { user: null } : { data: { user: null } };
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining(husk)]);
  });

  test.each([
    ["demo_ratelimit", 429],
    ["demo_nocredits", 402],
  ])("%s fails with its status", async (handle, status) => {
    const response = await look(handle);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ success: false }),
    ]);
  });

  test("demo_badjson breaks off, and so does a search for it", async () => {
    await expect((await look("demo_badjson")).json()).rejects.toThrow(SyntaxError);
    const search = await social.get("/v1/instagram/search?query=demo_badjson");
    await expect(search.json()).rejects.toThrow(SyntaxError);
  });

  test("demo_slow is answered after a delay", async () => {
    const startedAt = performance.now();
    expect((await look("demo_slow")).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(2900);
  });

  test("demo_expired has pictures that answer 403", async () => {
    const text = await (await look("demo_expired")).text();
    const url = /http[^"]+\.png/.exec(text)?.[0] ?? "";
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([403, "URL signature expired"]);
  });
});

describe("reserved accounts", () => {
  test("demo_private shows counts and no posts", async () => {
    const instagram = await social.read("/v1/instagram/profile?handle=demo_private", instagramProfile);
    expect(instagram.data.user).toMatchObject({ is_private: true, edge_followed_by: { count: 318 } });
    expect(await social.read("/v2/instagram/user/posts?handle=demo_private", instagramPosts)).toMatchObject({
      items: [],
      more_available: false,
    });
    const tiktok = await social.read("/v1/tiktok/profile?handle=demo_private", tiktokProfile);
    expect(tiktok.user.privateAccount).toBe(true);
    expect(await social.read("/v3/tiktok/profile/videos?handle=demo_private", tiktokVideos)).toMatchObject({
      aweme_list: [],
      has_more: 0,
    });
  });

  test("demo_noposts404 has a profile, and its posts are not found, in both forms of the vendor's answer", async () => {
    expect((await social.get("/v1/instagram/profile?handle=demo_noposts404")).status).toBe(200);
    const instagram = await social.get("/v2/instagram/user/posts?handle=demo_noposts404");
    const tiktok = await social.get("/v3/tiktok/profile/videos?handle=demo_noposts404");
    expect([instagram.status, tiktok.status]).toEqual([404, 200]);
    for (const response of [instagram, tiktok]) {
      expect(await response.json()).toMatchObject({ success: true, errorStatus: 404, credits_charged: 0 });
    }
  });

  test("demo_carousel has only carousels, and demo_heic only HEIC covers", async () => {
    const { items } = await social.read("/v2/instagram/user/posts?handle=demo_carousel", instagramPosts);
    expect(items.every((item) => item.media_type === 8 && (item.carousel_media?.length ?? 0) > 1)).toBe(true);
    const page = await (await social.get("/v3/tiktok/profile/videos?handle=demo_heic")).text();
    expect(page.match(/media\/post\/[^"]+/g)?.every((url) => url.endsWith(".heic"))).toBe(true);
    const url = /http[^"]+\.heic/.exec(page)?.[0] ?? "";
    expect((await fetch(url)).headers.get("content-type")).toBe("image/heic");
  });

  test("demo_nocounts leaves counts out", async () => {
    const { data } = await social.read("/v1/instagram/profile?handle=demo_nocounts", instagramProfile);
    expect(data.user.edge_follow).toBeUndefined();
    const { stats } = await social.read("/v1/tiktok/profile?handle=demo_nocounts", tiktokProfile);
    expect(Object.keys(stats)).toEqual(["followerCount"]);
  });
});

describe("the handler", () => {
  test("a call without a key fails as the vendor does", async () => {
    const response = await social.get("/v1/instagram/profile?handle=northfold", {});
    expect([response.status, await response.json()]).toEqual([
      500,
      { success: false, message: "apiKey is required" },
    ]);
  });

  test("each call costs a credit", async () => {
    const balance = z.object({ creditCount: z.number() });
    const before = await social.read("/v1/account/credit-balance", balance);
    await social.get("/v1/tiktok/profile?handle=northpaw");
    const after = await social.read("/v1/account/credit-balance", balance);
    expect(before.creditCount - after.creditCount).toBe(2);
  });

  test.each([
    ["429", 429],
    ["402", 402],
    ["500", 500],
  ])("the fault %s fails one call and no more", async (fault, status) => {
    await social.control("", { faults: [fault] });
    const look = () => social.get("/v1/instagram/profile?handle=northfold");
    expect([(await look()).status, (await look()).status]).toEqual([status, 200]);
  });

  test("the fault badjson breaks an answer off", async () => {
    await social.control("", { faults: ["badjson"] });
    const response = await social.get("/v3/tiktok/profile/videos?handle=northpaw");
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  test("the fault hang gives no answer", async () => {
    await social.control("", { faults: ["hang"] });
    const answer = fetch(`${social.url()}/v1/instagram/profile?handle=northfold`, {
      headers: { "x-api-key": "fixture" },
      signal: AbortSignal.timeout(200),
    });
    await expect(answer).rejects.toThrow("timeout");
  });

  test("the controls show how often each name was requested, and a reset forgets it", async () => {
    await social.get("/v1/instagram/profile?handle=northfold");
    await social.get("/v1/instagram/profile?handle=northfold");
    await social.get("/v1/instagram/search?query=no");
    await social.get("/media/avatar/ig-northfold.png");
    expect(await social.view()).toMatchObject({
      total: 3,
      counts: { "/v1/instagram/profile": { northfold: 2 }, "/v1/instagram/search": { no: 1 } },
      calls: expect.arrayContaining([{ path: "/v1/instagram/search", query: { query: "no" } }]),
    });
    await social.control("/reset");
    expect(await social.view()).toMatchObject({ total: 0, counts: {}, calls: [] });
  });

  test("an unknown fault is refused", async () => {
    await expect(social.control("", { faults: ["explode"] })).rejects.toThrow("400");
  });
});
