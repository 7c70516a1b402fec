import type Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import { declinedCard, goodCard, sessionParams, stripeError, useFixture } from "./stripe-fixtures";

const fixture = useFixture();
let stripe: Stripe;
beforeAll(() => {
  stripe = fixture.stripe;
});

const paidIntent = async (): Promise<string> => {
  const session = await stripe.checkout.sessions.create(sessionParams());
  await fixture.pay(session.id, goodCard);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  if (typeof intent !== "string") throw new Error("not paid");
  return intent;
};

describe("refunds", () => {
  test("partial refunds add up on the charge, up to the amount paid", async () => {
    const intent = await paidIntent();
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      amount: 200,
      metadata: { refund_id: "r1" },
    });
    expect(refund).toMatchObject({
      object: "refund",
      amount: 200,
      status: "succeeded",
      metadata: { refund_id: "r1" },
    });
    const tooMuch = await stripeError(stripe.refunds.create({ payment_intent: intent, amount: 310 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: "amount" });
    const rest = await stripe.refunds.create({ payment_intent: intent });
    expect(rest.amount).toBe(309);
    const charge = await stripe.charges.retrieve(String(rest.charge), { expand: ["refunds"] });
    expect(charge).toMatchObject({ amount_refunded: 509, refunded: true });
    expect(charge.refunds?.data).toHaveLength(2);
    const again = await stripeError(stripe.refunds.create({ payment_intent: intent }));
    expect(again.code).toBe("charge_already_refunded");
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
  });

  test("five full refunds at once refund the charge once", async () => {
    const intent = await paidIntent();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => stripe.refunds.create({ payment_intent: intent })),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test("the list of a payment's refunds pages with a cursor", async () => {
    const intent = await paidIntent();
    await paidIntent().then((other) => stripe.refunds.create({ payment_intent: other }));
    for (const amount of [51, 52, 53]) await stripe.refunds.create({ payment_intent: intent, amount });
    const first = await stripe.refunds.list({ payment_intent: intent, limit: 2 });
    expect([first.has_more, first.data.map((refund) => refund.amount)]).toEqual([true, [53, 52]]);
    const second = await stripe.refunds.list({
      payment_intent: intent,
      limit: 2,
      starting_after: first.data[1]?.id,
    });
    expect([second.has_more, second.data.map((refund) => refund.amount)]).toEqual([false, [51]]);
    const all = await stripe.refunds
      .list({ payment_intent: intent, limit: 1 })
      .autoPagingToArray({ limit: 100 });
    expect(all.map((refund) => refund.amount)).toEqual([53, 52, 51]);
  });

  test("a payment that was never made can't be refunded", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, declinedCard);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
    const error = await stripeError(stripe.refunds.create({ payment_intent: String(intent) }));
    expect(error.message).toMatch(/does not have a successful charge to refund/);
    const unknown = await stripeError(stripe.refunds.create({ payment_intent: "pi_unknown" }));
    expect(unknown).toMatchObject({ statusCode: 404, code: "resource_missing" });
    const neither = await stripeError(stripe.refunds.create({ amount: 100 }));
    expect(neither.code).toBe("parameter_missing");
  });

  test("a refund that the bank sends back frees its amount again", async () => {
    const intent = await paidIntent();
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect((await fixture.control(`/refund/${refund.id}/failed`)).status).toBe(200);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "failed" });
    expect(await stripe.charges.retrieve(String(refund.charge))).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
  });
});

describe("disputes and balance", () => {
  test("a disputed charge is listed and can't be refunded", async () => {
    const intent = await stripe.paymentIntents.retrieve(await paidIntent());
    const response = await fixture.control(`/dispute/${String(intent.latest_charge)}`, {
      reason: "product_not_received",
    });
    const dispute = await response.json();
    expect(dispute).toMatchObject({ object: "dispute", amount: 509, reason: "product_not_received" });
    expect((await stripe.disputes.list({ payment_intent: intent.id })).data.map(({ id }) => id)).toEqual([
      dispute.id,
    ]);
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: "needs_response" });
    const error = await stripeError(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error.code).toBe("charge_disputed");
    await fixture.control(`/dispute/${dispute.id}/lost`);
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: "lost" });
  });

  test("the balance is the payments minus refunds and the fee of $0.30 and 2.9 %", async () => {
    const intent = await paidIntent();
    await stripe.refunds.create({ payment_intent: intent, amount: 9 });
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 455, currency: "usd" }]);
    const [charge] = (
      await stripe.charges.list({ payment_intent: intent, expand: ["data.balance_transaction"] })
    ).data;
    expect(charge?.balance_transaction).toMatchObject({ amount: 509, fee: 45, net: 464, source: charge?.id });
  });

  test("a dispute takes its amount and a fee; if won, the amount returns and the charge can be refunded", async () => {
    const intent = await stripe.paymentIntents.retrieve(await paidIntent());
    const response = await fixture.control(`/dispute/${String(intent.latest_charge)}`);
    const { id } = await response.json();
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 509 - 45 - 509 - 1500 }]);
    await fixture.control(`/dispute/${id}/under_review`);
    await fixture.control(`/dispute/${id}/won`);
    const dispute = await stripe.disputes.retrieve(id);
    expect(dispute.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
      [-509, 1500],
      [509, 0],
    ]);
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(509);
  });
});
