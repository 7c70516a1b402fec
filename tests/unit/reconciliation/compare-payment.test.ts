import { describe, expect, it } from "vitest";
import { comparePayment, type PaymentRecord } from "@/lib/reconciliation/compare-payment";

const record: PaymentRecord = {
  paymentIntentId: "pi_1",
  orderId: "abcdef12-0000-4000-8000-000000000000",
  amountCents: 1349,
  refundedCents: 100,
  currency: "usd",
  disputes: [{ id: "du_1", status: "needs_response" }],
};

describe("a payment that Stripe and the ledger", () => {
  it("agree about is no discrepancy", () => {
    expect(comparePayment(record, structuredClone(record))).toEqual([]);
    expect(comparePayment(null, null)).toEqual([]);
  });

  it.each<[string, Partial<PaymentRecord>, string, string]>([
    [
      "count differently",
      { amountCents: 1000 },
      "payment:pi_1",
      "Stripe took $13.49 for order #abcdef12 (pi_1); the ledger says $10.00.",
    ],
    [
      "name in different currencies",
      { currency: "eur" },
      "payment:pi_1",
      "Stripe took $13.49 for order #abcdef12 (pi_1); the ledger says 13.49 EUR.",
    ],
    [
      "have refunded differently",
      { refundedCents: 0 },
      "refunds:pi_1",
      "Stripe has refunded $1.00 of order #abcdef12 (pi_1); the ledger says $0.00.",
    ],
    [
      "know other disputes of",
      { disputes: [] },
      "disputes:pi_1",
      "Stripe's disputes of order #abcdef12 (pi_1) are: du_1 needs response; the ledger says: none.",
    ],
  ])("%s is listed with both figures", (_, posted, key, message) => {
    expect(comparePayment(record, { ...record, ...posted })).toMatchObject([{ key, message }]);
  });

  it("do not both have is none once it has gone back in full", () => {
    expect(comparePayment({ ...record, refundedCents: 1349 }, null)).toEqual([]);
    expect(comparePayment({ ...record, refundedCents: 1348 }, null)).toHaveLength(1);
  });

  it("do not both have is a discrepancy either way", () => {
    expect(comparePayment(record, null)).toMatchObject([
      {
        message: "Stripe took $13.49 for order #abcdef12 (pi_1); the ledger has no such payment.",
        orderId: record.orderId,
      },
    ]);
    expect(comparePayment(null, record)).toMatchObject([
      { message: "The ledger says that order #abcdef12 was paid with $13.49; Stripe has no charge of pi_1." },
    ]);
  });
});
