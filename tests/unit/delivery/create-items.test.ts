import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/base/errors";
import { type PaidOrder, planItems, targetKey } from "@/lib/delivery/items/create-items";

const followers: PaidOrder = {
  id: "0193b0a0-0000-7000-8000-000000000001",
  platform: "instagram",
  serviceType: "followers",
  variant: "standard",
  target: "profile",
  postUrl: "https://www.instagram.com/harbor/",
  quantity: 600,
  selectedPosts: [],
  parts: [],
};

const post = (postId: string, quantity: number) => ({
  postId,
  kind: "post",
  postUrl: `https://www.instagram.com/p/${postId}/`,
  imageUrl: null,
  caption: "",
  quantity,
});

describe("the items of a paid order", () => {
  it("are the profile alone for followers", () => {
    expect(planItems(followers)).toEqual([
      {
        link: "https://www.instagram.com/harbor/",
        targetKey: "instagram:followers:https://www.instagram.com/harbor/",
        postId: null,
        quantity: 600,
        serviceType: "followers",
        variant: "standard",
      },
    ]);
  });

  it("are every selected post with its own quantity for likes", () => {
    const selectedPosts = [post("Ab", 60), post("aB", 40)];
    const items = planItems({ ...followers, serviceType: "likes", target: "post", selectedPosts });
    expect(items.map((item) => [item.postId, item.quantity])).toEqual([
      ["Ab", 60],
      ["aB", 40],
    ]);
  });

  it.each([[[]], [null], ["posts"], [[{ postId: "x" }]], [[post("a", 0)]]])(
    "are refused for %j",
    (selectedPosts) => {
      expect(() => planItems({ ...followers, serviceType: "views", target: "video", selectedPosts })).toThrow(
        AppError,
      );
    },
  );
});

describe("a target's key", () => {
  const likes = { ...followers, serviceType: "likes", target: "post" };

  it("is the same for upper and lower case of a username", () => {
    expect(targetKey(followers, "https://www.tiktok.com/@Harbor")).toBe(
      targetKey(followers, "https://www.tiktok.com/@harbor"),
    );
  });

  it("keeps the case of a post's short code apart", () => {
    expect(targetKey(likes, "https://www.instagram.com/p/Ab/")).not.toBe(
      targetKey(likes, "https://www.instagram.com/p/aB/"),
    );
  });

  it("differs for another service of the same post", () => {
    const link = "https://www.instagram.com/reel/x/";
    expect(targetKey(likes, link)).not.toBe(targetKey({ ...likes, serviceType: "views" }, link));
  });
});
