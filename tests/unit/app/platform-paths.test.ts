import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { destinationOf } from "@/app/_server/http/platform-paths";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { clips, firstWith, publishToProcess } from "../../support/vocabulary";

beforeAll(() =>
  publishToProcess(
    firstWith(
      clips,
      { ...clips, slug: "gone", status: "retired" },
      { ...clips, slug: "drafted", status: "draft" },
    ),
  ),
);
afterAll(() => publishToProcess(firstDocument));

describe("an address", () => {
  const own = new Set(["_next", "api", "reviews", "order", "logo.png"]);

  it.each([
    ["/", "other"],
    ["/reviews", "other"],
    ["/REVIEWS", "missing"],
    ["/api/views", "other"],
    ["/logo.png", "other"],
    ["/other.png", "missing"],
    ["/clips/", "other"],
    ["/clips", "page"],
    ["/clips/subscribers", "page"],
    ["/clips/details/views", "page"],
    ["/clips/checkout/views", "page"],
    ["/clips/reel-selection", "page"],
    ["/clips/post-selection", "page"],
    ["/clips/saves", "missing"],
    ["/clips/details/followers", "missing"],
    ["/clips/details/views/more", "missing"],
    ["/clips/buy/views", "missing"],
    ["/Clips", "missing"],
    ["/nothing", "home"],
    ["/gone", "missing"],
    ["/drafted", "home"],
    ["/drafted/views", "missing"],
    ["/nothing/else", "missing"],
  ])("such as %s is %s", (path, destination) => {
    expect(destinationOf(path, own)).toBe(destination);
  });
});
