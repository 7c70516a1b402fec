import { expect, it } from "vitest";
import { itemTarget } from "@/lib/item-target";

it("an item's target is named as the buyer chose it", () => {
  const posts = [{ postId: "a", kind: "reel" }, { postId: "b", kind: "post" }, { postId: "c" }];
  expect([null, "a", "b", "c", "gone"].map((postId) => itemTarget(postId, posts))).toEqual([
    "account",
    "reel",
    "post",
    "post",
    "post",
  ]);
  expect(itemTarget("a", "not a list")).toBe("post");
});
