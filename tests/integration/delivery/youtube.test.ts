import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCounters } from "@/lib/delivery/counts/read-counters";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { searchProfiles } from "@/lib/delivery/social/search-profiles";
import { documentSchema } from "@/lib/shop/catalog/document";
import { parsePostLink } from "@/lib/shop/catalog/links";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { firstDocument, getPlatform } from "@/lib/shop/catalog/vocabulary";
import { codeOf, useDatabase } from "../../support/database";
import { useSocial } from "../../support/social";
import { publishToProcess } from "../../support/vocabulary";

// YouTube as it ships, with the shop's reader and the emulator's answers.

const { database } = useDatabase();
const social = useSocial(database);

beforeAll(() => {
  const shipped = JSON.parse(readFileSync("lib/shop/catalog/shipped/youtube.json", "utf8"));
  publishToProcess(mergeDocument(firstDocument, documentSchema.parse(shipped)));
});
afterAll(() => publishToProcess(firstDocument));

const look = (username: string) => lookupProfile(social.process(), "youtube", username);

it.each([
  ["demo_many", { exists: true, username: "demo_many", posts_count: 64, followers_count: 88_000 }],
  ["@Walnut-Workshop", { exists: true, username: "walnut-workshop", followers_count: 2_750_000 }],
  ["https://m.youtube.com/@walnut-workshop/videos?si=x", { exists: true, username: "walnut-workshop" }],
  ["demo_nocounts", { exists: true, followers_count: null, followers: null }],
  ["demo_missing", { exists: false, username: "demo_missing" }],
  ["demo_husk", { exists: false, username: "demo_husk" }],
  ["demo_private", { exists: false }],
])("a look-up of %s finds out about the channel", async (username, expected) => {
  await expect(look(username)).resolves.toMatchObject(expected);
});

const idOf = async (username: string) => {
  const found = await look(username);
  return found.exists ? found.account_id : null;
};

it("a channel is also found by the link with its id, asked once for all spellings", async () => {
  const id = await idOf("lucky7gardens");
  await social.control("/reset");
  for (const link of [`https://www.youtube.com/channel/${id}`, `m.youtube.com/channel/${id}/videos?si=x`])
    await expect(look(link)).resolves.toMatchObject({ exists: true, username: "lucky7gardens" });
  expect(await social.calls()).toHaveLength(1);
});

it("a link with an id that no channel has names none", async () => {
  const link = `https://www.youtube.com/channel/UC${"x".repeat(22)}`;
  await expect(look(link)).resolves.toEqual({ exists: false, username: link });
});

it.each(["demo_ratelimit", "demo_nocredits", "demo_badjson"])(
  "a look-up of %s is not answered",
  async (username) => {
    expect(await codeOf(look(username))).toBe("lookup_unavailable");
  },
);

it.each([
  "ab",
  "a".repeat(31),
  "two words",
  "/channel/UCabcdefghij0123456789-_",
  "https://www.youtube.com/channel/UCshort",
])("%j is no handle and is not asked for", async (username) => {
  expect(await codeOf(look(username))).toBe("invalid_username");
  expect(await social.calls()).toEqual([]);
});

it("all spellings of a handle are one channel", async () => {
  const deps = social.process();
  for (const spelling of ["@Lucky7Gardens", " lucky7gardens ", "youtube.com/@LUCKY7GARDENS"])
    await lookupProfile(deps, "youtube", spelling);
  expect(await social.calls()).toEqual(["/v1/youtube/channel lucky7gardens"]);
});

it("a search finds channels by the beginning of a handle or a name, with a hyphen too", async () => {
  const deps = social.process();
  const hits = await searchProfiles(deps, "youtube", "Wa");
  expect(hits).toHaveLength(5);
  expect(hits[0]?.username.startsWith("wa")).toBe(true);
  const [found] = await searchProfiles(deps, "youtube", "nodding-th");
  expect(found).toMatchObject({ username: "nodding-thistle", followers_count: 3_070 });
});

it("the newest twenty videos and Shorts have the addresses that the platform's links are written as", async () => {
  const posts = await listPosts(social.process(), "youtube", "demo_many");
  expect(posts).toHaveLength(20);
  for (const { id, permalink, ...post } of posts) {
    expect(post).toMatchObject({ isVideo: true, media_type: 2, videoUrl: null });
    expect(post.imageUrl).toMatch(/^\/api\/image-proxy\?url=/);
    const linked = parsePostLink(getPlatform("youtube"), `https://youtu.be/${id}?si=x`, "demo_many");
    expect(linked).toEqual({ id, permalink, isVideo: true });
  }
  expect(await social.calls()).toEqual([
    "/v1/youtube/channel-videos demo_many",
    "/v1/youtube/channel/shorts demo_many",
  ]);
  expect(await listPosts(social.process(), "youtube", "demo_noposts404")).toEqual([]);
});

it("subscribers, views and likes are read as counters", async () => {
  const deps = social.process();
  const [post] = await listPosts(deps, "youtube", "demo_many");
  const read = async (target: string, counter: string, postId: string | null) => {
    const question = { platform: "youtube", target, counter, username: "demo_many", accountId: null };
    return (await readCounters(deps, question))?.(postId);
  };
  const exact = { lowest: expect.any(Number), highest: expect.any(Number) };
  expect(await read("channel", "followers", null)).toMatchObject({ lowest: 88_000, highest: 88_099 });
  for (const counter of ["views", "likes"]) {
    const counted = await read("video", counter, post?.id ?? "");
    expect(counted).toMatchObject(exact);
    expect(counted?.lowest).toBe(counted?.highest);
    expect(counted?.lowest).toBeGreaterThan(0);
  }
});
