import { describe, expect, it } from "vitest";
import { addMs, minute, unixSeconds } from "@/lib/base/time/time";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import {
  attemptParamsSchema,
  checkoutIdempotencyKey,
  sessionLifetimeMs,
} from "@/lib/money/payments/attempt-params";
import { openStripe } from "@/lib/money/stripe/stripe-client";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import { forgetAnswer } from "../../support/factories";
import { holdOrder } from "../../support/holding";
import { newGuest, sessionIdOf, useShopAtStripe } from "../../support/shop";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const open = (orderId: string, now = new Date()) => openCheckout({ ...shop.deps(), now }, orderId);
const retryable = {
  code: "payment_unavailable",
  userMessage: "The payment service is not answering. Nothing was charged. Please try again.",
};

/** The one page of an order that can be paid now; more or fewer fail the test. */
async function onlyOpenSession(orderId: string): Promise<string> {
  const open = (await stripe.sessionsOf(orderId)).filter((session) => session.status === "open");
  expect(open).toHaveLength(1);
  return open[0]?.id ?? "";
}

/** A click on Complete Payment that may fail, and the same click again until it leads somewhere. */
function newClick() {
  const guest = newGuest();
  const click = (timeoutMs?: number) =>
    shop.create({}, guest, `click-${guest.guestKey}`, { stripe: stripe.client(timeoutMs) });
  return {
    click,
    /** Clicks until there is a page, checks that it is the only open one, and pays on it. */
    async payInTheEnd(timeoutMs?: number) {
      const { url, orderId } = await click(timeoutMs);
      const before = await shop.order(orderId);
      expect(before).toMatchObject({ status: "pending", paymentStatus: "unpaid" });
      expect(sessionIdOf(url)).toBe(await onlyOpenSession(orderId));
      expect(await stripe.pay(sessionIdOf(url))).toBe(303);
      expect((await shop.settle(sessionIdOf(url))).kind).toBe("paid");
      return { url, orderId, attempts: before.attempts };
    },
  };
}

describe("a failing Stripe", () => {
  it("that knows the next page's key from before a restore gives a page under the one after", async () => {
    const [{ orderId, sessionId }, other] = [await shop.place(), await shop.place()];
    await stripe.client().checkout.sessions.expire(sessionId);
    const { params } = await db().paymentAttempt.findFirstOrThrow({
      where: { orderId: other.orderId },
    });
    const forgotten = await stripe.client().checkout.sessions.create(attemptParamsSchema.parse(params), {
      idempotencyKey: checkoutIdempotencyKey(orderId, 2),
    });
    await stripe.client().checkout.sessions.expire(forgotten.id);
    expect(sessionIdOf(await open(orderId))).toBe(await onlyOpenSession(orderId));
    expect((await shop.order(orderId)).attempts.map(({ number }) => number).toSorted()).toEqual([1, 2, 3]);
  });

  it.each([1, 2])(
    "that stores a 500 under the key %i times is asked again under the next one, in the same click",
    async (failNext) => {
      await stripe.faults({ failNext, status: 500 });
      const { attempts } = await newClick().payInTheEnd();
      const failed = [
        { number: 1, status: "failed" },
        { number: 2, status: "failed" },
      ];
      const last = { number: failNext + 1, status: "open", amountCents: 229 };
      expect(attempts).toMatchObject([...failed.slice(0, failNext), last]);
    },
  );

  it("that keeps answering 500 leaves a pending order and a retryable error, and a later click works", async () => {
    await stripe.faults({ failNext: 5, status: 500 });
    const { click, payInTheEnd } = newClick();
    await expect(click()).rejects.toMatchObject(retryable);
    await stripe.heal();
    await payInTheEnd();
  });

  it.each([
    ["is overloaded", { failNext: 2, status: 503 }],
    ["limits our rate", { failNext: 1, status: 429 }],
    ["answers too late, but has made the page,", { delayMs: 1_000 }],
  ])(
    "that %s leaves a retryable error, and the buyer's next click gets the same attempt's page",
    async (_, faults) => {
      await stripe.faults(faults);
      const { click, payInTheEnd } = newClick();
      await expect(click("delayMs" in faults ? 100 : undefined)).rejects.toMatchObject(retryable);
      await stripe.heal();
      const orders = await db().order.count();
      const { attempts } = await payInTheEnd();
      expect(await db().order.count()).toBe(orders);
      expect(attempts).toMatchObject([{ number: 1, status: "open" }]);
    },
  );

  it.each([1, 2, 3])("that loses %i answers makes one page", async (loseResponse) => {
    const { click, payInTheEnd } = newClick();
    await stripe.faults({ loseResponse });
    await click().catch((error: unknown) => expect(error).toMatchObject(retryable));
    await stripe.heal();
    const { attempts } = await payInTheEnd();
    expect(attempts).toMatchObject([{ number: 1, status: "open" }]);
  });

  it("that answers without an address says so; the next click closes that page and opens another", async () => {
    await stripe.faults({ noUrl: 1 });
    const { click, payInTheEnd } = newClick();
    await expect(click()).rejects.toMatchObject({
      code: "payment_unavailable",
      userMessage: "No checkout URL received",
    });
    const { attempts } = await payInTheEnd();
    expect(attempts.map((attempt) => attempt.status)).toEqual(["expired", "open"]);
  });

  it("that refuses our key gives a configuration error, not a retryable one", async () => {
    const client = openStripe({
      STRIPE_SECRET_KEY: "not-a-key",
      STRIPE_API_BASE: stripe.url,
      STRIPE_TIMEOUT_MS: 5_000,
    });
    await expect(shop.create({}, newGuest(), null, { stripe: client })).rejects.toMatchObject({
      code: "payment_misconfigured",
      userMessage: "Payment system configuration error. Please contact support.",
    });
  });

  it("that our key may not write opens no page, and opens it at the next click once the key may", async () => {
    await stripe.faults({ missingRights: ["checkout_session_write"] });
    const { click, payInTheEnd } = newClick();
    await expect(click()).rejects.toMatchObject({
      code: "payment_misconfigured",
      message: expect.stringContaining("the key lacks the right checkout_session_write"),
      userMessage: "Payment system configuration error. Please contact support.",
    });
    await stripe.heal();
    const { attempts } = await payInTheEnd();
    expect(attempts).toMatchObject([{ number: 1, status: "open" }]);
  });

  it("that refuses the email address is quoted at its field, and the corrected order can be paid", async () => {
    const guest = newGuest();
    const email = "anna@пример.рф";
    const place = () => shop.create({ email }, guest, "first click");
    const refusal = {
      code: "invalid_input",
      fieldErrors: { email: "Stripe doesn't accept this email address. Please check it." },
    };
    await expect(place()).rejects.toMatchObject(refusal);
    await expect(place()).rejects.toMatchObject(refusal);
    const refused = await db().order.findMany({ where: { email: "anna@xn--e1afmkfd.xn--p1ai" } });
    expect(refused).toMatchObject([{ status: "pending", paymentStatus: "unpaid" }]);

    const { url, orderId } = await shop.create({ email: "anna@example.com" }, guest, "second click");
    expect(await stripe.pay(sessionIdOf(url))).toBe(303);
    expect((await shop.settle(sessionIdOf(url))).kind).toBe("paid");
    expect(await shop.order(orderId)).toMatchObject({ email: "anna@example.com", status: "processing" });
  });

  it("answers about a refused email address as it is documented", async () => {
    const { orderId } = await shop.place();
    const { params } = await db().paymentAttempt.findFirstOrThrow({ where: { orderId } });
    const wrong = { ...attemptParamsSchema.parse(params), customer_email: "anna@nowhere" };
    await expect(stripe.client().checkout.sessions.create(wrong)).rejects.toMatchObject({
      statusCode: 400,
      rawType: "invalid_request_error",
      code: "email_invalid",
      param: "customer_email",
    });
  });

  it("that cannot say whether the page was paid opens no second one", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.faults({ delayMs: 1_000 });
    const hasty = { ...shop.deps(), stripe: stripe.client(50) };
    await expect(openCheckout(hasty, orderId)).rejects.toMatchObject(retryable);
    await stripe.heal();
    expect(await onlyOpenSession(orderId)).toBe(sessionId);
  });
});

describe("an attempt whose answer never came", () => {
  /** An order whose process died between the call and the record of its answer. */
  async function forgottenAnswer() {
    const placed = await shop.place();
    await forgetAnswer(db(), placed.orderId);
    return placed;
  }

  it("is sent again as the same request, and Stripe answers with the page that it made", async () => {
    const { orderId, url, sessionId } = await forgottenAnswer();
    expect(await open(orderId)).toBe(url);
    expect(await onlyOpenSession(orderId)).toBe(sessionId);
  });

  it("is found in Stripe's list when a failure is stored under its key although the page was made", async () => {
    const { orderId } = await shop.place();
    const last = await replaceAttempt(orderId, 2, new Date());
    await stripe.faults({ failNext: 1, status: 500 });
    const idempotencyKey = checkoutIdempotencyKey(orderId, 2);
    const { sessions } = stripe.client().checkout;
    await expect(sessions.create(last, { idempotencyKey, maxNetworkRetries: 0 })).rejects.toMatchObject({
      statusCode: 500,
    });
    const made = await sessions.create(last);
    expect(sessionIdOf(await open(orderId))).toBe(made.id);
    expect(await onlyOpenSession(orderId)).toBe(made.id);
    expect((await shop.order(orderId)).attempts).toMatchObject([{ number: 2, status: "open" }]);
  });

  it("that has grown too old for Stripe gets a successor, and the order stays pending", async () => {
    const { orderId } = await shop.place();
    await replaceAttempt(orderId, 2, addMs(new Date(), -20 * minute));
    await open(orderId);
    await onlyOpenSession(orderId);
    expect(await shop.order(orderId)).toMatchObject({
      status: "pending",
      attempts: [
        { number: 2, status: "failed" },
        { number: 3, status: "open" },
      ],
    });
  });

  /** Closes an order's page, and replaces its attempt by one that was stored at `createdAt` and never sent. */
  async function replaceAttempt(orderId: string, number: number, createdAt: Date) {
    const attempt = await db().paymentAttempt.findFirstOrThrow({ where: { orderId } });
    await stripe.expire(attempt.stripeSessionId ?? "");
    const params = {
      ...attemptParamsSchema.parse(attempt.params),
      expires_at: unixSeconds(addMs(createdAt, sessionLifetimeMs)),
      metadata: { order_id: orderId, attempt: String(number) },
    };
    await forgetAnswer(db(), orderId);
    await db().paymentAttempt.update({ where: { id: attempt.id }, data: { number, params, createdAt } });
    return params;
  }
});

describe("paying again", () => {
  it("after the cancel link leads to the page that is still open", async () => {
    const { orderId, url, token } = await shop.place();
    expect(await open(orderId)).toBe(url);
    expect((await findOrderView(db(), token))?.payUrl).toBe(url);
    expect(await shop.order(orderId)).toMatchObject({ status: "pending" });
  });

  it("after the page expired opens a new one and the order is pending again", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    expect((await shop.settle(sessionId)).kind).toBe("expired");
    const again = sessionIdOf(await open(orderId));
    expect(again).toBe(await onlyOpenSession(orderId));
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "pending", attempts: [{ status: "expired" }, { status: "open" }] });
    expect(order.events.at(-1)).toMatchObject({ type: "payment.attempted", from: "expired", to: "pending" });
  });

  it.each([
    ["for a price that has changed since", { priceCents: 1 }],
    ["for what is no longer on sale", { isActive: false }],
  ])("%s is refused until that is undone", async (_, change) => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    const { priceCents } = await db().package.findUniqueOrThrow({ where: { id: "followers-100" } });
    await db().package.update({ where: { id: "followers-100" }, data: change });
    expect(await codeOf(open(orderId))).toBe("conflict");
    await db().package.update({ where: { id: "followers-100" }, data: { priceCents, isActive: true } });
    expect((await shop.order(orderId)).attempts).toMatchObject([{ status: "expired" }]);
    expect(sessionIdOf(await open(orderId))).toBe(await onlyOpenSession(orderId));
  });

  it("opens a new page also when the shop has not yet heard of the expiry", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    expect(sessionIdOf(await open(orderId))).not.toBe(sessionId);
    await onlyOpenSession(orderId);
  });

  it("a moment before the page closes closes it first, so that two can never be paid", async () => {
    const { orderId, sessionId } = await shop.place();
    const again = sessionIdOf(await open(orderId, addMs(new Date(), 44.5 * minute)));
    expect(await stripe.pay(sessionId)).toBe(410);
    expect(await onlyOpenSession(orderId)).toBe(again);
  });

  it("in two tabs at once leads both to the same page", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    const urls = await Promise.all(Array.from({ length: 5 }, () => open(orderId)));
    expect(new Set(urls).size).toBe(1);
    await onlyOpenSession(orderId);
    expect((await shop.order(orderId)).attempts).toHaveLength(2);
  });

  it("of an order that was paid a moment ago settles it and leads to its page", async () => {
    const { orderId, token } = await shop.placeAndPay();
    expect(await open(orderId)).toBe(`http://127.0.0.1:3000/order/${token}`);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
    expect(await open(orderId)).toBe(`http://127.0.0.1:3000/order/${token}`);
  });

  it("while the payment is being settled makes no further attempt", async () => {
    const { orderId, sessionId, token } = await shop.place();
    await stripe.expire(sessionId);
    await shop.settle(sessionId);
    const second = sessionIdOf(await open(orderId));
    await db().paymentAttempt.updateMany({
      where: { orderId, number: 2 },
      data: { status: "failed" },
    });
    await stripe.pay(second);
    const gate = await holdOrder(database.current, orderId);
    const settling = shop.settle(second);
    await gate.waiting(1);
    const opening = open(orderId);
    await gate.waiting(2);
    await gate.release();
    expect((await settling).kind).toBe("paid");
    expect(await opening).toBe(`http://127.0.0.1:3000/order/${token}`);
    expect((await shop.order(orderId)).attempts).toHaveLength(2);
  });

  it("of an order that does not exist is not found", async () => {
    expect(await codeOf(open("00000000-0000-4000-8000-000000000000"))).toBe("not_found");
  });
});
