import Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import { declinedCard, goodCard, lineItem, sessionParams, stripeError, useFixture } from "./stripe-fixtures";

const fixture = useFixture();
let stripe: Stripe;
beforeAll(() => {
  stripe = fixture.stripe;
});

describe("creating a session", () => {
  test("a session carries its totals, references and a page to pay on", async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_subtotal: 509,
      amount_total: 509,
      currency: "usd",
      client_reference_id: "order-1",
      customer_email: "buyer@example.com",
      metadata: { order_id: "order-1" },
      payment_intent: null,
      livemode: false,
      url: `${fixture.url}/checkout/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  test("without expires_at a session lives 24 hours", async () => {
    const { expires_at: _, ...params } = sessionParams();
    const session = await stripe.checkout.sessions.create(params);
    expect(session.expires_at - session.created).toBe(24 * 3600);
  });

  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string | undefined, string | undefined]>([
    ["no line items", { line_items: [] }, "line_items", "parameter_missing"],
    ["a total under 50 cents", { line_items: [lineItem("x", 49, 1)] }, undefined, "amount_too_small"],
    ["a total of nothing", { line_items: [lineItem("x", 0, 1)] }, undefined, "amount_too_small"],
    [
      "a negative price",
      { line_items: [lineItem("x", -1, 1)] },
      "line_items[0][price_data][unit_amount]",
      "parameter_invalid_integer",
    ],
    [
      "a fraction of a cent",
      { line_items: [lineItem("x", 50.5, 1)] },
      "line_items[0][price_data][unit_amount]",
      "parameter_invalid_integer",
    ],
    [
      "a quantity of 0",
      { line_items: [lineItem("x", 100, 0)] },
      "line_items[0][quantity]",
      "parameter_invalid_integer",
    ],
    [
      "an unknown price",
      { line_items: [{ price: "price_1", quantity: 1 }] },
      "line_items[0][price]",
      "resource_missing",
    ],
    ["a relative address", { success_url: "/success" }, "success_url", "url_invalid"],
    ["a script as an address", { cancel_url: "javascript:alert(1)" }, "cancel_url", "url_invalid"],
    ["an impossible email", { customer_email: "nobody" }, "customer_email", "email_invalid"],
    ["an empty value", { client_reference_id: "" }, "client_reference_id", "parameter_invalid_empty"],
    ["another mode", { mode: "subscription" }, "mode", undefined],
    ["29 minutes to live", { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }, "expires_at", undefined],
    ["25 hours to live", { expires_at: Math.floor(Date.now() / 1000) + 25 * 3600 }, "expires_at", undefined],
    ["a discount", { discounts: [{ coupon: "half" }] }, "discounts", "parameter_unknown"],
  ])("%s is refused", async (_, changes, param, code) => {
    const error = await stripeError(stripe.checkout.sessions.create(sessionParams(changes)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.param).toBe(param);
    expect(error.code).toBe(code);
    expect(error.requestId).toMatch(/^req_/);
  });

  test("mixed currencies are refused", async () => {
    const euro = {
      quantity: 1,
      price_data: { currency: "eur", unit_amount: 100, product_data: { name: "x" } },
    };
    const params = sessionParams({ line_items: [lineItem("x", 100, 1), euro] });
    expect((await stripeError(stripe.checkout.sessions.create(params))).message).toMatch(/same currency/);
  });
});

describe("reading sessions", () => {
  test("line items and the payment intent with its charge are included when they are expanded", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, goodCard);
    const expand = ["line_items", "payment_intent.latest_charge"];
    const session = await stripe.checkout.sessions.retrieve(id, { expand });
    expect(
      session.line_items?.data.map((item) => [item.description, item.quantity, item.amount_total]),
    ).toEqual([
      ["100 followers", 1, 229],
      ["+500 followers", 2, 280],
    ]);
    expect(session.payment_intent).toMatchObject({
      object: "payment_intent",
      status: "succeeded",
      amount_received: 509,
      metadata: { order_id: "order-1" },
      latest_charge: { object: "charge", amount: 509, paid: true },
    });
    const plain = await stripe.checkout.sessions.retrieve(id);
    expect(plain.line_items).toBeUndefined();
  });

  test("a declined payment's latest charge is the failed one, without money, until the next payment", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const latestCharge = async () => {
      const expand = ["payment_intent.latest_charge.balance_transaction"];
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, { expand });
      return typeof intent === "object" ? intent?.latest_charge : undefined;
    };
    const balance = await stripe.balance.retrieve();
    const charges = (await stripe.charges.list({ limit: 100 })).data.length;
    await fixture.pay(id, declinedCard);
    expect(await latestCharge()).toMatchObject({
      object: "charge",
      status: "failed",
      paid: false,
      failure_code: "card_declined",
      outcome: { type: "issuer_declined" },
      balance_transaction: null,
    });
    expect(await stripe.balance.retrieve()).toEqual(balance);
    expect((await stripe.charges.list({ limit: 100 })).data).toHaveLength(charges);
    await fixture.pay(id, "async");
    expect(await latestCharge()).toBeNull();
    await fixture.control(`/async/${id}/succeeded`);
    expect(await latestCharge()).toMatchObject({ status: "succeeded", paid: true });
  });

  test("line items are listed in pages, in their order", async () => {
    const line_items = ["a", "b", "c"].map((name) => lineItem(name, 100, 1));
    const { id } = await stripe.checkout.sessions.create(sessionParams({ line_items }));
    const first = await stripe.checkout.sessions.listLineItems(id, { limit: 2 });
    expect(first.has_more).toBe(true);
    const all = await stripe.checkout.sessions
      .listLineItems(id, { limit: 2 })
      .autoPagingToArray({ limit: 10 });
    expect(all.map((item) => item.description)).toEqual(["a", "b", "c"]);
  });

  test("sessions are listed newest first and can be filtered", async () => {
    const older = await stripe.checkout.sessions.create(sessionParams());
    const newer = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(older.id, goodCard);
    const all = await stripe.checkout.sessions.list();
    expect(all.data.map((session) => session.id)).toEqual([newer.id, older.id]);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(older.id);
    const paid = await stripe.checkout.sessions.list({ payment_intent: String(intent) });
    expect(paid.data.map((session) => session.id)).toEqual([older.id]);
    const open = await stripe.checkout.sessions.list({ status: "open" });
    expect(open.data.map((session) => session.id)).toEqual([newer.id]);
  });

  test("a field that can't be expanded is refused", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const error = await stripeError(stripe.checkout.sessions.retrieve(id, { expand: ["nonsense"] }));
    expect(error.message).toBe("This property cannot be expanded (nonsense).");
  });
});

describe("expiring", () => {
  test("an expired session can neither be paid nor expired again", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null });
    expect((await fixture.pay(id, goodCard)).status).toBe(410);
    const error = await stripeError(stripe.checkout.sessions.expire(id));
    expect(error).toMatchObject({ statusCode: 400, code: "checkout_session_not_open" });
  });

  test("a completed session can't be expired", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, goodCard);
    expect((await stripeError(stripe.checkout.sessions.expire(id))).message).toMatch(/status of complete/);
  });
});

describe("the handler", () => {
  test("a call without a usable key is refused, reading too", async () => {
    const wrong = new Stripe("pk_test_1", {
      host: "127.0.0.1",
      port: new URL(fixture.url).port,
      protocol: "http",
    });
    expect(await stripeError(wrong.balance.retrieve())).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    const bare = await fetch(`${fixture.url}/v1/events`);
    expect([bare.status, (await bare.json()).error.type]).toEqual([401, "invalid_request_error"]);
  });

  test.each([
    ["a session", (sdk: Stripe) => sdk.checkout.sessions.retrieve("cs_test_unknown")],
    ["an inherited name", (sdk: Stripe) => sdk.checkout.sessions.retrieve("constructor")],
    ["a payment intent", (sdk: Stripe) => sdk.paymentIntents.retrieve("pi_unknown")],
    ["a charge", (sdk: Stripe) => sdk.charges.retrieve("ch_unknown")],
    ["a refund", (sdk: Stripe) => sdk.refunds.retrieve("re_unknown")],
    ["a dispute", (sdk: Stripe) => sdk.disputes.retrieve("du_unknown")],
    ["an event", (sdk: Stripe) => sdk.events.retrieve("evt_unknown")],
  ])("%s that does not exist is a 404 with resource_missing", async (_, call) => {
    expect(await stripeError(call(stripe))).toMatchObject({ statusCode: 404, code: "resource_missing" });
  });

  test("an address that is not emulated makes the SDK throw", async () => {
    expect(await stripeError(stripe.customers.create({ email: "a@example.com" }))).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("Unrecognized request URL (POST: /v1/customers)"),
    });
    expect(await stripeError(stripe.products.list())).toMatchObject({ statusCode: 404 });
  });

  test("parameters that collide, nest too deep or are no list are refused", async () => {
    for (const body of [
      "mode=payment&mode[x]=1",
      `a${"[b]".repeat(20)}=1`,
      "line_items[x]=1",
      "__proto__[x]=1",
    ]) {
      const response = await fetch(`${fixture.url}/v1/checkout/sessions`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_1" },
        body,
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
  });

  test("a page size out of bounds and an unknown cursor are refused", async () => {
    expect(await stripeError(stripe.refunds.list({ limit: 101 }))).toMatchObject({
      statusCode: 400,
      param: "limit",
    });
    const unknown = stripe.refunds.list({ starting_after: "re_unknown" });
    expect(await stripeError(unknown)).toMatchObject({ statusCode: 400, param: "starting_after" });
  });
});
