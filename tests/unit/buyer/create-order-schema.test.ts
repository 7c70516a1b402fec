import { describe, expect, it } from "vitest";
import { createOrderSchema } from "@/lib/buyer/checkout/create-order-schema";
import { emailSchema } from "@/lib/mail/address/address";

const body = {
  platform: "instagram",
  serviceType: "followers",
  username: "harbor",
  email: "buyer@example.com",
  packageId: "followers-100",
  quantity: 100,
  price: 2.29,
};

const parse = (changes: object) => createOrderSchema.safeParse({ ...body, ...changes });

describe("an email address", () => {
  it.each([
    ["Buyer@Example.COM", "buyer@example.com"],
    ["  buyer@example.com\r\n", "buyer@example.com"],
    ["ｂｕｙｅｒ@example.com", "buyer@example.com"],
    ["first.last+tag@sub.example.co.uk", "first.last+tag@sub.example.co.uk"],
    [`${"a".repeat(64)}@${"b".repeat(60)}.example`, `${"a".repeat(64)}@${"b".repeat(60)}.example`],
    ["buyer@xn--mnchen-3ya.example", "buyer@xn--mnchen-3ya.example"],
    ["o'neil@sub-domain.example", "o'neil@sub-domain.example"],
  ])("%j is kept as %j", (given, kept) => {
    expect(emailSchema.parse(given)).toBe(kept);
  });

  it.each([
    [""],
    ["   "],
    ["buyer"],
    ["buyer@"],
    ["@example.com"],
    ["buyer@example"],
    ["buyer@@example.com"],
    ["buyer@example.com, other@example.com"],
    ["Buyer <buyer@example.com>"],
    ["buyer@example.com\r\nBcc: everybody@example.com"],
    ["buyer\n@example.com"],
    ["buyer\u0000@example.com"],
    ["buyer@exa mple.com"],
    [".buyer@example.com"],
    ["bu..yer@example.com"],
    ["buyer.@example.com"],
    ["buyer@-example.com"],
    ["buyer@example.c0m"],
    ["buyer@example.c"],
    [null],
    [12],
    [["buyer@example.com"]],
    [{ toString: "buyer@example.com" }],
  ])("%j is refused", (given) => {
    expect(emailSchema.safeParse(given).success).toBe(false);
  });

  it.each([
    ["as typed", "a".repeat(300)],
    ["once each of its ligatures is three letters", "ﬃ".repeat(100)],
  ])("that is too long %s is refused", (_, name) => {
    expect(emailSchema.safeParse(`${name}@example.com`).success).toBe(false);
  });
});

it("a username that is blank is requested with its platform's name", () => {
  const parsed = parse({ username: "   ", platform: "tiktok" });
  expect(parsed.error?.issues).toMatchObject([
    { path: ["username"], message: "TikTok username is required" },
  ]);
});

describe("a body", () => {
  it("as the page sends it is accepted, and lists that it leaves out are empty", () => {
    expect(parse({}).data).toMatchObject({ price: 229, addOns: [], selectedPosts: [] });
  });

  it.each<[string, object]>([
    ["without a platform", { platform: undefined }],
    ["of another platform", { platform: "youtube" }],
    ["of a platform in capitals", { platform: "Instagram" }],
    ["of another service", { serviceType: "comments" }],
    ["of a service named like a property of every object", { serviceType: "constructor" }],
    ["without a package", { packageId: undefined }],
    ["with an empty package", { packageId: "" }],
    ["with a package that is an object", { packageId: { $ne: null } }],
    ["with a quantity in words", { quantity: "100" }],
    ["with a quantity that is not a number", { quantity: Number.NaN }],
    ["with eleven of an add-on", { addOns: [{ id: "checkout-followers-500", count: 11 }] }],
    ["with none of an add-on", { addOns: [{ id: "checkout-followers-500", count: 0 }] }],
    ["with half an add-on", { addOns: [{ id: "checkout-followers-500", count: 0.5 }] }],
    ["with 21 add-ons", { addOns: Array(21).fill({ id: "checkout-followers-500", count: 1 }) }],
    ["of another surface", { surface: "admin" }],
    ["with 101 posts", { selectedPosts: Array(101).fill({ postId: "1", likesToAdd: 1 }) }],
    ["with posts that are no list", { selectedPosts: { length: 1 } }],
    ["with zero units for a post", { selectedPosts: [{ postId: "1", likesToAdd: 0 }] }],
    ["with negative units for a post", { selectedPosts: [{ postId: "1", likesToAdd: -5 }] }],
    ["with a fraction of a unit for a post", { selectedPosts: [{ postId: "1", likesToAdd: 1.5 }] }],
    ["with units as text for a post", { selectedPosts: [{ postId: "1", likesToAdd: "5" }] }],
    ["with a post without an id", { selectedPosts: [{ likesToAdd: 5 }] }],
    ["with a post of two ids", { selectedPosts: [{ postId: "1", reelId: "2", likesToAdd: 5 }] }],
    ["with a username of 201 characters", { username: "x".repeat(201) }],
    ["with a username that is a number", { username: 12 }],
  ])("%s is refused", (_, changes) => {
    expect(parse(changes).success).toBe(false);
  });

  it.each([
    [13.49, 1349],
    [-2.29, null],
    ["2.29", null],
    [undefined, null],
  ])("with the price %j holds %j cents", (price, cents) => {
    expect(parse({ price }).data?.price).toBe(cents);
  });
});
