import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { greetingAt, localPart } from "@/app/(account)/dashboard/greeting";
import { liveCardsUrl, readLiveCard, withNews } from "@/app/(account)/dashboard/live-cards";
import { readTab } from "@/app/(account)/dashboard/tabs";
import { endedText } from "@/components/orders/card-texts";
import { orderAgainDetails } from "@/components/orders/order-again";
import { itemNotes } from "@/components/orders/order-items";
import { StatusBadge } from "@/components/orders/status-badge";
import { newOrderId } from "@/lib/base/ids";
import { readCursor, writeCursor } from "@/lib/base/list-page";
import { inWords } from "@/lib/base/text/words";
import type { OrderCard } from "@/lib/orders/views/order-card";
import type { OrderView } from "@/lib/orders/views/order-view";
import { noMoney } from "./no-money";
import { orderItem } from "./order-item";

const card: OrderCard = {
  id: "0192f0c1-0000-4000-8000-000000000001",
  status: "processing",
  isPaused: false,
  refundedCents: 0,
  money: null,
  ending: null,
  progress: { percent: 10, delivered: 100, remains: 900, lastCheckedAt: null },
  token: "token",
  accent: "coral",
  platformLabel: "Instagram",
  serviceLabel: "Likes",
  unit: { one: "like", many: "likes" },
  username: "ocean.photos",
  target: "profile",
  quantity: 1_000,
  totalCents: 1149,
  postUrl: "https://www.instagram.com/ocean.photos/",
  posts: [],
  postUnit: "likes",
  providerOrderId: null,
  createdAt: "2026-01-01T10:00:00.000Z",
};

describe("the greeting", () => {
  it.each([
    [0, "Good morning"],
    [11, "Good morning"],
    [12, "Good afternoon"],
    [17, "Good afternoon"],
    [18, "Good evening"],
    [23, "Good evening"],
  ])("at %i o'clock is %s", (hour, greeting) => {
    expect(greetingAt(hour)).toBe(greeting);
  });

  it("uses the part of the email address before its last @", () => {
    expect(localPart("mara@example.com")).toBe("mara");
    expect(localPart('"a@b"@example.com')).toBe('"a@b"');
  });
});

it("the badge of a paused order says so", () => {
  const badgeOf = (changes: Partial<OrderCard>) =>
    renderToStaticMarkup(createElement(StatusBadge, { ...card, ...changes }));
  expect(badgeOf({ isPaused: true })).toMatch(/>Paused</);
  expect(badgeOf({})).toMatch(/>Processing</);
});

it("the dashboard's address names a tab, or opens the orders", () => {
  expect(["orders", "services", "support", "nonsense", undefined, ["services"]].map(readTab)).toEqual([
    "orders",
    "services",
    "support",
    "orders",
    "orders",
    "orders",
  ]);
});

describe("the cursor of a list", () => {
  const cursor = { createdAt: new Date("2026-01-01T10:00:00.123Z"), id: newOrderId() };

  it("keeps its milliseconds in an address", () => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  });

  it.each([
    ["an empty text", ""],
    ["two numbers", "1-2"],
    ["a cursor after a letter", `x${writeCursor(cursor)}`],
    ["a time before 1970", `-5-${cursor.id}`],
    ["null", null],
    ["a number", 7],
  ])("is not read from %s", (_, value) => {
    expect(readCursor(value)).toBeNull();
  });
});

describe("a live card", () => {
  const news = { ...card, status: "completed" as const, progress: null };

  it("replaces the card that the page was rendered with, for its own order only", () => {
    const other = { ...card, id: "0192f0c1-0000-4000-8000-000000000002" };
    const [first, second] = withNews([card, other], new Map([[card.id, news]]));
    expect(first?.status).toBe("completed");
    expect(second).toEqual(other);
  });

  it("is read from a message", () => {
    expect(readLiveCard(JSON.stringify(card))).toEqual(card);
  });

  it.each(["", "{", "null", "[]", '{"id":"x"}', JSON.stringify({ ...card, status: "new" })])(
    "is not read from the broken message '%s'",
    (text) => expect(readLiveCard(text)).toBeNull(),
  );

  it("has one address for the same orders, which names at most a hundred", () => {
    expect(liveCardsUrl(["b", "a"])).toBe(liveCardsUrl(["a", "b"]));
    const many = liveCardsUrl(Array.from({ length: 150 }, (_, index) => String(index)));
    expect(many.match(/order=/g)).toHaveLength(100);
  });
});

describe("a card's texts", () => {
  it("show a service with spaces", () => {
    expect(inWords("instagram_post_likes")).toBe("instagram post likes");
  });

  it("say what was delivered and refunded of a cancelled order, and of no other", () => {
    const textOf = (changes: Partial<OrderCard>) => endedText({ ...card, money: noMoney, ...changes });
    expect(textOf({ status: "partial", refundedCents: 1034 })).toBe(
      "100 of 1,000 likes delivered. $10.34 has gone back to your card.",
    );
    expect(textOf({ status: "failed", progress: null, money: { ...noMoney, owedCents: 1149 } })).toBe(
      "0 of 1,000 likes delivered. $11.49 goes back to your card.",
    );
    expect(textOf({ status: "partial", money: { ...noMoney, bank: "deciding" } })).toBe(
      "100 of 1,000 likes delivered. Your bank is looking into the payment.",
    );
    expect(endedText(card)).toBeNull();
  });
});

it("ordering again fills in the account, the package and the posts, and none of the bundles", () => {
  const post = { id: "p1", kind: "reel" as const, url: "https://x/p1", imageUrl: null, quantity: 50 };
  const view = {
    username: "ocean.photos",
    packageId: "views-500",
    profile: { fullName: "Ocean", pictureUrl: null, isVerified: true },
    posts: [post],
  } as unknown as OrderView;
  expect(orderAgainDetails(view, "a@b.co")).toMatchObject({
    username: "ocean.photos",
    email: "a@b.co",
    packageId: "views-500",
    profile: { username: "ocean.photos", fullName: "Ocean", isPrivate: false },
    addOns: [],
    posts: [post],
    paidOrderUrl: null,
  });
});

it.each([
  [{ place: 2 }, ["2nd in the queue for this post"]],
  [{ place: 3, target: "account" as const }, ["3rd in the queue for this account"]],
  [{ place: 11 }, ["11th in the queue for this post"]],
  [{ dropped: 1_200 }, ["At our last count, 1,200 of them were missing."]],
  [{ dropped: 1 }, ["At our last count, 1 of them was missing."]],
  [{ dropped: 20, refill: "in_progress" as const }, ["A refill is in progress."]],
  [
    { dropped: 20, replacement: { quantity: 20, delivered: 5, isOver: false } },
    ["What is missing is being delivered again: 5 of 20."],
  ],
  [
    { dropped: 20, replacement: { quantity: 20, delivered: 15, isOver: true } },
    ["Of what was missing, 15 of 20 were delivered again."],
  ],
  [{}, []],
])("a target's notes for %j are %j", (changes, notes) => {
  expect(itemNotes({ ...orderItem, ...changes })).toEqual(notes);
});
