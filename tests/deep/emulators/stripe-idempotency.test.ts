import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { beforeAll, describe, expect, test } from "vitest";
import {
  connect,
  type Fixture,
  goodCard,
  lineItem,
  sessionParams,
  startFixture,
  stripeError,
  useFixture,
} from "./stripe-fixtures";

// No retries except the one that the SDK always makes after a closed connection.
const fixture = useFixture({ maxNetworkRetries: 0 });
let stripe: Stripe;
beforeAll(() => {
  stripe = fixture.stripe;
});

const sessionCount = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data.length;

describe("idempotency keys", () => {
  test("a repeated key returns the same session and says that it is repeated", async () => {
    const params = sessionParams();
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" });
    const again = await stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" });
    expect(again).toEqual(first);
    expect(again.lastResponse.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    expect(first.lastResponse.headers).not.toHaveProperty("idempotent-replayed");
    expect(await sessionCount()).toBe(1);
  });

  test("the same parameters in another order are the same request", async () => {
    const send = (body: string) =>
      fetch(`${fixture.url}/v1/refunds`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_1", "idempotency-key": "refund" },
        body,
      }).then((response) => response.json());
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, goodCard);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
    const first = await send(`payment_intent=${String(intent)}&amount=100`);
    expect(await send(`amount=100&payment_intent=${String(intent)}`)).toEqual(first);
  });

  test("a key with other parameters is refused", async () => {
    await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "order:1" });
    const other = sessionParams({ line_items: [lineItem("x", 999, 1)] });
    const error = await stripeError(stripe.checkout.sessions.create(other, { idempotencyKey: "order:1" }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error.statusCode).toBe(400);
    expect(await sessionCount()).toBe(1);
  });

  test("a key used at another address is refused", async () => {
    await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "order:1" });
    const error = await stripeError(
      stripe.refunds.create({ payment_intent: "pi_1" }, { idempotencyKey: "order:1" }),
    );
    expect(error.message).toMatch(/same endpoint/);
  });

  test("a refused parameter leaves the key free", async () => {
    const wrong = sessionParams({ line_items: [lineItem("x", 1, 1)] });
    await stripeError(stripe.checkout.sessions.create(wrong, { idempotencyKey: "order:1" }));
    await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "order:1" });
    expect(await sessionCount()).toBe(1);
  });

  test("a refusal that depends on the object's state is kept under its key", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, goodCard);
    const options = { idempotencyKey: "expire" };
    await stripeError(stripe.checkout.sessions.expire(id, {}, options));
    const again = await stripeError(stripe.checkout.sessions.expire(id, {}, options));
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true" });
  });

  test("a second call while the first is in progress gets 409", async () => {
    await fixture.control("/faults", { delayMs: 150 });
    const params = sessionParams();
    const calls = [1, 2, 3].map(() => stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" }));
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes
      .filter((outcome) => outcome.status === "rejected")
      .map((outcome) => outcome.reason);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect(await sessionCount()).toBe(1);
  });

  test("an answer is forgotten after 24 hours", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stripe-"));
    const stateFile = join(folder, "stripe.json");
    const create = (running: Fixture) =>
      running.stripe.checkout.sessions.create(sessionParams({ expires_at: undefined }), {
        idempotencyKey: "order:1",
      });
    const before = await startFixture({ stateFile });
    const first = await create(before);
    await before.close();
    const state = JSON.parse(await readFile(stateFile, "utf8"));
    state.answers["order:1"].savedAt -= 24 * 3600 * 1000;
    await writeFile(stateFile, JSON.stringify(state));
    const after = await startFixture({ stateFile });
    expect((await create(after)).id).not.toBe(first.id);
    await after.close();
    await rm(folder, { recursive: true });
  });
});

describe("faults", () => {
  test("an injected 500 stays under its key, and a new key works", async () => {
    await fixture.control("/faults", { failNext: 1 });
    const params = sessionParams();
    const first = await stripeError(stripe.checkout.sessions.create(params, { idempotencyKey: "order:1:1" }));
    expect(first).toMatchObject({ statusCode: 500, type: "StripeAPIError" });
    const again = await stripeError(stripe.checkout.sessions.create(params, { idempotencyKey: "order:1:1" }));
    expect(again).toMatchObject({ statusCode: 500, headers: { "idempotent-replayed": "true" } });
    expect(await stripe.checkout.sessions.create(params, { idempotencyKey: "order:1:2" })).toMatchObject({
      status: "open",
    });
    expect(await sessionCount()).toBe(1);
  });

  test("an injected outage is not kept, so the same key works afterwards", async () => {
    await fixture.control("/faults", { failNext: 2, status: 503 });
    const params = sessionParams();
    for (const status of [503, 503]) {
      const error = await stripeError(stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" }));
      expect(error.statusCode).toBe(status);
    }
    await stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" });
    expect(await sessionCount()).toBe(1);
  });

  test("an injected 429 is a rate limit to the SDK", async () => {
    await fixture.control("/faults", { failNext: 1, status: 429 });
    const error = await stripeError(stripe.checkout.sessions.create(sessionParams()));
    expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  });

  test("a lost answer and the SDK's retry make one session", async () => {
    await fixture.control("/faults", { loseResponse: 1 });
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect(session.lastResponse.headers).toMatchObject({ "idempotent-replayed": "true" });
    expect(await sessionCount()).toBe(1);
  });

  test("when the retry's answer is lost too, the call fails but the session exists under its key", async () => {
    await fixture.control("/faults", { loseResponse: 2 });
    const params = sessionParams();
    const error = await stripeError(stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const session = await stripe.checkout.sessions.create(params, { idempotencyKey: "order:1" });
    expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id]);
  });

  test("a client that gives up during a delay does not stop the call", async () => {
    await fixture.control("/faults", { delayMs: 200 });
    const hasty = connect(fixture.url, { maxNetworkRetries: 0, timeout: 50 });
    const params = sessionParams();
    const error = await stripeError(hasty.checkout.sessions.create(params, { idempotencyKey: "order:1" }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await fixture.control("/faults", { delayMs: 0 });
    await expect.poll(sessionCount).toBe(1);
  });

  test("a session can be answered without its address", async () => {
    await fixture.control("/faults", { noUrl: 1 });
    const without = await stripe.checkout.sessions.create(sessionParams());
    expect(without.url).toBeNull();
    expect((await stripe.checkout.sessions.create(sessionParams())).url).toContain("/checkout/cs_test_");
    expect((await stripe.checkout.sessions.retrieve(without.id)).url).toContain(without.id);
  });

  test("faults merge, an empty body shows them, and an unknown one is refused", async () => {
    await fixture.control("/faults", { failNext: 3 });
    await fixture.control("/faults", { delayMs: 5 });
    expect(await (await fixture.control("/faults")).json()).toEqual({
      failNext: 3,
      status: 500,
      delayMs: 5,
      loseResponse: 0,
      noUrl: 0,
      webhooks: "normal",
    });
    for (const wrong of [{ webhooks: "lost" }, { failnext: 1 }, { failNext: -1 }, [1]]) {
      expect((await fixture.control("/faults", wrong)).status).toBe(400);
    }
  });
});
