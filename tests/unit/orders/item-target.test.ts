import { expect, it } from "vitest";
import { itemTarget } from "@/lib/orders/order/item-target";

it("an item's target is named as the buyer chose it", () => {
  const post = { postUrl: "https://www.instagram.com/p/A/", quantity: 10 };
  const kinds = [{ postId: "a", kind: "reel" }, { postId: "b", kind: "post" }, { postId: "c" }];
  const posts = kinds.map((kind) => ({ ...post, ...kind }));
  expect([null, "a", "b", "c", "gone"].map((postId) => itemTarget(postId, posts))).toEqual([
    "account",
    "reel",
    "post",
    "post",
    "post",
  ]);
  expect(itemTarget("a", "not a list")).toBe("post");
});
