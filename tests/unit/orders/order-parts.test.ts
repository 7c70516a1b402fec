import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceOf, undeliveredPrice } from "@/lib/orders/order/order-parts";

const part = (service: string, quantity: number, cents: number) => ({
  service,
  variant: "standard",
  target: "profile",
  label: service,
  unit: { one: service, many: service },
  counter: null,
  quantity,
  cents,
});

const item = (serviceType: string, quantity: number, delivered: number) => ({
  serviceType,
  variant: "standard",
  quantity,
  state: "partial" as const,
  remains: quantity - delivered,
  replacesItemId: null,
});

const order = (parts: ReturnType<typeof part>[]) => ({
  parts,
  quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  paidCents: parts.reduce((sum, { cents }) => sum + cents, 0),
});

const likesAndFollowers = order([part("likes", 100, 249), part("followers", 500, 598)]);

describe("what an order of two services owes", () => {
  it.each([
    ["nothing of a full delivery", 100, 500, 0],
    ["all of an order of which nothing arrived", 0, 0, 847],
    ["the followers' price without the followers", 100, 0, 598],
    ["the likes' price without the likes", 0, 500, 249],
    ["a share of each price, each rounded half up", 50, 400, 125 + 120],
  ])("is %s", (_, likes, followers, cents) => {
    const items = [item("likes", 60, Math.min(60, likes)), item("likes", 40, Math.max(0, likes - 60))];
    expect(undeliveredPrice(likesAndFollowers, [...items, item("followers", 500, followers)])).toBe(cents);
  });

  it("does not count what replaces lost units", () => {
    const items = [item("likes", 100, 100), item("followers", 500, 400)];
    const again = { ...item("followers", 100, 100), replacesItemId: "lost" };
    expect(undeliveredPrice(likesAndFollowers, [...items, again])).toBe(120);
  });

  it("is between nothing and the payment, and half a cent for each service from the exact share", () => {
    const sold = fc
      .record({
        quantity: fc.integer({ min: 1, max: 1_000_000 }),
        cents: fc.integer({ min: 1, max: 1_000_000 }),
      })
      .chain(({ quantity, cents }) =>
        fc.record({
          quantity: fc.constant(quantity),
          cents: fc.constant(cents),
          delivered: fc.integer({ min: 0, max: quantity }),
        }),
      );
    fc.assert(
      fc.property(fc.array(sold, { minLength: 2, maxLength: 4 }), (services) => {
        const placed = order(
          services.map(({ quantity, cents }, place) => part(`s${place}`, quantity, cents)),
        );
        const items = services.map(({ quantity, delivered }, place) =>
          item(`s${place}`, quantity, delivered),
        );
        const owed = undeliveredPrice(placed, items);
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(placed.paidCents);
        const exact = services.reduce(
          (sum, { quantity, cents, delivered }) => sum + (cents * (quantity - delivered)) / quantity,
          0,
        );
        expect(Math.abs(owed - exact)).toBeLessThanOrEqual(services.length / 2 + 1e-6);
      }),
    );
  });
});

it("the price of an item is its own service's, and the whole order's where that has one service", () => {
  const likes = { serviceType: "likes", variant: "standard" };
  expect(priceOf(likesAndFollowers, likes)).toMatchObject({ cents: 249, quantity: 100 });
  expect(priceOf({ parts: [], quantity: 300, paidCents: 700 }, likes)).toEqual({ cents: 700, quantity: 300 });
});
