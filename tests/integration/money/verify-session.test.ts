import { describe, expect, it } from "vitest";
import { verifySession } from "@/lib/money/payments/verify-session";
import { codeOf } from "../../support/database";
import { useOwnProcess } from "../../support/own-process";
import { useShopAtStripe } from "../../support/shop";
import { stripeThatFailsAbout } from "../../support/stripe";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
useOwnProcess(database);

const verify = (sessionId: string, changes: object = {}) =>
  verifySession({ ...shop.deps(), pool: database.current.pool, ...changes }, sessionId);

describe("a session", () => {
  it("that is open here is settled at Stripe, and answered from the database from then on", async () => {
    const { orderId, sessionId } = await shop.place();
    expect(await verify(sessionId)).toEqual({ kind: "unpaid" });
    await stripe.pay(sessionId);
    const paid = { kind: "paid", orderId, amountCents: 229, currency: "usd", email: "buyer@example.com" };
    expect(await verify(sessionId)).toEqual(paid);
    const silent = await stripeThatFailsAbout(stripe.url, new Set([sessionId]));
    expect(await verify(sessionId, { stripe: silent.client })).toEqual(paid);
    await silent.stop();
  });

  it("that has expired is answered from the database", async () => {
    const { sessionId } = await shop.place();
    await stripe.expire(sessionId);
    expect(await verify(sessionId)).toEqual({ kind: "unpaid" });
    const silent = await stripeThatFailsAbout(stripe.url, new Set([sessionId]));
    expect(await verify(sessionId, { stripe: silent.client })).toEqual({ kind: "unpaid" });
    await silent.stop();
  });

  it("that the database does not know is asked for once a second by all callers together", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const invented = Array.from({ length: 20 }, (_, number) => `cs_test_invented${number}`);
    const codes = await Promise.all(invented.map((id) => codeOf(verify(id))));
    expect(codes.filter((code) => code === "not_found").length).toBeLessThanOrEqual(2);
    expect(codes.filter((code) => code === "rate_limited").length).toBeGreaterThanOrEqual(18);
    // A page that the shop opened is not held up by them.
    expect(await verify(sessionId)).toMatchObject({ kind: "paid", orderId });
    // Nor is one for ever whose answer was lost.
    const lost = await shop.placeAndPay();
    await db().paymentAttempt.updateMany({
      where: { stripeSessionId: lost.sessionId },
      data: { stripeSessionId: null, status: "creating", url: null },
    });
    await expect
      .poll(() => verify(lost.sessionId).catch(() => null), { timeout: 5_000 })
      .toMatchObject({ kind: "paid", orderId: lost.orderId });
  });
});
