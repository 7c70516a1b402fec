import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  disputeMovement,
  feeMovement,
  type PaymentRole,
  paymentMovement,
  refundMovement,
  returnedRefundMovement,
} from "@/lib/orders/ledger/movements";
import { type Movement, movementInsert } from "@/lib/orders/ledger/record-movement";

const orderId = "0199d3c4-0000-7000-8000-000000000001";
const currency = "usd";
const cents = fc.integer({ min: 1, max: 10_000_000 });
const role = fc.constantFrom<PaymentRole>("paid", "duplicate");

/** The balance of each account after some movements, in millionths. */
function balances(movements: Movement[]): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const { account, amountMicros } of movements.flatMap((movement) => movement.entries)) {
    held.set(account, (held.get(account) ?? 0n) + amountMicros);
  }
  return held;
}

const sum = (movement: Movement) => movement.entries.reduce((total, entry) => total + entry.amountMicros, 0n);

const payment = (amountCents: number, as: PaymentRole) =>
  paymentMovement({ attemptId: "a1", orderId, role: as, amountCents, currency });
const refund = (refundId: string, amountCents: number, as: PaymentRole) => ({
  refundId,
  orderId,
  role: as,
  amountCents,
  currency,
});

describe("a movement of the ledger", () => {
  it("adds up to zero, whatever it posts", () => {
    fc.assert(
      fc.property(cents, cents, role, (amount, fee, as) => {
        const dispute = { disputeId: "d1", transactionId: "txn_1", orderId, role: as, currency };
        const movements = [
          payment(amount, as),
          feeMovement({ attemptId: "a1", orderId, feeCents: fee, currency }),
          refundMovement(refund("r1", amount, as)),
          returnedRefundMovement(refund("r1", amount, as)),
          disputeMovement({ ...dispute, amountCents: -amount, feeCents: fee }),
          disputeMovement({ ...dispute, amountCents: amount, feeCents: 0 }),
        ];
        expect(movements.map(sum)).toEqual(movements.map(() => 0n));
      }),
    );
  });

  it("is written in millionths: a cent is ten thousand of them", () => {
    expect(payment(229, "paid")).toEqual({
      movement: "payment:a1",
      orderId,
      currency,
      entries: [
        { account: "stripe_balance", amountMicros: 2_290_000n },
        { account: "sales", amountMicros: -2_290_000n },
      ],
    });
  });

  it("of a duplicate payment and of its return leave sales and refunds alone and nothing owed", () => {
    const held = balances([payment(229, "duplicate"), refundMovement(refund("r1", 229, "duplicate"))]);
    expect(Object.fromEntries(held)).toEqual({ stripe_balance: 0n, payments_to_return: 0n });
  });

  it("of a refund and of its failure leave the balance as the payment left it", () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 8 }), role, (amount, parts, as) => {
        const returned = parts.flatMap((part, index) => [
          refundMovement(refund(`r${index}`, part, as)),
          returnedRefundMovement(refund(`r${index}`, part, as)),
        ]);
        const after = balances([payment(amount, as), ...returned]);
        expect(after.get("stripe_balance")).toBe(BigInt(amount) * 10_000n);
      }),
    );
  });

  it("of a dispute that is won leaves only its fee", () => {
    const dispute = { disputeId: "d1", orderId, role: "paid" as const, currency };
    const held = balances([
      disputeMovement({ ...dispute, transactionId: "txn_1", amountCents: -229, feeCents: 1500 }),
      disputeMovement({ ...dispute, transactionId: "txn_2", amountCents: 229, feeCents: 0 }),
    ]);
    expect(Object.fromEntries(held)).toEqual({
      disputes: 0n,
      stripe_balance: -15_000_000n,
      stripe_fees: 15_000_000n,
    });
  });

  it("that does not sum to zero is refused", () => {
    const entries = [{ account: "sales" as const, amountMicros: 1n }];
    expect(() => movementInsert({ movement: "x", currency, entries })).toThrow("does not sum to zero");
  });

  it("that moves no money writes nothing", () => {
    const nothing = feeMovement({ attemptId: "a1", orderId, feeCents: 0, currency });
    expect(movementInsert(nothing)).toBeNull();
  });
});
