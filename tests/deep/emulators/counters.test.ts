import { afterEach, beforeEach, expect, test } from "vitest";
import { type PanelFixture, startPanelFixture } from "./panel-fixtures";
import { instagramProfile, tiktokVideos, useVendor } from "./social-fixtures";

let panel: PanelFixture;
const social = useVendor((...target) => panel.delivered(...target));

beforeEach(async () => {
  panel = await startPanelFixture();
  await panel.control({ speed: 0 });
});
afterEach(() => panel.close());

const followers = async (handle: string) =>
  (await social.read(`/v1/instagram/profile?handle=${handle}`, instagramProfile)).data.user.edge_followed_by
    .count;
const firstVideo = async () =>
  (await social.read("/v3/tiktok/profile/videos?handle=demo_many", tiktokVideos)).aweme_list[0] ??
  expect.fail("no video");

test("delivered units are counted on the profile they were ordered for, and on no other", async () => {
  const [before, other] = [await followers("demo_many"), await followers("demo_carousel")];
  await panel.order({ link: "https://www.instagram.com/demo_many/", quantity: "250" });
  expect(await followers("demo_many")).toBe(before + 250);
  expect(await followers("demo_carousel")).toBe(other);
});

test("views are counted on the video they were ordered for, and its likes stay the same", async () => {
  const before = await firstVideo();
  const link = `https://www.tiktok.com/@demo_many/video/${before.aweme_id}`;
  await panel.order({ service: "113", link, quantity: "40" });
  const { statistics } = await firstVideo();
  expect(statistics).toEqual({ ...before.statistics, play_count: before.statistics.play_count + 40 });
});

test("a test can move a counter down, but not below zero", async () => {
  const before = await followers("demo_many");
  const gain = (units: number) => social.control("", { gains: { "instagram followers demo_many": units } });
  await gain(-1);
  expect(await followers("demo_many")).toBe(before - 1);
  await gain(-1_000_000_000);
  expect(await followers("demo_many")).toBe(0);
});
