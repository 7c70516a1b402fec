import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithinLimits } from "@/lib/money/refunds/refund-limits";
import { undeliveredCents } from "@/lib/orders/order/order-money";

const order = fc
  .record({
    paidCents: fc.integer({ min: 1, max: 100_000_000 }),
    quantity: fc.integer({ min: 1, max: 10_000_000 }),
  })
  .chain(({ paidCents, quantity }) =>
    fc.record({
      paidCents: fc.constant(paidCents),
      quantity: fc.constant(quantity),
      delivered: fc.integer({ min: 0, max: quantity }),
    }),
  );

describe("the refund of undelivered units", () => {
  it("is between nothing and the payment, for any delivery", () => {
    fc.assert(
      fc.property(order, ({ paidCents, quantity, delivered }) => {
        const owed = undeliveredCents(paidCents, quantity, delivered);
        expect(Number.isSafeInteger(owed)).toBe(true);
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(paidCents);
      }),
    );
  });

  it("is the whole payment when nothing was delivered, and nothing when all units were, or more", () => {
    fc.assert(
      fc.property(order, ({ paidCents, quantity }) => {
        expect(undeliveredCents(paidCents, quantity, 0)).toBe(paidCents);
        expect(undeliveredCents(paidCents, quantity, quantity)).toBe(0);
        expect(undeliveredCents(paidCents, quantity, quantity + 1)).toBe(0);
      }),
    );
  });

  it("is never less for a smaller delivery, and is at most half a cent from the exact share", () => {
    fc.assert(
      fc.property(order, ({ paidCents, quantity, delivered }) => {
        const owed = undeliveredCents(paidCents, quantity, delivered);
        expect(undeliveredCents(paidCents, quantity, Math.max(0, delivered - 1))).toBeGreaterThanOrEqual(
          owed,
        );
        const off = BigInt(owed) * BigInt(quantity) - BigInt(paidCents) * BigInt(quantity - delivered);
        expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(BigInt(quantity));
      }),
    );
  });

  it("of 157 in 1,000 at $13.49 is $2.12", () => {
    expect(undeliveredCents(1349, 1000, 843)).toBe(212);
  });
});

describe("the limits of automatic refunds", () => {
  const limits = fc.record({
    autoRefundsPerHour: fc.integer({ min: 0, max: 20 }),
    autoRefundCentsPerDay: fc.integer({ min: 0, max: 10_000 }),
  });

  it("allow exactly the refunds that fit, and never add up to more", () => {
    fc.assert(
      fc.property(limits, fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 40 }), (both, wanted) => {
        let countOfHour = 0;
        let centsOfDay = 0;
        for (const amount of wanted) {
          const isAllowed = isWithinLimits(both, { countOfHour, centsOfDay }, amount);
          const fits =
            countOfHour < both.autoRefundsPerHour && centsOfDay + amount <= both.autoRefundCentsPerDay;
          expect(isAllowed).toBe(fits);
          if (!isAllowed) continue;
          countOfHour += 1;
          centsOfDay += amount;
        }
        expect(countOfHour).toBeLessThanOrEqual(both.autoRefundsPerHour);
        expect(centsOfDay).toBeLessThanOrEqual(both.autoRefundCentsPerDay);
      }),
    );
  });
});
