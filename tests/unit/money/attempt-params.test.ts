import { describe, expect, it } from "vitest";
import { newId, newOrderId } from "@/lib/base/ids";
import {
  attemptParams,
  attemptParamsSchema,
  checkoutIdempotencyKey,
} from "@/lib/money/payments/attempt-params";
import { type OrderSnapshot, readSnapshot, writeSnapshot } from "@/lib/money/payments/order-snapshot";
import { refundIdempotencyKey } from "@/lib/money/refunds/send-refund";

const snapshot: OrderSnapshot = {
  userId: null,
  guestKeyHash: "0".repeat(64),
  platform: "instagram",
  serviceType: "likes",
  variant: "standard",
  platformLabel: "Instagram",
  serviceLabel: "Likes",
  unitOne: "like",
  unitMany: "likes",
  target: "post",
  counter: "likes",
  surface: "post-selection",
  packageId: "likes-100",
  username: "harbor",
  lines: [
    { catalogId: "likes-100", quantity: 100 },
    { catalogId: "post-selection-likes-500", quantity: 500 },
  ],
  posts: [
    {
      postId: "1",
      kind: "post",
      postUrl: "https://www.instagram.com/p/Caf\u00e9\ud83c\udf0a/",
      quantity: 1100,
    },
  ],
  parts: [],
  acceptance: null,
};
const subject = {
  shopId: newId(),
  snapshot,
  orderId: newOrderId(),
  token: "a-token-of-the-order",
  email: "buyer@example.com",
  currency: "usd",
  lines: [
    { label: "100 followers", count: 1, unitCents: 229 },
    { label: "+500 followers", count: 2, unitCents: 374 },
  ],
};
const createdAt = new Date("2026-11-21T12:00:00.900Z");
const params = attemptParams(subject, 3, createdAt, "https://shop.example");

describe("an attempt's parameters", () => {
  it("are the same request every time, also after they were stored", () => {
    const stored = attemptParamsSchema.parse(JSON.parse(JSON.stringify(params)));
    expect(stored).toEqual(params);
    expect(attemptParams(subject, 3, createdAt, "https://shop.example")).toEqual(params);
  });

  it("ask for the order's lines in integer cents", () => {
    expect(params.line_items.map((line) => [line.quantity, line.price_data.unit_amount])).toEqual([
      [1, 229],
      [2, 374],
    ]);
    expect(params.line_items[1]?.price_data.product_data).toEqual({
      name: "+500 followers",
      description: "Instagram · @harbor",
    });
  });

  it("close the page 45 minutes after the attempt, in whole Unix seconds", () => {
    expect(params.expires_at).toBe(Date.UTC(2026, 10, 21, 12, 45, 0) / 1000);
  });

  it("name the order wherever Stripe may show it, and contain no value that could be trusted as a price", () => {
    expect(params).toMatchObject({
      client_reference_id: subject.orderId,
      metadata: { order_id: subject.orderId, attempt: "3", shop: subject.shopId },
      payment_intent_data: { metadata: { order_id: subject.orderId, shop: subject.shopId } },
    });
    expect(Object.keys(params.metadata)).toEqual(["order_id", "attempt", "shop", "snapshot_0"]);
    expect(JSON.stringify(params.metadata)).not.toMatch(/\b(?:229|374)\b/);
  });

  it("contain what is needed to rebuild the order, in values that Stripe accepts", () => {
    expect(readSnapshot(params.metadata)).toEqual(snapshot);
    const posts = Array.from({ length: 100 }, (_, place) => ({
      postId: `3141592653589793238_${place}`,
      kind: "reel" as const,
      postUrl: `https://www.tiktok.com/@a.long.name.of.somebody/video/7312345678901234${place}`,
      quantity: 1_000_000,
    }));
    const many = writeSnapshot({ ...snapshot, posts });
    expect(Object.keys(many).length).toBeLessThanOrEqual(45);
    expect(Object.values(many).every((value) => value.length <= 500 && /^[ -~]*$/.test(value))).toBe(true);
    expect(readSnapshot(many)).toEqual({ ...snapshot, posts });
    const endless = posts.map((post) => ({ ...post, postUrl: `${post.postUrl}?${"x".repeat(400)}` }));
    expect(readSnapshot(writeSnapshot({ ...snapshot, posts: endless }))).toBeNull();
  });

  it("lead back to the shop's own origin", () => {
    expect(params.success_url).toBe("https://shop.example/success?session_id={CHECKOUT_SESSION_ID}");
    expect(params.cancel_url).toBe("https://shop.example/order/a-token-of-the-order?canceled=1");
  });
});

it("an idempotency key differs for each attempt and each refund of each order, and fits Stripe's 255 characters", () => {
  const orders = [newOrderId(), newOrderId()];
  const keys = orders.flatMap((id) =>
    [1, 2].flatMap((number) => [checkoutIdempotencyKey(id, number), refundIdempotencyKey(id, number)]),
  );
  expect(new Set(keys).size).toBe(8);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(255);
});
