import { describe, expect, it } from "vitest";
import { lookupProfile } from "@/lib/social/lookup-profile";
import { searchProfiles } from "@/lib/social/search-profiles";
import { codeOf } from "../../support/database";
import { likesOrder } from "../../support/purchase";
import { newGuest, useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();

const social = () => ({ ...shop.deps().social, provider: null });
const create = (changes: object) => shop.create(changes, newGuest(), null, { social: social() });
const likes = (post: object, more: object = {}) => ({
  ...likesOrder,
  ...more,
  selectedPosts: [{ likesToAdd: 100, ...post }],
});

describe("without a source of social data", () => {
  it("a typed name counts as found, without any data about the account", async () => {
    expect(await lookupProfile(social(), "instagram", "@Any.Name")).toMatchObject({
      exists: true,
      username: "any.name",
      followers_count: null,
    });
    expect(await searchProfiles(social(), "instagram", "any")).toEqual([]);
    expect(await db().socialCache.count()).toBe(0);
  });

  it("a name that the platform can't have is refused", async () => {
    expect(await codeOf(lookupProfile(social(), "instagram", "no name"))).toBe("invalid_username");
  });

  it("followers are ordered for a typed name", async () => {
    const { orderId } = await create({ username: "any.name" });
    expect(await shop.order(orderId)).toMatchObject({
      username: "any.name",
      postUrl: "https://www.instagram.com/any.name/",
    });
  });

  it("likes are ordered for the post of a pasted link, in the link's canonical form", async () => {
    const { orderId } = await create(
      likes({ postId: "DAb_c-12345", postUrl: "https://www.instagram.com/p/DAb_c-12345/" }),
    );
    expect((await shop.order(orderId)).selectedPosts).toMatchObject([
      { postId: "DAb_c-12345", postUrl: "https://www.instagram.com/p/DAb_c-12345/", quantity: 100 },
    ]);
  });

  it.each([
    ["no link", { postId: "DAb_c-12345" }],
    ["another post's link", { postId: "DAb_c-99999", postUrl: "https://www.instagram.com/p/DAb_c-12345/" }],
    ["another site", { postId: "DAb_c-12345", postUrl: "https://example.com/p/DAb_c-12345/" }],
    ["a picture as a reel", { reelId: "DAb_c-12345", reelUrl: "https://www.instagram.com/p/DAb_c-12345/" }],
  ])("a post with %s is refused", async (_, post) => {
    expect(await codeOf(create(likes(post)))).toBe("invalid_posts");
  });

  it("a TikTok link of another account is refused", async () => {
    const post = {
      postId: "7301234567890123456",
      postUrl: "https://www.tiktok.com/@lucarows/video/7301234567890123456",
    };
    const foreign = likes(post, { platform: "tiktok", username: "warmcrumbs" });
    expect(await codeOf(create(foreign))).toBe("invalid_posts");
  });
});
