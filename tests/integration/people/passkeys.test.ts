import { describe, expect, it } from "vitest";
import { newId, newToken } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { limits } from "@/lib/base/rate-limit/limits";
import { seal } from "@/lib/base/secret-box";
import { addMs, minute } from "@/lib/base/time/time";
import { beginAuthentication } from "@/lib/people/auth/passkeys/verify-passkey";
import { newTotpSecret } from "@/lib/people/auth/totp";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from "@/lib/people/customers/passkeys";
import { removeSecondFactor } from "@/lib/people/customers/second-factor";
import { revokeSession } from "@/lib/people/customers/sessions";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { codeOfApp, mailKindsTo } from "../../support/accounts";
import { Authenticator } from "../../support/authenticator";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { auditOf, byOps, customerFactory } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const now = new Date("2026-05-05T10:00:00Z");
const shop = { id: "shop.example", name: "Groundswell", origin: "https://shop.example" };
const place = { origin: shop.origin, rpId: shop.id };
const elsewhere = { origin: "https://shop.example.evil", rpId: shop.id };

type Options = { isAdmin?: boolean; secondFactorAt?: Date | null; passwordHash?: string | null };

async function signedIn({ isAdmin = false, secondFactorAt = null, passwordHash = "hash" }: Options = {}) {
  const roles = isAdmin ? ["user", "admin"] : ["user"];
  const { id: userId, email } = await customerFactory(db(), { passwordHash, roles });
  const session = await db().userSession.create({ data: { userId, userAgent: "test", secondFactorAt } });
  return { userId, sessionId: session.id, email };
}

type Who = { userId: string; sessionId: string };

const challengeOf = async (who: Who, at = now) =>
  (await beginPasskey(db(), { ...who, shop, now: at })).challenge;

const add = (who: Who, response: ReturnType<Authenticator["register"]>, at = now) =>
  addPasskey(db(), { ...who, shop, now: at, name: "My phone", response });

/** A customer with a passkey, and the authenticator that holds it. */
async function withPasskey(options?: Options) {
  const who = await signedIn(options);
  const authenticator = new Authenticator();
  await add(who, authenticator.register(await challengeOf(who), place));
  return { ...who, authenticator };
}

/** The challenge that a browser gets with the sign-in page. */
async function visitor(at = now) {
  const browser = newToken();
  const { challenge } = await beginAuthentication(db(), { shop, browser, now: at });
  return { browser, challenge };
}

const signIn = (
  browser: string | null,
  response: ReturnType<Authenticator["sign"]>,
  { at = now, address = "203.0.113.7" } = {},
) => signInWithPasskey({ ...database.current, now: at }, { shop, browser, response, address });

describe("adding a passkey", () => {
  it("keeps it under its name, tells the owner, and shows it with its last use", async () => {
    const { authenticator, ...who } = await withPasskey();
    expect(await listPasskeys(db(), who.userId)).toMatchObject([{ name: "My phone", lastUsedAt: null }]);
    expect(await mailKindsTo(db(), who.email)).toEqual(["sign-in-changed"]);
    const { browser, challenge } = await visitor();
    const owner = await signIn(browser, authenticator.sign(challenge, place, who.userId));
    expect(owner).toMatchObject({ userId: who.userId });
    expect(await listPasskeys(db(), who.userId)).toMatchObject([{ lastUsedAt: now }]);
  });

  it("is in the audit log for an administrator", async () => {
    const { userId } = await withPasskey({ isAdmin: true, secondFactorAt: now });
    expect(await auditOf(db(), userId)).toMatchObject([{ action: "sign_in.passkey_added", actorId: userId }]);
  });

  it("is refused to a session that has not given the second factor of its account", async () => {
    expect(await codeOf(challengeOf(await signedIn({ isAdmin: true })))).toBe("forbidden");
    const customer = await signedIn();
    await db().user.update({ where: { id: customer.userId }, data: { totpConfirmedAt: now } });
    expect(await codeOf(challengeOf(customer))).toBe("forbidden");
  });

  it("takes a right code where the account has an app, and a code only once", async () => {
    const who = await signedIn({ isAdmin: true, secondFactorAt: now });
    const secret = newTotpSecret();
    const app = {
      totpSecretSealed: seal(testSecret, `second-factor:${who.userId}`, secret),
      totpConfirmedAt: now,
    };
    await db().user.update({ where: { id: who.userId }, data: app });
    await expect(challengeOf(who)).rejects.toMatchObject({ fieldErrors: { code: expect.any(String) } });
    const begin = (code: string) =>
      beginPasskey(db(), {
        ...who,
        shop,
        now,
        factor: { userId: who.userId, shopSecret: testSecret, code, now },
      });
    const code = codeOfApp(secret, now);
    expect(await codeOf(begin("no code"))).toBe("invalid_input");
    await expect(begin(code)).resolves.toMatchObject({ challenge: expect.any(String) });
    expect(await codeOf(begin(code))).toBe("invalid_input");
  });

  it.each([
    ["made on another site", { ...place, origin: elsewhere.origin }],
    ["made for another site", { ...place, rpId: "evil.example" }],
    ["made without verifying its user", { ...place, isUserVerified: false }],
  ])("is refused when it was %s", async (_how, where) => {
    const who = await signedIn();
    const response = new Authenticator().register(await challengeOf(who), where);
    expect(await codeOf(add(who, response))).toBe("invalid_input");
    expect(await listPasskeys(db(), who.userId)).toEqual([]);
  });

  it("takes a challenge once, in time, and from the session that asked for it", async () => {
    const [who, other] = [await signedIn(), await signedIn()];
    const authenticator = new Authenticator();
    const stolen = authenticator.register(await challengeOf(who), place);
    expect(await codeOf(add(other, stolen))).toBe("conflict");
    expect(await codeOf(add(who, stolen, addMs(now, 10 * minute)))).toBe("conflict");
    const challenge = await challengeOf(who);
    const responses = [authenticator, new Authenticator()].map((one) => one.register(challenge, place));
    expect(await countSucceeded(responses.map((response) => add(who, response)))).toBe(1);
  });

  it.each<[string, (who: Who) => Promise<unknown>]>([
    ["with all others", ({ userId }) => signOutEverywhere(db(), userId)],
    ["alone", (who) => revokeSession(db(), who)],
  ])("is refused to a session that has ended %s since it began", async (_, end) => {
    const who = await signedIn();
    const response = new Authenticator().register(await challengeOf(who), place);
    await end(who);
    expect(await codeOf(add(who, response))).toBe("unauthorized");
    expect(await listPasskeys(db(), who.userId)).toEqual([]);
  });

  it("leaves none when an administrator removes the second factor and the passkeys at the same time", async () => {
    const who = await signedIn();
    const response = new Authenticator().register(await challengeOf(who), place);
    const session = "SELECT id FROM user_sessions WHERE id = $1 FOR UPDATE";
    const held = await holdRows(database.current, session, [who.sessionId]);
    const added = add(who, response);
    await held.waiting(1);
    const removed = removeSecondFactor(db(), { userId: who.userId, now, ...byOps });
    await held.waiting(2);
    await held.release();
    await Promise.all([added, removed]);
    expect(await listPasskeys(db(), who.userId)).toEqual([]);
  });

  it("does not move a passkey from one account to another", async () => {
    const { authenticator, userId } = await withPasskey();
    const other = await signedIn();
    const again = authenticator.register(await challengeOf(other), place);
    expect(await codeOf(add(other, again))).toBe("conflict");
    const { browser, challenge } = await visitor();
    expect(await signIn(browser, authenticator.sign(challenge, place, userId))).toMatchObject({ userId });
  });
});

describe("signing in with a passkey", () => {
  it("takes a challenge once, also when two requests bring the same answer at the same time", async () => {
    const { authenticator, userId } = await withPasskey();
    const { browser, challenge } = await visitor();
    const response = authenticator.sign(challenge, place, userId);
    expect(await countSucceeded([signIn(browser, response), signIn(browser, response)])).toBe(1);
    expect(await codeOf(signIn(browser, response))).toBe("conflict");
  });

  it("takes an answer only from the browser that asked, and only in time", async () => {
    const { authenticator, userId } = await withPasskey();
    const [mine, theirs] = [await visitor(), await visitor()];
    const response = authenticator.sign(mine.challenge, place, userId);
    expect(await codeOf(signIn(null, response))).toBe("conflict");
    expect(await codeOf(signIn("", response))).toBe("conflict");
    expect(await codeOf(signIn(newToken(), response))).toBe("conflict");
    expect(await codeOf(signIn(theirs.browser, response))).toBe("unauthorized");
    expect(await codeOf(signIn(mine.browser, response, { at: addMs(now, 10 * minute) }))).toBe("conflict");
  });

  type Attempt = (
    own: Awaited<ReturnType<typeof withPasskey>>,
    challenge: string,
  ) => Promise<ReturnType<Authenticator["sign"]>> | ReturnType<Authenticator["sign"]>;

  it.each<[string, Attempt]>([
    ["an unknown passkey", ({ userId }, challenge) => new Authenticator().sign(challenge, place, userId)],
    [
      "a wrong origin",
      ({ authenticator, userId }, challenge) => authenticator.sign(challenge, elsewhere, userId),
    ],
    [
      "a wrong site",
      ({ authenticator, userId }, challenge) =>
        authenticator.sign(challenge, { ...place, rpId: "evil.example" }, userId),
    ],
    [
      "an unverified user",
      ({ authenticator, userId }, challenge) =>
        authenticator.sign(challenge, { ...place, isUserVerified: false }, userId),
    ],
    ["another user", ({ authenticator }, challenge) => authenticator.sign(challenge, place, newId())],
    [
      "a wrong key",
      ({ authenticator, userId }, challenge) => {
        const impostor = new Authenticator();
        Object.defineProperty(impostor, "id", { value: authenticator.id });
        return impostor.sign(challenge, place, userId);
      },
    ],
    [
      "a closed account",
      async ({ authenticator, userId }, challenge) => {
        await db().user.update({ where: { id: userId }, data: { anonymizedAt: now } });
        return authenticator.sign(challenge, place, userId);
      },
    ],
  ])("gives one answer to everything that is wrong, such as %s", async (_, attempt) => {
    const own = await withPasskey();
    const { browser, challenge } = await visitor();
    await expect(signIn(browser, await attempt(own, challenge))).rejects.toMatchObject({
      code: "unauthorized",
      userMessage: "This passkey didn't work here. Please try another one, or sign in with your email.",
    });
  });

  it("refuses a signature count that did not rise, because the passkey was copied", async () => {
    const { authenticator, userId } = await withPasskey();
    const attempt = async () => {
      const { browser, challenge } = await visitor();
      return signIn(browser, authenticator.sign(challenge, place, userId));
    };
    authenticator.counter = 5;
    await attempt();
    expect(await codeOf(attempt())).toBe("unauthorized");
    authenticator.counter = 4;
    expect(await codeOf(attempt())).toBe("unauthorized");
    authenticator.counter = 6;
    await attempt();
  });

  it("counts by its network address, apart from wrong passwords, and only when it fails", async () => {
    const { authenticator, userId } = await withPasskey();
    const address = "198.51.100.4";
    const { points } = limits.passkeySignIn;
    const wrong = limits.signInAddress.points;
    for (let round = 0; round < wrong; round += 1)
      await consumeRateLimit(database.current.pool, "signInAddress", addressKey(address));
    for (let round = 0; round < 3; round += 1) {
      const { browser, challenge } = await visitor();
      await signIn(browser, authenticator.sign(challenge, place, userId), { address });
    }
    const bad = authenticator.sign("nothing", place, userId);
    for (let round = 0; round < points; round += 1)
      expect(await codeOf(signIn(null, bad, { address }))).toBe("conflict");
    expect(await codeOf(signIn(null, bad, { address }))).toBe("rate_limited");
  });

  it("keeps one challenge for a browser, and none that has expired", async () => {
    await db().passkeyChallenge.deleteMany();
    const browser = newToken();
    await beginAuthentication(db(), { shop, browser, now });
    await beginAuthentication(db(), { shop, browser, now });
    await visitor();
    expect(await db().passkeyChallenge.count()).toBe(2);
    await visitor(addMs(now, 11 * minute));
    expect(await db().passkeyChallenge.count()).toBe(1);
  });
});

describe("removing a passkey", () => {
  it("mails the owner, ends every other session, and makes the passkey useless; another user's stays", async () => {
    const { authenticator, ...who } = await withPasskey();
    const [passkey] = await listPasskeys(db(), who.userId);
    const passkeyId = passkey?.id ?? "";
    const other = await signedIn();
    expect(await codeOf(removePasskey(db(), { ...other, passkeyId, now }))).toBe("not_found");
    await db().userSession.create({ data: { userId: who.userId, userAgent: "opened by the passkey" } });
    const renewed = await removePasskey(db(), { ...who, passkeyId, now });
    const live = await db().userSession.findMany({ where: { userId: who.userId, revokedAt: null } });
    expect(live.map(({ id }) => id)).toEqual([renewed.sessionId]);
    expect(await mailKindsTo(db(), who.email)).toEqual(["sign-in-changed", "sign-in-changed"]);
    const { browser, challenge } = await visitor();
    expect(await codeOf(signIn(browser, authenticator.sign(challenge, place, who.userId)))).toBe(
      "unauthorized",
    );
  });

  it("is refused for the last credential of an account without a password, also for two at the same time", async () => {
    const who = await withPasskey({ passwordHash: null });
    await add(who, new Authenticator().register(await challengeOf(who), place));
    const passkeys = await listPasskeys(db(), who.userId);
    const removals = passkeys.map(({ id }) => removePasskey(db(), { ...who, passkeyId: id, now }));
    expect(await countSucceeded(removals)).toBe(1);
    expect(await listPasskeys(db(), who.userId)).toHaveLength(1);
  });
});
