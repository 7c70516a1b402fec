import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, minute } from "@/lib/base/time/time";
import {
  giveSecondFactor,
  isReauthenticationFresh,
  reauthenticateByCode,
  spendCode,
} from "@/lib/people/auth/second-factor-code";
import { beginTotp, totpUri } from "@/lib/people/auth/totp";
import { resetPassword } from "@/lib/people/customers/reset-password";
import {
  removeSecondFactor,
  replaceRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "@/lib/people/customers/second-factor";
import { grantRole } from "@/lib/people/customers/staff";
import { accountDeps, codeOfApp, lastLinkTo, resetAndMail } from "../../support/accounts";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { auditOf, byOps, customerFactory } from "../../support/factories";
import { sealAsRelease100 } from "../../support/sealed-before";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const shopSecret = testSecret;
const start = new Date("2026-05-05T10:00:00Z");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const administrator = () => signedIn("admin");
const customer = () => signedIn("user");

async function signedIn(role: string) {
  const { id: userId, email } = await customerFactory(db(), { roles: [role] });
  const session = await db().userSession.create({
    data: { userId, userAgent: "test", reauthenticatedAt: later(-10_000) },
  });
  return { userId, email, sessionId: session.id };
}

const turnOn = (who: { userId: string; sessionId: string }, code: string) =>
  turnOnSecondFactor(db(), { ...who, shopSecret, code, now: start });

/** A user, an administrator or not, whose app is set up, with the recovery codes. */
async function enrolled(who: () => ReturnType<typeof signedIn> = administrator) {
  const ids = await who();
  const secret = await beginTotp(db(), { userId: ids.userId, shopSecret });
  const { sessionId, codes } = await turnOn(ids, codeOfApp(secret, start));
  return { ...ids, sessionId, secret, codes };
}

/** Gives a code; the session continues under its new id. */
async function reauthenticate(who: { userId: string; sessionId: string }, code: string, now: Date) {
  who.sessionId = await reauthenticateByCode(db(), { ...who, shopSecret, code, now });
}

describe("setting up the second factor", () => {
  it("keeps one secret until it is confirmed, and then no longer shows it", async () => {
    const who = await administrator();
    const { userId } = who;
    const secret = await beginTotp(db(), { userId, shopSecret });
    expect(await beginTotp(db(), { userId, shopSecret })).toBe(secret);
    expect(totpUri(secret, "ops@example.com", "Shop")).toMatch(
      /^otpauth:\/\/totp\/Shop:ops%40example\.com\?.*secret=/,
    );
    await turnOn(who, codeOfApp(secret, start));
    expect(await codeOf(beginTotp(db(), { userId, shopSecret }))).toBe("conflict");
    const stored = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it("shows no secret that was moved from another account, however it was sealed", async () => {
    const owner = await enrolled();
    const { userId } = await administrator();
    const moveFrom = async (totpSecretSealed: string | null) =>
      db().user.update({ where: { id: userId }, data: { totpSecretSealed } });
    const { totpSecretSealed } = await db().user.findUniqueOrThrow({ where: { id: owner.userId } });
    await moveFrom(totpSecretSealed);
    await expect(beginTotp(db(), { userId, shopSecret })).rejects.toThrow("not sealed for");
    await moveFrom(sealAsRelease100(shopSecret, owner.secret));
    const shown = await beginTotp(db(), { userId, shopSecret });
    expect(shown).not.toBe(owner.secret);
    expect(await beginTotp(db(), { userId, shopSecret })).toBe(shown);
  });

  it("refuses a wrong first code, and shows ten different recovery codes once", async () => {
    const who = await administrator();
    const { userId } = who;
    const secret = await beginTotp(db(), { userId, shopSecret });
    expect(await codeOf(turnOn(who, "000000"))).toBe("invalid_input");
    const code = codeOfApp(secret, start);
    expect(await countSucceeded([turnOn(who, code), turnOn(who, code)])).toBe(1);
    expect(await db().recoveryCode.count({ where: { userId } })).toBe(10);
  });

  it("gives recovery codes of 80 bits at least, which are stored only as hashes", async () => {
    const { codes, userId } = await enrolled();
    const letters = new Set(codes.join("").replaceAll("-", ""));
    // Twenty characters of 31 have 99 bits. Two hundred characters show nearly all of the 31.
    expect(codes.filter((code) => !/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(10);
    expect(letters.size).toBeGreaterThan(20);
    const stored = JSON.stringify(await db().recoveryCode.findMany({ where: { userId } }));
    expect(codes.filter((code) => stored.includes(code))).toEqual([]);
  });
});

describe("recovery codes", () => {
  it("work once, also when three requests use one at the same time", async () => {
    const who = await enrolled();
    const [code = ""] = who.codes;
    const spend = () => spendCode(db(), { userId: who.userId, shopSecret, code, now: later(60) });
    expect(await countSucceeded([spend(), spend(), spend()])).toBe(1);
  });

  it("can be replaced with a code of the app, and the owner gets a mail", async () => {
    const who = await enrolled();
    const input = { ...who, shopSecret, now: later(60) };
    await expect(replaceRecoveryCodes(db(), { ...input, code: "000000" })).rejects.toMatchObject({
      fieldErrors: { code: expect.stringMatching(/not right/) },
    });
    const fresh = await replaceRecoveryCodes(db(), { ...input, code: codeOfApp(who.secret, later(60)) });
    expect(await codeOf(reauthenticate(who, who.codes[3] ?? "", later(90)))).toBe("invalid_input");
    await reauthenticate(who, fresh[3] ?? "", later(90));
    const mails = await db().emailLog.findMany({ where: { recipient: who.email } });
    expect(mails.map(({ props }) => props)).toEqual([
      { change: "second-factor-on" },
      { change: "recovery-codes-renewed" },
    ]);
  });
});

describe("a customer's second factor", () => {
  it("signs every other device out when it is turned on, with a new secret", async () => {
    const who = await customer();
    const { userId, sessionId } = who;
    const other = await db().userSession.create({ data: { userId, userAgent: "other" } });
    const seen = await beginTotp(db(), { userId, shopSecret, isNew: true });
    const secret = await beginTotp(db(), { userId, shopSecret, isNew: true });
    expect(await codeOf(turnOn(who, codeOfApp(seen, start)))).toBe("invalid_input");
    const { sessionId: own } = await turnOn(who, codeOfApp(secret, start));
    expect(own).not.toBe(sessionId);
    expect(await db().userSession.findUnique({ where: { id: other.id } })).toMatchObject({
      revokedAt: start,
    });
    expect(await db().userSession.findUnique({ where: { id: own } })).toMatchObject({ revokedAt: null });
  });

  it("is turned off only with one of its codes; an administrator's can't be", async () => {
    const who = await enrolled(customer);
    const input = { ...who, shopSecret, now: later(60) };
    expect(await codeOf(turnOffSecondFactor(db(), { ...input, code: "123456" }))).toBe("invalid_input");
    await turnOffSecondFactor(db(), { ...input, code: codeOfApp(who.secret, later(60)) });
    const user = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
    expect(user).toMatchObject({ totpSecretSealed: null, totpConfirmedAt: null, totpLastStep: null });
    expect(await db().recoveryCode.count({ where: { userId: who.userId } })).toBe(0);

    const admin = await enrolled();
    const code = codeOfApp(admin.secret, later(60));
    expect(await codeOf(turnOffSecondFactor(db(), { ...admin, shopSecret, now: later(60), code }))).toBe(
      "forbidden",
    );
  });

  it("stays after a new password by mail", async () => {
    const who = await enrolled(customer);
    const deps = accountDeps(database.current, later(60));
    await resetAndMail(deps, who.email);
    const token = await lastLinkTo(db(), who.email, "reset-password");
    await resetPassword(deps, { token, password: "a whole new tide" });
    const user = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
    expect(user.totpConfirmedAt).toEqual(start);
  });

  it("can be removed by support: with a reason in the audit log, a sign-out everywhere and a mail", async () => {
    const who = await enrolled(customer);
    const admin = await enrolled();
    const actor = { id: admin.userId, email: "ops@example.com" };
    const audit = { actor, reason: "Called back on the number of the invoice.", now: later(60) };
    const { sessionVersion } = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
    await removeSecondFactor(db(), { ...audit, userId: who.userId });
    const user = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
    expect(user).toMatchObject({ totpConfirmedAt: null, sessionVersion: sessionVersion + 1 });
    expect(await auditOf(db(), who.userId)).toMatchObject([
      { action: "second_factor.removed", actorId: admin.userId, reason: audit.reason },
    ]);
  });

  it("and the passkeys of an account are removed when it becomes an administrator's", async () => {
    const who = await enrolled(customer);
    const passkey = { credentialId: newId(), publicKey: new Uint8Array([1]), counter: 0, name: "Old phone" };
    await db().passkey.create({ data: { ...passkey, userId: who.userId } });
    const deps = accountDeps(database.current, later(60));
    await grantRole(deps, { userId: who.userId, role: "support", ...byOps });
    expect(await db().passkey.count({ where: { userId: who.userId } })).toBe(0);
    const user = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
    expect(user).toMatchObject({ totpSecretSealed: null, totpConfirmedAt: null });
  });
});

describe("the second factor", () => {
  it("opens the session with the present code, the one before or the next, each only once", async () => {
    const who = await enrolled();
    const at = later(300);
    for (const step of [270, 300, 330]) await reauthenticate(who, codeOfApp(who.secret, later(step)), at);
    for (const step of [270, 300, 330]) {
      const code = await codeOf(reauthenticate(who, codeOfApp(who.secret, later(step)), at));
      expect.soft(code, `${step} s`).toBe("invalid_input");
    }
    const session = await db().userSession.findUniqueOrThrow({ where: { id: who.sessionId } });
    expect([session.secondFactorAt, session.reauthenticatedAt]).toEqual([at, at]);
  });

  it.each([
    [29, false],
    [5, true],
  ])(
    "does not stand in for a password given %i minutes ago: it is still fresh: %s",
    async (minutesAgo, isFresh) => {
      const who = await enrolled();
      const { userId } = who;
      const passwordAt = async (sessionId: string) =>
        (await db().userSession.findUniqueOrThrow({ where: { id: sessionId } })).reauthenticatedAt;
      expect(await passwordAt(who.sessionId)).toEqual(later(-10_000));
      const now = later(600);
      const given = addMs(now, -minutesAgo * minute);
      const { id } = await db().userSession.create({
        data: { userId, userAgent: "test", reauthenticatedAt: given },
      });
      const [code = ""] = who.codes;
      const opened = await giveSecondFactor(db(), { userId, sessionId: id, shopSecret, code, now });
      const session = await db().userSession.findUniqueOrThrow({ where: { id: opened } });
      expect([session.secondFactorAt, session.reauthenticatedAt]).toEqual([now, given]);
      expect(isReauthenticationFresh(session.reauthenticatedAt, now)).toBe(isFresh);
    },
  );

  it("is accepted once when three requests use one code at the same time", async () => {
    const who = await enrolled();
    const code = codeOfApp(who.secret, later(600));
    const spend = () => spendCode(db(), { userId: who.userId, shopSecret, code, now: later(600) });
    expect(await countSucceeded([spend(), spend(), spend()])).toBe(1);
  });

  it.each<[string, (secrets: { own: string; other: string }) => string]>([
    ["is too old", ({ own }) => codeOfApp(own, later(840))],
    ["is not yet due", ({ own }) => codeOfApp(own, later(960))],
    ["is another account's", ({ other }) => codeOfApp(other, later(900))],
    ["is empty", () => ""],
    ["is a word", () => "abc"],
    ["is too short", () => "12345"],
    ["is too long", () => "1234567"],
  ])("refuses a code that %s", async (_, code) => {
    const [who, other] = [await enrolled(), await enrolled()];
    const typed = code({ own: who.secret, other: other.secret });
    expect(await codeOf(reauthenticate(who, typed, later(900)))).toBe("invalid_input");
  });

  it("can be a recovery code, typed in any way, once", async () => {
    const who = await enrolled();
    const [first = ""] = who.codes;
    await reauthenticate(who, ` ${first.toUpperCase().replace("-", " ")} `, later(60));
    expect(await codeOf(reauthenticate(who, first, later(60)))).toBe("invalid_input");
    const other = await enrolled();
    expect(await codeOf(reauthenticate(other, who.codes[1] ?? "", later(60)))).toBe("invalid_input");
  });

  it("is in the audit log when it is set up, and when a recovery code is used instead", async () => {
    const who = await enrolled();
    await reauthenticate(who, who.codes[0] ?? "", later(60));
    await reauthenticate(who, codeOfApp(who.secret, later(120)), later(120));
    expect(await auditOf(db(), who.userId)).toMatchObject([
      { action: "sign_in.second_factor_on", actorId: who.userId },
      { action: "recovery_code.used", actorId: who.userId, after: { left: 9 } },
    ]);
  });

  it("leaves no customer's address in the audit log, which nothing erases", async () => {
    const who = await enrolled();
    await db().userRole.deleteMany({ where: { userId: who.userId } });
    await reauthenticate(who, who.codes[0] ?? "", later(60));
    expect((await auditOf(db(), who.userId)).map(({ action }) => action)).not.toContain("recovery_code.used");
  });

  it("can't open another user's session", async () => {
    const who = await enrolled();
    const other = await enrolled();
    const mixed = { userId: who.userId, sessionId: other.sessionId };
    await expect(reauthenticate(mixed, codeOfApp(who.secret, later(1200)), later(1200))).rejects.toThrow();
  });

  it("is fresh for fifteen minutes", () => {
    expect(isReauthenticationFresh(start, later(899))).toBe(true);
    expect(isReauthenticationFresh(start, later(900))).toBe(false);
  });
});
