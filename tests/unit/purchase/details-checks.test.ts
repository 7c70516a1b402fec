import { describe, expect, it } from "vitest";
import { afterDetailsPath, purchaseSteps } from "@/components/purchase/purchase-steps";
import type { Verification } from "@/components/purchase/username-lookup";
import { usernameProblem } from "@/components/purchase/username-messages";

describe("the message under the username", () => {
  const error = { code: "lookup_unavailable", message: "" } as const;
  const cases: [Verification, string | null][] = [
    [{ kind: "idle" }, null],
    [{ kind: "waiting" }, null],
    [{ kind: "verifying" }, null],
    [
      { kind: "not_found", username: "nobody" },
      'Account "@nobody" does not exist. Please check the spelling and try again.',
    ],
    [
      { kind: "unusable", username: "no body" },
      'Unable to find TikTok account "@no body". Please verify the username and try again.',
    ],
    [
      { kind: "failed", username: "someone", error },
      'Could not verify "@someone". Please ensure the username is correct and the account is public.',
    ],
    [
      { kind: "failed", username: "someone", error: { ...error, retryAfterSeconds: 5 } },
      'Could not verify "@someone". Please ensure the username is correct and the account is public. Please try again in 5 seconds.',
    ],
  ];
  it.each(cases)("for %j", (verification, message) => {
    expect(usernameProblem("tiktok", verification)).toBe(message);
  });
});

describe("the way through a purchase", () => {
  it("leads followers to the checkout, likes to the posts and views to the reels", () => {
    expect(afterDetailsPath("instagram", "followers", "followers-100")).toBe(
      "/instagram/checkout/followers?package=followers-100",
    );
    expect(afterDetailsPath("tiktok", "likes", "likes-50")).toBe("/tiktok/post-selection?package=likes-50");
    expect(afterDetailsPath("tiktok", "views", "views-500")).toBe("/tiktok/reel-selection?package=views-500");
  });

  it("has three steps where something is chosen in between", () => {
    expect(purchaseSteps("followers").map(({ label }) => label)).toEqual(["Order Details", "Payment"]);
    expect(purchaseSteps("likes").map(({ label }) => label)).toEqual([
      "Order Details",
      "Post Selection",
      "Payment",
    ]);
    expect(purchaseSteps("views").map(({ label }) => label)).toEqual([
      "Order Details",
      "Select Reels",
      "Payment",
    ]);
  });
});
