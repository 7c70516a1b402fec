import { describe, expect, it } from "vitest";
import { concurrencyLimit } from "@/app/_server/concurrency";
import { type SessionClaims, sealSession } from "@/lib/people/auth/session-token";
import { endSession } from "@/lib/people/customers/sessions";
import { startedSession } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { useHandlers } from "../../support/handlers";
import { orderBody, origin } from "../../support/shop";
import { useSocial } from "../../support/social";
import { useStripe } from "../../support/stripe";
import { testSecret } from "../../support/test-env";

const { database } = useDatabase();
const social = useSocial(database);
const stripe = useStripe();
const handlers = useHandlers(database, social, () => ({ STRIPE_API_BASE: stripe.url }));

const signedIn = () => startedSession(database.current);
const cookieOf = (claims: SessionClaims) => sealSession(testSecret, "shop_session", claims);

it("an order is placed while look-ups take all places of the functions, and a look-up waits for one", async () => {
  const functions = concurrencyLimit("functions");
  const taken = await Promise.all(Array.from({ length: 24 }, () => functions.acquire()));
  const lookUp = handlers.call("instagram-profile-lookup", { username: "wanderwithmara" }, { origin });
  expect((await handlers.call("create-order", orderBody(), { origin })).status).toBe(200);
  for (const release of taken) release();
  expect((await lookUp).status).toBe(200);
});

describe("a handler called with a session", () => {
  it.each(["cookie", "bearer"])("makes the order the account's, whatever the body says (%s)", async (how) => {
    const { db, user, claims } = await signedIn();
    const value = await cookieOf(claims);
    const headers: Record<string, string> =
      how === "cookie" ? { cookie: `shop_session=${value}`, origin } : { authorization: `Bearer ${value}` };
    const body = orderBody({ email: "somebody-else@example.com", isGuest: true });
    const created = await handlers.call("create-order", body, headers);
    expect(created.status).toBe(200);
    expect(created.headers.get("set-cookie")).toBeNull();
    const order = await db.order.findUniqueOrThrow({ where: { id: created.json.orderId } });
    expect(order).toMatchObject({ userId: user.id, email: user.email, guestKeyHash: null });

    const [session] = await stripe.sessionsOf(order.id);
    expect(session?.customer_email).toBe(user.email);
    await stripe.pay(session?.id ?? "");
    const own = await handlers.call("verify-payment", { sessionId: session?.id }, headers);
    expect(own.json).toMatchObject({ success: true, session: { customer_email: user.email } });
    const strangers = await signedIn();
    const strange = await handlers.call(
      "verify-payment",
      { sessionId: session?.id },
      { authorization: `Bearer ${await cookieOf(strangers.claims)}` },
    );
    expect(strange.json).toMatchObject({ success: true, session: { customer_email: null }, orderUrl: null });
  });

  it("tells a guest's browser the address it gave, not that of the account that has the order", async () => {
    const { db, user } = await signedIn();
    const created = await handlers.call("create-order", orderBody({ email: "buyer@example.com" }), {
      origin,
    });
    const cookie = created.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { orderId } = created.json;
    const [session] = await stripe.sessionsOf(orderId);
    await stripe.pay(session?.id ?? "");
    await db.order.update({ where: { id: orderId }, data: { userId: user.id, email: user.email } });
    const verified = await handlers.call("verify-payment", { sessionId: session?.id }, { cookie, origin });
    expect(verified.json).toMatchObject({
      success: true,
      session: { customer_email: "buyer@example.com" },
      orderUrl: expect.stringContaining("/order/"),
    });
  });

  it("says of a payment that can't be kept that it goes back", async () => {
    const { db, claims } = await signedIn();
    const headers = { authorization: `Bearer ${await cookieOf(claims)}` };
    const { orderId } = (await handlers.call("create-order", orderBody(), headers)).json;
    const order = await db.order.update({ where: { id: orderId }, data: { withdrawnAt: new Date() } });
    const [session] = await stripe.sessionsOf(orderId);
    await stripe.pay(session?.id ?? "");
    const verified = await handlers.call("verify-payment", { sessionId: session?.id }, headers);
    expect(verified.json).toMatchObject({
      success: true,
      isRefunding: true,
      orderUrl: `/order/${order.token}`,
    });
  });

  it("finds the same order for the same key, and never another account's", async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const call = async ({ claims }: { claims: SessionClaims }) =>
      handlers.call("create-order", orderBody(), {
        authorization: `Bearer ${await cookieOf(claims)}`,
        "idempotency-key": "the-same-key-1",
      });
    const [first, again, other] = [await call(one), await call(one), await call(two)];
    expect(again.json.orderId).toBe(first.json.orderId);
    expect(other.json.orderId).not.toBe(first.json.orderId);
  });

  it("answers 401 to a session that has ended, removes its cookie and makes no order", async () => {
    const { db, claims } = await signedIn();
    const value = await cookieOf(claims);
    await endSession(db, claims, new Date());
    const before = await db.order.count();
    const answer = await handlers.call("create-order", orderBody(), {
      cookie: `shop_session=${value}`,
      origin,
    });
    expect(answer.status).toBe(401);
    expect(answer.json.error.code).toBe("unauthorized");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^shop_session=; .*Max-Age=0/),
      expect.stringMatching(/^shop_signed_in=; .*Max-Age=0/),
    ]);
    expect(await db.order.count()).toBe(before);
  });
});

describe("/api/me", () => {
  const ask = async (headers: Record<string, string>) => {
    const { GET } = await import("@/app/api/me/route");
    const response = await GET(new Request(`${origin}/api/me`, { headers }));
    expect(response.headers.get("cache-control")).toBe("no-store");
    return { status: response.status, json: await response.json(), cookies: response.headers.getSetCookie() };
  };

  it("names the signed-in user, by cookie or bearer token", async () => {
    const { user, claims } = await signedIn();
    const value = await cookieOf(claims);
    const answer = { status: 200, json: { email: user.email }, cookies: [] };
    expect(await ask({ cookie: `shop_session=${value}` })).toEqual(answer);
    expect(await ask({ authorization: `Bearer ${value}` })).toEqual(answer);
  });

  it("answers an ended session 401, and removes its cookies", async () => {
    const { db, claims } = await signedIn();
    const value = await cookieOf(claims);
    await endSession(db, claims, new Date());
    const dead = await ask({ cookie: `shop_session=${value}; shop_signed_in=1` });
    expect(dead.status).toBe(401);
    expect(dead.cookies).toHaveLength(2);
    expect(await ask({ authorization: `Bearer ${value}` })).toMatchObject({ status: 401, cookies: [] });
  });

  it("answers a request without credentials 401, and removes what cookies it may have", async () => {
    const answer = await ask({});
    expect(answer.status).toBe(401);
    expect(answer.cookies).toHaveLength(2);
  });

  it.each(["Bearer x", "Basic dTpw"])("answers the credentials %s 401", async (authorization) => {
    expect(await ask({ authorization })).toMatchObject({ status: 401, cookies: [] });
  });
});
