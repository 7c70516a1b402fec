import { describe, expect, it } from "vitest";
import {
  addOnCount,
  addOnsOnSale,
  addOnsTitle,
  isAtEnd,
  withAddOnCount,
} from "@/components/purchase/add-on-choices";
import { postSelectionPath, selectionPath } from "@/components/purchase/purchase-steps";
import { onlyShown, type ShownPost } from "@/components/purchase/selection/fetch-posts";
import { addOnsFor, amountLabel, catalogOf, type Surface } from "@/lib/shop/catalog/catalog";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { viewOfPlatform, viewOfService } from "@/lib/shop/catalog/make-views";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";

const shownPost = (id: string): ShownPost => ({
  id,
  url: `https://www.instagram.com/p/${id}/`,
  imageUrl: `/api/image-proxy?url=${id}`,
  caption: "",
  isVideo: true,
});
const kept = (id: string, quantity: number) => ({
  id,
  kind: "post" as const,
  url: "https://www.instagram.com/p/old/",
  imageUrl: null,
  quantity,
});

describe("posts chosen on an earlier visit", () => {
  it("keep their order and units, with today's links and pictures", () => {
    expect(onlyShown([kept("b", 5), kept("a", 7)], [shownPost("a"), shownPost("b")], "reel")).toEqual([
      { id: "b", kind: "reel", url: shownPost("b").url, imageUrl: shownPost("b").imageUrl, quantity: 5 },
      { id: "a", kind: "reel", url: shownPost("a").url, imageUrl: shownPost("a").imageUrl, quantity: 7 },
    ]);
  });

  it("are dropped when the account no longer shows them, and count once", () => {
    const chosen = [kept("gone", 5), kept("a", 7), kept("a", 9)];
    expect(onlyShown(chosen, [shownPost("a")], "post").map((post) => post.quantity)).toEqual([7]);
  });
});

describe("the bundles of an order", () => {
  const choices = [
    { id: "checkout-likes-500", count: 1 },
    { id: "post-selection-likes-500", count: 2 },
  ];

  it("have a price only on a page that sells them", () => {
    expect(addOnsOnSale(choices, addOnsFor(firstCatalog, "post-selection", "instagram", "likes"))).toEqual([
      choices[1],
    ]);
  });

  it("of another service are as many as its suppliers take, also where more were chosen before", () => {
    const [first] = firstCatalog.addOns;
    if (!first) throw new Error("the first catalogue has add-ons");
    const unit = { one: "follower", many: "followers" };
    const followers = { service: "followers", variant: "standard", target: "profile", label: "Followers" };
    const extra = { ...followers, unit, counter: "followers", max: 1_200 };
    const offers = [
      { ...first, id: "small", quantity: 250, extra },
      { ...first, id: "large", quantity: 500, extra },
    ];
    const chosen = [
      { id: "large", count: 1 },
      { id: "small", count: 9 },
    ];
    const kept = addOnsOnSale(chosen, offers);
    expect(kept).toEqual([
      { id: "large", count: 1 },
      { id: "small", count: 2 },
    ]);
    expect(offers.map((offer) => isAtEnd(offer, offers, kept))).toEqual([true, true]);
    expect(
      addOnsOnSale(
        [{ id: "small", count: 1 }],
        [{ ...first, id: "small", quantity: 250, extra: { ...extra, max: 100 } }],
      ),
    ).toEqual([]);
  });

  it("change one by one, and the others keep their places", () => {
    expect(withAddOnCount(choices, "checkout-likes-500", 3)).toEqual([
      { id: "checkout-likes-500", count: 3 },
      choices[1],
    ]);
    expect(withAddOnCount(choices, "checkout-likes-1000", 1)).toEqual([
      ...choices,
      { id: "checkout-likes-1000", count: 1 },
    ]);
  });

  it("are removed at 0 and stop at ten", () => {
    expect(withAddOnCount(choices, "checkout-likes-500", 0)).toEqual([choices[1]]);
    const many = withAddOnCount(choices, "checkout-likes-500", 11);
    expect(addOnCount(many, "checkout-likes-500")).toBe(10);
  });
});

describe("the title of the bundles", () => {
  const title = (surface: Surface, service: string) =>
    addOnsTitle(catalogOf(firstCatalog, { platform: "instagram", services: [service], surface }));

  it("promises a lower price where each bundle costs less a unit than each package", () => {
    expect(title("checkout", "followers")).toBe("Add more, pay less");
    expect(title("post-selection", "likes")).toBe("Add more, pay less");
  });

  it("promises nothing where a bigger package costs less", () => {
    expect(title("reel-selection", "views")).toBe("Add more");
    expect(title("checkout", "views")).toBe("Add more");
  });
});

it("an amount is in the singular for one follower, else in the plural", () => {
  expect([1, 2, 1_000].map((count) => amountLabel(count, { one: "follower", many: "followers" }))).toEqual([
    "1 follower",
    "2 followers",
    "1,000 followers",
  ]);
});

it("the way through a purchase to the posts names the service where reels are the default", () => {
  const path = (way: typeof selectionPath, platform: string, service: string, packageId?: string) => {
    const entry = getPlatform(platform);
    const sold = entry.services.find(({ slug }) => slug === service);
    if (!sold) throw new Error("not sold");
    return way(viewOfPlatform(entry, true), viewOfService(entry, sold), packageId);
  };
  expect(path(postSelectionPath, "instagram", "likes", "likes-50")).toBe(
    "/instagram/post-selection?package=likes-50",
  );
  expect(path(postSelectionPath, "tiktok", "views", "views-500")).toBe(
    "/tiktok/post-selection?package=views-500&service=views",
  );
  expect(path(postSelectionPath, "tiktok", "views")).toBe("/tiktok/post-selection?service=views");
  expect(path(selectionPath, "tiktok", "views")).toBe("/tiktok/reel-selection");
});
