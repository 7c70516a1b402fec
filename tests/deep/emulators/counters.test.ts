import { afterEach, beforeEach, expect, test } from "vitest";
import { startSocial } from "@/lib/local/social/start";
import { useEmulator } from "../../support/emulator";
import { providerAt } from "../../support/social";
import { type PanelFixture, startPanelFixture } from "./panel-fixtures";

let panel: PanelFixture;
const social = useEmulator(() => startSocial({ port: 0 }, (...target) => panel.delivered(...target)));

beforeEach(async () => {
  await social.control("/reset");
  panel = await startPanelFixture();
  await panel.control({ speed: 0 });
});
afterEach(() => panel.close());

const followers = async (handle: string) => {
  const profile = await providerAt(social.url()).lookupProfile("instagram", handle);
  return (profile.exists && profile.followers_count) || 0;
};
const firstVideo = async () => {
  const wanted = { kind: "reels", count: 1, postsCount: null } as const;
  const [video] = await providerAt(social.url()).listPosts("tiktok", "demo_many", wanted);
  return video ?? expect.fail("no video");
};
const buy = (quantity: string) => panel.order({ link: "https://www.instagram.com/demo_many/", quantity });
const show = (habits: object, account = "instagram demo_many") =>
  social.control("", { counters: { [account]: habits } });
/** An answer as it is sent, before the shop's reader. */
const raw = async (path: string) => {
  const answer = await fetch(`${social.url()}${path}`, { headers: { "x-api-key": "fixture" } });
  return answer.status === 200 ? answer.json() : answer.status;
};
const rawFollowers = async () =>
  (await raw("/v1/instagram/profile?handle=demo_many")).data.user.edge_followed_by;

test("delivered units are counted on the profile they were ordered for, and on no other", async () => {
  const [before, other] = [await followers("demo_many"), await followers("demo_carousel")];
  await buy("250");
  expect(await followers("demo_many")).toBe(before + 250);
  expect(await followers("demo_carousel")).toBe(other);
});

test("views are counted on the video they were ordered for, and its likes stay the same", async () => {
  const before = await firstVideo();
  await panel.order({ service: "113", link: before.permalink, quantity: "40" });
  const lowest = (before.views?.lowest ?? 0) + 40;
  expect(await firstVideo()).toEqual({ ...before, views: { lowest, highest: lowest } });
});

test("subscribers and views are counted on the channel and the video they were ordered for", async () => {
  const provider = providerAt(social.url());
  const channel = async () => {
    const profile = await provider.lookupProfile("youtube", "lucky7gardens");
    return profile.exists && profile.followers;
  };
  const newest = async () => {
    const wanted = { kind: "all", count: 1, postsCount: null } as const;
    const [video] = await provider.listPosts("youtube", "lucky7gardens", wanted);
    return video ?? expect.fail("no video");
  };
  expect(await channel()).toEqual({ lowest: 418, highest: 418 });
  const before = await newest();
  const channelLink = "https://www.youtube.com/@lucky7gardens";
  await panel.order({ service: "121", link: channelLink, quantity: "100" });
  await panel.order({ service: "123", link: before.permalink, quantity: "140" });
  await panel.order({ service: "122", link: `https://youtu.be/${before.id}`, quantity: "10" });
  expect(await channel()).toEqual({ lowest: 518, highest: 518 });
  const grown = (count: typeof before.views, by: number) => {
    const lowest = (count?.lowest ?? 0) + by;
    return { lowest, highest: lowest };
  };
  expect(await newest()).toEqual({
    ...before,
    views: grown(before.views, 140),
    likes: grown(before.likes, 10),
  });
  await panel.order({ service: "121", link: channelLink, quantity: "917" });
  expect(await channel()).toEqual({ lowest: 1_430, highest: 1_439 });
});

test("a test can move a counter down, but not below zero", async () => {
  const before = await followers("demo_many");
  const gain = (units: number) => social.control("", { gains: { "instagram followers demo_many": units } });
  await gain(-1);
  expect(await followers("demo_many")).toBe(before - 1);
  await gain(-1_000_000_000);
  expect(await followers("demo_many")).toBe(0);
});

test("a jump adds to what a test has added before", async () => {
  const before = await followers("demo_many");
  const jump = (units: number) => social.control("", { jumps: { "instagram followers demo_many": units } });
  await jump(40);
  await jump(-15);
  expect(await followers("demo_many")).toBe(before + 25);
});

test("a counter that lags shows what was there, and one with two ages goes back", async () => {
  const before = await followers("demo_many");
  await buy("250");
  await social.control("", { gains: { "instagram followers demo_many": 7 } });
  await show({ lagsMs: [3_600_000] });
  expect([await followers("demo_many"), await followers("demo_many")]).toEqual([before, before]);
  await show({ lagsMs: [0, 3_600_000] });
  const seen = [await followers("demo_many"), await followers("demo_many"), await followers("demo_many")];
  expect(seen).toEqual([before + 257, before, before + 257]);
});

test.each([
  ["instagram", "demo_empty", 12, 12],
  ["instagram", "wayfaring.theo", "3.1K", 3_100],
  ["instagram", "walnutandwool", "9.8K", 9_800],
  ["instagram", "noodle.atlas", "1.2M", 1_200_000],
  ["instagram", "sundial.sisters", "12M", 12_000_000],
  ["tiktok", "warpandweftly", 8_120, 8_120],
  ["tiktok", "basilbalcony", "17.6K", 17_600],
  ["tiktok", "noisy.nadia", "742K", 742_000],
  ["tiktok", "waffle.physics", "3.4M", 3_400_000],
  ["youtube", "lucky7gardens", 418, 418],
  ["youtube", "wander_in_wellies", "7.31K", 7_310],
  ["youtube", "waxandneedle", "164K", 164_000],
  ["youtube", "walnut-workshop", "2.75M", 2_750_000],
])("%s rounds the followers of %s down to %s", async (platform, handle, text, number) => {
  const count = async () => {
    const path = platform === "youtube" ? "channel" : "profile";
    const answer = await raw(`/v1/${platform}/${path}?handle=${handle}`);
    if (platform === "youtube")
      return answer.subscriberCount ?? answer.subscriberCountText.replace(" subscribers", "");
    return platform === "tiktok" ? answer.stats.followerCount : answer.data.user.edge_followed_by.count;
  };
  await show({ rounds: "text" }, `${platform} ${handle}`);
  expect(await count()).toBe(text);
  await show({ rounds: "number" }, `${platform} ${handle}`);
  expect(await count()).toBe(number);
});

test("hidden counts are null or left out, of the profile and of its posts", async () => {
  await show({ hides: "null" });
  expect(await rawFollowers()).toEqual({ count: null });
  await show({ hides: "missing" });
  expect(await rawFollowers()).toEqual({});
  await show({ hides: "null" }, "tiktok demo_many");
  const { aweme_list } = await raw("/v3/tiktok/profile/videos?handle=demo_many");
  expect(aweme_list[0].statistics).toEqual({ play_count: null, digg_count: null });
});

test("an account that is down fails, the same name on the other platform does not", async () => {
  await show({ isDown: true });
  expect(await raw("/v1/instagram/profile?handle=demo_many")).toBe(500);
  expect(await raw("/v2/instagram/user/posts?handle=demo_many")).toBe(500);
  expect(await raw("/v1/tiktok/profile?handle=demo_many")).toMatchObject({ success: true });
  await show({});
  expect(await rawFollowers()).toEqual({ count: 88_000 });
});
