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

test("delivered units are counted on the profile they were ordered for, and on no other", async () => {
  const [before, other] = [await followers("demo_many"), await followers("demo_carousel")];
  await panel.order({ link: "https://www.instagram.com/demo_many/", quantity: "250" });
  expect(await followers("demo_many")).toBe(before + 250);
  expect(await followers("demo_carousel")).toBe(other);
});

test("views are counted on the video they were ordered for, and its likes stay the same", async () => {
  const before = await firstVideo();
  await panel.order({ service: "113", link: before.permalink, quantity: "40" });
  const lowest = (before.views?.lowest ?? 0) + 40;
  expect(await firstVideo()).toEqual({ ...before, views: { lowest, highest: lowest } });
});

test("a test can move a counter down, but not below zero", async () => {
  const before = await followers("demo_many");
  const gain = (units: number) => social.control("", { gains: { "instagram followers demo_many": units } });
  await gain(-1);
  expect(await followers("demo_many")).toBe(before - 1);
  await gain(-1_000_000_000);
  expect(await followers("demo_many")).toBe(0);
});
