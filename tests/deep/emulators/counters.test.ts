import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Emulator } from "@/lib/local/emulator";
import { type PanelEmulator, startPanel } from "@/lib/local/panel/start";
import { startSocial } from "@/lib/local/social/start";

let panel: PanelEmulator;
let social: Emulator;

beforeEach(async () => {
  panel = await startPanel({ port: 0 });
  social = await startSocial({ port: 0 }, panel.delivered);
  await post(`${panel.url}/_control`, JSON.stringify({ speed: 0 }));
});
afterEach(() => Promise.all([panel.close(), social.close()]));

function post(url: string, body: BodyInit): Promise<Response> {
  return fetch(url, { method: "POST", body });
}

const order = (service: number, link: string, quantity: number) =>
  post(
    `${panel.url}/api/v2`,
    new URLSearchParams({
      key: "panel-key-1",
      action: "add",
      service: String(service),
      link,
      quantity: String(quantity),
    }),
  );

async function ask<T>(path: string, shape: z.ZodType<T>): Promise<T> {
  const response = await fetch(`${social.url}${path}`, { headers: { "x-api-key": "any" } });
  return shape.parse(await response.json());
}

const profile = z.object({
  data: z.object({ user: z.object({ edge_followed_by: z.object({ count: z.number() }) }) }),
});
const followers = async (handle: string) =>
  (await ask(`/v1/instagram/profile?handle=${handle}`, profile)).data.user.edge_followed_by.count;

const videos = z.object({
  aweme_list: z.array(
    z.object({
      aweme_id: z.string(),
      statistics: z.object({ play_count: z.number(), digg_count: z.number() }),
    }),
  ),
});
const firstVideo = async () =>
  (await ask("/v3/tiktok/profile/videos?handle=demo_many", videos)).aweme_list[0] ?? expect.fail("no video");

test("delivered units are counted on the profile they were ordered for, and on no other", async () => {
  const [before, other] = [await followers("demo_many"), await followers("demo_carousel")];
  await order(101, "https://www.instagram.com/demo_many/", 250);
  expect(await followers("demo_many")).toBe(before + 250);
  expect(await followers("demo_carousel")).toBe(other);
});

test("views are counted on the video they were ordered for, and its likes stay the same", async () => {
  const before = await firstVideo();
  await order(113, `https://www.tiktok.com/@demo_many/video/${before.aweme_id}`, 40);
  const { statistics } = await firstVideo();
  expect(statistics).toEqual({ ...before.statistics, play_count: before.statistics.play_count + 40 });
});

test("a test can move a counter down, but not below zero", async () => {
  const before = await followers("demo_many");
  const gain = (units: number) =>
    post(`${social.url}/_control`, JSON.stringify({ gains: { "instagram followers demo_many": units } }));
  await gain(-1);
  expect(await followers("demo_many")).toBe(before - 1);
  await gain(-1_000_000_000);
  expect(await followers("demo_many")).toBe(0);
});
