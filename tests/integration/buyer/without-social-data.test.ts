import { describe, expect, it } from "vitest";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { ProviderError } from "@/lib/delivery/social/provider";
import { searchProfiles } from "@/lib/delivery/social/search-profiles";
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

describe("with a provider that is away", () => {
  const away = (problem: ProviderError["kind"]) => {
    const fail = () => Promise.reject(new ProviderError(problem, "away"));
    return {
      ...shop.deps().social,
      provider: { lookupProfile: fail, searchProfiles: fail, listPosts: fail },
    };
  };

  it.each(["no_credits", "upstream", "rate_limited"] as const)(
    "an order is taken for the name as it was typed, and buyer and operator are told (%s)",
    async (problem) => {
      const { orderId } = await shop.create({ username: "some.name" }, newGuest(), null, {
        social: away(problem),
      });
      expect(await shop.order(orderId)).toMatchObject({
        username: "some.name",
        events: expect.arrayContaining([expect.objectContaining({ type: "profile.unchecked" })]),
      });
      expect(await db().operatorAlert.findUnique({ where: { key: "unchecked_orders" } })).toMatchObject({
        message: expect.stringContaining("@some.name"),
      });
    },
  );

  it("a post counts by its link, and one without a link is asked for again later", async () => {
    const order = (post: object) => shop.create(likes(post), newGuest(), null, { social: away("upstream") });
    const postUrl = "https://www.instagram.com/p/DAb_c-12345/";
    const { orderId } = await order({ postId: "DAb_c-12345", postUrl });
    expect((await shop.order(orderId)).selectedPosts).toMatchObject([{ postUrl }]);
    expect(await codeOf(order({ postId: "DAb_c-12345" }))).toBe("lookup_unavailable");
  });

  it("a used up budget counts as away, and answers from the cache cost none of it", async () => {
    const { provider } = shop.deps().social;
    let left = 1;
    const spend = async () => {
      if (left-- <= 0) throw new ProviderError("rate_limited", "the shop's budget of look-ups is used up");
    };
    const social = { ...shop.deps().social, provider, spend };
    const order = (username: string) => shop.create({ username }, newGuest(), null, { social });
    const isTold = async (username: string) => {
      const { orderId } = await order(username);
      return (await shop.order(orderId)).events.some(({ type }) => type === "profile.unchecked");
    };
    expect(await isTold("wanderwithmara")).toBe(false);
    expect(await isTold("wanderwithmara")).toBe(false);
    expect(await isTold("some.other.name")).toBe(true);
  });
});
