import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { findSignedInUser } from "@/lib/auth/find-signed-in-user";
import { argon2Hasher } from "@/lib/auth/passwords";
import { reauthenticateByCode } from "@/lib/auth/reauthenticate-by-code";
import { rotateSession } from "@/lib/auth/rotate-session";
import { type SessionClaims, sealSession } from "@/lib/auth/session-token";
import { beginTotp } from "@/lib/auth/totp";
import { authenticate } from "@/lib/customers/authenticate";
import { changePassword } from "@/lib/customers/change-password";
import { resetPassword } from "@/lib/customers/reset-password";
import { turnOnSecondFactor } from "@/lib/customers/second-factor";
import { endAllSessions, endSession } from "@/lib/customers/sessions";
import { signOutEverywhere } from "@/lib/customers/sign-out-everywhere";
import { startSession } from "@/lib/customers/start-session";
import { newId } from "@/lib/ids";
import { addMs, day, hour, minute } from "@/lib/time";
import { accountDeps, lastLinkTo, newNetwork, resetAndMail } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";
import { origin, useHandlers } from "../../support/handlers";
import { orderBody } from "../../support/shop";
import { useSocial } from "../../support/social";
import { useStripe } from "../../support/stripe";
import { testSecret } from "../../support/test-env";

const database = useDatabase();
const social = useSocial(database);
const stripe = useStripe();
const handlers = useHandlers(database, social, () => ({ STRIPE_API_BASE: stripe.url }));

const authenticated = ({ id, sessionVersion }: { id: string; sessionVersion: number }) => ({
  userId: id,
  version: sessionVersion,
});

async function signedIn(roles?: string[]) {
  const deps = accountDeps(database.current);
  const user = await customerFactory(deps.db, roles ? { roles } : {});
  const claims = await startSession(deps, { ...authenticated(user), userAgent: "test" });
  return { ...deps, user, claims, find: (other = claims) => findSignedInUser(deps.db, other, new Date()) };
}

const cookieOf = (claims: SessionClaims) => sealSession(testSecret, "shop_session", claims);

describe("a session", () => {
  it("gives its user, with the roles of this moment", async () => {
    const { db, user, claims, find } = await signedIn(["admin", "user"]);
    expect(await find()).toMatchObject({
      id: user.id,
      email: user.email,
      sessionId: claims.sessionId,
      roles: ["admin", "user"],
    });
    await db.userRole.deleteMany({ where: { userId: user.id, role: "admin" } });
    expect((await find())?.roles).toEqual(["user"]);
  });

  it("ends when it is signed out, and no other does", async () => {
    const first = await signedIn();
    const second = await startSession(first, { ...authenticated(first.user), userAgent: "test" });
    await endSession(first.db, first.claims, new Date());
    expect(await first.find()).toBeNull();
    expect(await first.find(second)).not.toBeNull();
  });

  it("can't be ended by another user", async () => {
    const mine = await signedIn();
    const other = await signedIn();
    await endSession(mine.db, { userId: other.user.id, sessionId: mine.claims.sessionId }, new Date());
    expect(await mine.find()).not.toBeNull();
  });

  it("ends with the account", async () => {
    const { db, user, find } = await signedIn();
    await db.user.update({ where: { id: user.id }, data: { anonymizedAt: new Date() } });
    expect(await find()).toBeNull();
  });

  it("is refused with another user's id, session or version", async () => {
    const { claims, find } = await signedIn();
    const other = await signedIn();
    expect(await find({ ...claims, userId: other.user.id })).toBeNull();
    expect(await find({ ...claims, sessionId: newId() })).toBeNull();
    expect(await find({ ...claims, version: claims.version + 1 })).toBeNull();
  });

  it("is refused under its old token once the second factor was given in it", async () => {
    const { db, claims, find, user } = await signedIn(["admin", "user"]);
    const secret = await beginTotp(db, { userId: user.id, shopSecret: testSecret });
    const codeAt = (at: Date) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
    const [now, next] = [new Date(), addMs(new Date(), minute)];
    const ids = { userId: user.id, shopSecret: testSecret };
    const first = { ...ids, sessionId: claims.sessionId, code: codeAt(now), now };
    const { sessionId, version } = await turnOnSecondFactor(db, first);
    expect(await find()).toBeNull();
    const carriedOn = await find({ ...claims, sessionId, version });
    expect(carriedOn?.secondFactorAt).toEqual(now);

    const again = await reauthenticateByCode(db, { ...ids, sessionId, code: codeAt(next), now: next });
    expect(await find({ ...claims, version, sessionId })).toBeNull();
    expect(await find({ ...claims, version, sessionId: again })).not.toBeNull();
  });

  it("that has ended gets no second factor and no new id", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    await endSession(db, claims, new Date());
    await expect(rotateSession(db, claims, { reauthenticatedAt: new Date() })).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  it("is not opened by a sign-in that began before the password changed, the second factor came, or all sessions ended", async () => {
    const start = async () => {
      const deps = accountDeps(database.current);
      const password = "a phrase of the night";
      const user = await customerFactory(deps.db, { passwordHash: await argon2Hasher.hash(password) });
      const { id: userId, email } = user;
      const { sessionId } = await startSession(deps, { ...authenticated(user), userAgent: "the owner's" });
      const attempt = { email, password, address: newNetwork(), device: null };
      const thief = await authenticate(deps, attempt);
      return { ...deps, userId, email, sessionId, password, thief };
    };
    type Started = Awaited<ReturnType<typeof start>>;
    const newPassword = "a phrase of the morning";
    const changes: ((own: Started) => Promise<unknown>)[] = [
      (own) => changePassword(own, { ...own, newPassword, reauthenticatedAt: own.now, isAdmin: false }),
      async (own) => {
        await resetAndMail(own, own.email);
        const token = await lastLinkTo(own.db, own.email, "reset-password");
        return resetPassword(own, { token, password: newPassword });
      },
      (own) => signOutEverywhere(own.db, own.userId),
      async ({ db, userId, sessionId, now }) => {
        const shopSecret = testSecret;
        const secret = await beginTotp(db, { userId, shopSecret });
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
        return turnOnSecondFactor(db, { userId, sessionId, shopSecret, code, now });
      },
    ];
    for (const change of changes) {
      const own = await start();
      await change(own);
      await expect(startSession(own, { ...own.thief, userAgent: "the thief's" })).rejects.toMatchObject({
        code: "unauthorized",
      });
      const where = { userId: own.userId, userAgent: "the thief's" };
      expect(await own.db.userSession.count({ where })).toBe(0);
    }
  });

  it("waits for a change that is about to end all sessions", async () => {
    const { user, ...deps } = await signedIn();
    let opened: Promise<unknown> = Promise.resolve();
    const longTransaction = { timeout: 2 * minute };
    await deps.db.$transaction(async (tx) => {
      await endAllSessions(tx, user.id, new Date());
      opened = startSession(deps, { ...authenticated(user), userAgent: "late" }).catch((error) => error);
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      const waiting = () =>
        deps.db.$queryRaw`SELECT pid FROM pg_stat_activity WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`;
      await expect.poll(waiting).not.toEqual([]);
    }, longTransaction);
    expect(await opened).toMatchObject({ code: "unauthorized" });
  });

  it("of an administrator ends half a day after it began, even if it is in use", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    const begun = new Date();
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      expect(await findSignedInUser(db, claims, addMs(begun, minutes * minute))).not.toBeNull();
    }
    expect(await findSignedInUser(db, claims, addMs(begun, 12 * hour + minute))).toBeNull();
  });

  it("of an administrator ends when it was not used for half an hour, and can't be revived", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    const begun = new Date();
    expect(await findSignedInUser(db, claims, addMs(begun, 29 * minute))).not.toBeNull();
    expect(await findSignedInUser(db, claims, addMs(begun, 58 * minute))).not.toBeNull();
    for (const minutes of [89, 90]) {
      expect(await findSignedInUser(db, claims, addMs(begun, minutes * minute))).toBeNull();
    }
  });

  it("of a customer is still there after twenty days without use", async () => {
    const { db, claims } = await signedIn();
    expect(await findSignedInUser(db, claims, addMs(new Date(), 20 * day))).not.toBeNull();
  });

  it("notes when it was last used, at most every five minutes", async () => {
    const { db, claims } = await signedIn();
    const seen = async () =>
      (await db.userSession.findUniqueOrThrow({ where: { id: claims.sessionId } })).lastSeenAt;
    const start = await seen();
    await findSignedInUser(db, claims, addMs(start, 4 * minute));
    expect(await seen()).toEqual(start);
    await findSignedInUser(db, claims, addMs(start, 6 * minute));
    expect(await seen()).toEqual(addMs(start, 6 * minute));
  });
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
    for (const headers of [{ cookie: `shop_session=${value}` }, { authorization: `Bearer ${value}` }]) {
      const answer = await ask(Object.fromEntries(Object.entries(headers)));
      expect(answer).toEqual({ status: 200, json: { email: user.email }, cookies: [] });
    }
  });

  it("answers all others 401, and removes the cookies of an ended session", async () => {
    const { db, claims } = await signedIn();
    const value = await cookieOf(claims);
    await endSession(db, claims, new Date());
    const dead = await ask({ cookie: `shop_session=${value}; shop_signed_in=1` });
    expect(dead.status).toBe(401);
    expect(dead.cookies).toHaveLength(2);
    expect((await ask({})).status).toBe(401);
    for (const authorization of [`Bearer ${value}`, "Bearer x", "Basic dTpw"]) {
      expect(await ask({ authorization })).toMatchObject({ status: 401, cookies: [] });
    }
  });
});
