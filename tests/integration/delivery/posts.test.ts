import { describe, expect, it } from "vitest";
import { addMs, hour, minute, second } from "@/lib/base/time/time";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { searchProfiles } from "@/lib/delivery/social/search-profiles";
import { emulatedPlatforms } from "@/lib/local/emulated";
import { codeOf, useDatabase } from "../../support/database";
import { later, start, useSocial } from "../../support/social";

const { database, db } = useDatabase();
const social = useSocial(database);

describe("a search", () => {
  it.each(emulatedPlatforms)(
    "on %s finds up to five accounts, matching beginnings first",
    async (platform) => {
      const hits = await searchProfiles(social.process(), platform, "Wa");
      expect(hits[0]?.username.startsWith("wa")).toBe(true);
      const pictures = hits.map(({ profile_picture_url }) => profile_picture_url);
      expect(pictures).toEqual(Array(5).fill(expect.stringMatching(/^\/api\/image-proxy\?url=/)));
    },
  );

  it("is cached for an hour", async () => {
    const deps = social.process();
    await searchProfiles(deps, "instagram", "wa");
    await searchProfiles(later(deps, hour - second), "instagram", " @WA ");
    expect(await social.calls()).toHaveLength(1);
    await searchProfiles(later(deps, hour), "instagram", "wa");
    expect(await social.calls()).toHaveLength(2);
  });

  it("shows an account that was looked up by exactly this name, even if the provider's search lacks it", async () => {
    const deps = social.process();
    await lookupProfile(deps, "instagram", "warmcrumbs");
    const key = "search:instagram:warmcrumbs";
    const row = { value: { hits: [] }, fetchedAt: start, freshUntil: addMs(start, hour) };
    await db().socialCache.create({ data: { key, ...row } });
    const hits = await searchProfiles(deps, "instagram", "warmcrumbs");
    expect(hits.map(({ username }) => username)).toEqual(["warmcrumbs"]);
  });

  it("may be for a full name", async () => {
    await expect(searchProfiles(social.process(), "instagram", "mara  oduya")).resolves.toBeInstanceOf(Array);
    expect(await social.calls()).toEqual(["/v1/instagram/search mara oduya"]);
  });

  it("is for the name without the invisible characters that came with it", async () => {
    await searchProfiles(social.process(), "instagram", "\u2068warm\u200Bcrumbs\u2069");
    expect(await social.calls()).toEqual(["/v1/instagram/search warmcrumbs"]);
  });

  it.each(["", "a", "@a", " ", "a".repeat(61), "wa\u0000ve", "wa\nve"])("for %j is refused", async (text) => {
    expect(await codeOf(searchProfiles(social.process(), "instagram", text))).toBe("invalid_input");
    expect(await social.calls()).toEqual([]);
  });
});

describe("the posts", () => {
  it.each(emulatedPlatforms)(
    "of an account on %s are its newest twenty, each with what the shop needs",
    async (platform) => {
      const posts = await listPosts(social.process(), platform, "demo_many");
      expect(posts).toHaveLength(20);
      expect(new Set(posts.map(({ id }) => id)).size).toBe(20);
      const shaped = posts.map((post) => ({
        id: expect.stringMatching(platform === "instagram" ? /^[\w-]{5,}$/ : /^\d{19}$/),
        permalink: expect.stringMatching(
          platform === "instagram"
            ? /^https:\/\/www\.instagram\.com\/(?:p|reel)\/[\w-]+\/$/
            : /^https:\/\/www\.tiktok\.com\/@demo_many\/(?:video|photo)\/\d{19}$/,
        ),
        imageUrl: expect.stringMatching(/^\/api\/image-proxy\?url=/),
        caption: expect.any(String),
        videoUrl: post.isVideo ? expect.any(String) : null,
        isVideo: post.media_type === 2,
        media_type: expect.any(Number),
      }));
      expect(posts).toEqual(shaped);
    },
  );

  it.each(
    ["demo_private", "demo_empty", "demo_missing", "demo_noposts404", "nobody_of_this_name"].flatMap(
      (username) => emulatedPlatforms.map((platform) => ({ username, platform })),
    ),
  )("of $username on $platform are none", async ({ username, platform }) => {
    await expect(listPosts(social.process(), platform, username)).resolves.toEqual([]);
  });

  it("of an account that was just seen as private cost no call", async () => {
    const deps = social.process();
    await lookupProfile(deps, "instagram", "demo_private");
    await expect(listPosts(deps, "instagram", "demo_private")).resolves.toEqual([]);
    expect(await social.calls()).toEqual(["/v1/instagram/profile demo_private"]);
  });

  it("are cached for ten minutes, an empty list for one", async () => {
    const deps = social.process();
    const counts: number[] = [];
    for (const [username, ms] of [
      ["warmcrumbs", 0],
      ["warmcrumbs", 10 * minute - second],
      ["warmcrumbs", 10 * minute],
      ["demo_noposts404", 0],
      ["demo_noposts404", minute - second],
      ["demo_noposts404", minute],
    ] as const) {
      await listPosts(later(deps, ms), "instagram", username);
      counts.push((await social.calls()).length);
    }
    expect(counts).toEqual([2, 2, 4, 5, 5, 6]);
  });

  it.each(["demo_ratelimit", "demo_nocredits", "demo_badjson"])(
    "of %s are unknown, which is no empty list",
    async (username) => {
      await expect(listPosts(social.process(), "instagram", username)).rejects.toMatchObject({
        code: "lookup_unavailable",
        userMessage: "Could not load your posts. Please try again.",
      });
    },
  );
});
