import { describe, expect, it } from "vitest";
import { limits } from "@/lib/base/rate-limit/limits";
import { useDatabase } from "../../support/database";
import { useHandlers } from "../../support/handlers";
import { useSocial } from "../../support/social";

const { database, db } = useDatabase();
const social = useSocial(database);
const handlers = useHandlers(database, social);

const lookupHandlers = ["instagram-profile-lookup", "get-tiktok-profile"];

describe.each(lookupHandlers)("%s", (handler) => {
  it("returns an account's data and the accounts with similar names", async () => {
    const { status, json, headers } = await handlers.call(handler, { username: "@Demo_Many" });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(json).toEqual({
      exists: true,
      username: "demo_many",
      full_name: "Demo Many",
      biography: "More posts than one page holds.",
      followers_count: 88_000,
      following_count: 60,
      posts_count: 64,
      profile_picture_url: expect.stringMatching(/^\/api\/image-proxy\?url=http%3A%2F%2F.*&letter=D$/),
      is_private: false,
      is_verified: false,
      data: [expect.objectContaining({ username: "demo_many" })],
    });
    // The platform's id of an account is not sent to browsers.
    expect(JSON.stringify(json)).not.toContain("account_id");
  });

  it("says that there is no such account", async () => {
    const { status, json } = await handlers.call(handler, { username: "demo_missing" });
    expect(status).toBe(200);
    expect(json).toEqual({
      exists: false,
      username: "demo_missing",
      full_name: "",
      biography: "",
      followers_count: null,
      following_count: null,
      posts_count: null,
      profile_picture_url: null,
      is_private: false,
      is_verified: false,
      data: [],
    });
  });

  it("searches on request, and then returns only the matches", async () => {
    const { status, json } = await handlers.call(handler, { username: "wa", search: true });
    expect([status, Object.keys(json)]).toEqual([200, ["data"]]);
    expect(json.data).toHaveLength(5);
    const shaped = json.data.map((match: Record<string, unknown>) => ({
      username: expect.any(String),
      full_name: expect.any(String),
      biography: expect.any(String),
      followers_count: match.followers_count === null ? null : expect.any(Number),
      following_count: match.following_count === null ? null : expect.any(Number),
      posts_count: match.posts_count === null ? null : expect.any(Number),
      profile_picture_url: expect.stringMatching(/^\/api\/image-proxy\?url=/),
      profile_pic_url: match.profile_picture_url,
      is_verified: expect.any(Boolean),
    }));
    expect(json.data).toEqual(shaped);
  });

  it("returns the account without matches when only the search fails", async () => {
    await handlers.call(handler, { username: "demo_carousel" });
    await db().socialCache.deleteMany({ where: { key: { startsWith: "search" } } });
    await social.faults("badjson");
    const json = { exists: true, data: [{ username: "demo_carousel" }] };
    const answer = await handlers.call(handler, { username: "demo_carousel" });
    expect(answer).toMatchObject({ status: 200, json });
  });

  it("answers 503 with advice, never a missing account, when the provider fails", async () => {
    await social.faults("badjson");
    const { status, json, headers } = await handlers.call(handler, { username: "demo_many" });
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(json).toEqual({
      error: {
        code: "lookup_unavailable",
        message:
          'Could not verify "@demo_many". Please ensure the username is correct and the account is public.',
      },
    });
    expect((await handlers.call(handler, { username: "demo_many" })).status).toBe(200);
  });

  it.each([
    ["nothing", {}, "invalid_input"],
    ["an empty name", { username: "  " }, "invalid_input"],
    ["one letter", { username: "a" }, "invalid_username"],
    ["one letter to search for", { username: "a", search: true }, "invalid_input"],
    ["a number", { username: 12_345 }, "invalid_input"],
    ["a list", { username: ["wave"] }, "invalid_input"],
    ["a path", { username: "../admin" }, "invalid_username"],
    ["a username of 100,000 characters", { username: "a".repeat(100_000) }, "invalid_input"],
    ["a search that is neither true nor false", { username: "wave", search: "yes" }, "invalid_input"],
  ])("refuses %s with a message at the field", async (_what, body, code) => {
    const { status, json } = await handlers.call(handler, body);
    expect(status).toBe(400);
    expect(json.error.code).toBe(code);
    expect(json.error.message).toMatch(/\.$/);
    expect(Object.keys(json.error.fieldErrors)).toHaveLength(1);
    expect(await social.calls()).toEqual([]);
  });

  it("answers 429 with the seconds to wait once an address has asked too often", async () => {
    const { points } = limits.profileLookup;
    const answers = [];
    for (let times = 0; times < points + 2; times += 1)
      answers.push(await handlers.call(handler, { username: "demo_many" }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(points).fill(200), 429, 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers.at(-1)?.json.error.code).toBe("rate_limited");
    // Searches have a separate limit, and so does every other address.
    expect((await handlers.call(handler, { username: "wa", search: true })).status).toBe(200);
    const elsewhere = { "x-client-address": "2001:db8::1" };
    expect((await handlers.call(handler, { username: "demo_many" }, elsewhere)).status).toBe(200);
  });
});

describe("the handlers of posts", () => {
  it.each(["get-instagram-posts", "get-tiktok-posts"])("%s returns twenty", async (handler) => {
    const { status, json } = await handlers.call(handler, { username: "demo_many" });
    expect([status, json.success, json.posts.length]).toEqual([200, true, 20]);
    const fields = ["caption", "id", "imageUrl", "isVideo", "media_type", "permalink", "videoUrl"];
    expect(Object.keys(json.posts[0]).toSorted()).toEqual(fields);
  });

  it("return as many of TikTok's as are requested, and twenty at most, from one cached list", async () => {
    const four = await handlers.call("get-tiktok-posts", { username: "demo_many", count: 4 });
    expect(four.json.posts).toHaveLength(4);
    const most = await handlers.call("get-tiktok-posts", { username: "demo_many", count: 500 });
    expect(most.json.posts).toHaveLength(20);
    // The cached list is two pages of the provider's.
    expect(await social.calls()).toHaveLength(2);
  });

  it("return only Instagram's reels when reels are requested", async () => {
    const reels = await handlers.call("get-instagram-posts", { username: "demo_many", kind: "reels" });
    expect(reels.json.posts.every(({ isVideo }: { isVideo: boolean }) => isVideo)).toBe(true);
  });

  it.each([
    ["get-instagram-posts", { username: "demo_many", kind: "stories" }],
    ["get-instagram-posts", {}],
    ["get-instagram-posts", { username: "a" }],
    ["get-tiktok-posts", { username: "demo_many", count: 0 }],
    ["get-tiktok-posts", { username: "demo_many", count: 2.5 }],
    ["get-tiktok-posts", { username: "demo_many", count: "20" }],
  ])("refuse %s %j", async (handler, body) => {
    expect((await handlers.call(handler, body)).status).toBe(400);
    expect(await social.calls()).toEqual([]);
  });
});
