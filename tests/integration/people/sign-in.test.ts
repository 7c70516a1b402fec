import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { limits } from "@/lib/base/rate-limit/limits";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { findDevice, sealDevice } from "@/lib/people/auth/known-device";
import { hashPassword, verifyPassword } from "@/lib/people/auth/passwords";
import { authenticate } from "@/lib/people/customers/authenticate";
import { countMailTo } from "@/lib/people/customers/mail-allowance";
import { resetPassword } from "@/lib/people/customers/reset-password";
import {
  accountDeps,
  answerMails,
  followInOwnBrowser,
  lastLinkTo,
  mailKindsTo,
  resetAndMail,
  signUpAndMail,
} from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const deps = () => accountDeps(database.current);
const password = "quiet-harbour-9";
let passwordHash = "";
let counter = 0;
const newAddress = () => `198.51.100.${++counter}`;

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const attempt = (email: string, typed: string, address = newAddress(), device: string | null = null) =>
  authenticate(deps(), { email, password: typed, address, device });

/** The value of a browser's device cookie after a sign-in now. */
async function markOf(email: string): Promise<string> {
  const user = await db().user.findUniqueOrThrow({ where: { email } });
  return sealDevice(testSecret, { userId: user.id, version: user.sessionVersion });
}

const deviceOf = (email: string, mark: string) => findDevice(db(), testSecret, email, mark);

async function resetTo(email: string, password: string) {
  await resetAndMail(deps(), email);
  return resetPassword(deps(), { token: await lastLinkTo(db(), email, "reset-password"), password });
}

/** The codes of so many refused attempts. Their passwords are not hashed, because the limits count before that. */
async function guess(count: number, emailOf: (nth: number) => string, address?: string): Promise<unknown[]> {
  const deps = accountDeps(database.current);
  const hasher = { ...deps.hasher, verify: async () => false };
  const codes: unknown[] = [];
  for (let nth = 0; nth < count; nth++) {
    const from = { email: emailOf(nth), password: "wrong", address: address ?? newAddress(), device: null };
    codes.push(await codeOf(authenticate({ ...deps, hasher }, from)));
  }
  return codes;
}

const limited = { code: "rate_limited" };
const refused = { code: "unauthorized", userMessage: "Please check your credentials and try again." };

describe("signing in with a password", () => {
  it.each<[string, string, () => Promise<{ email: string }>]>([
    ["the password is wrong", "wrong-harbour-9", () => customerFactory(db(), { passwordHash })],
    ["the account has no password", password, () => customerFactory(db())],
    [
      "the address is not verified",
      password,
      () => customerFactory(db(), { isVerified: false, passwordHash }),
    ],
    [
      "the account is deleted",
      password,
      async () => {
        const { id, email } = await customerFactory(db(), { passwordHash });
        await db().user.update({ where: { id }, data: { anonymizedAt: new Date() } });
        return { email };
      },
    ],
    ["there is no account", password, async () => ({ email: "nobody@example.com" })],
  ])("gives the same refusal, after the same work, when %s", async (_, typed, account) => {
    const { email } = await account();
    const deps = accountDeps(database.current);
    const refusal = authenticate(deps, { email, password: typed, address: newAddress(), device: null });
    await expect(refusal).rejects.toMatchObject(refused);
    expect(deps.hasher.work).toEqual({ hashes: 0, compares: 1 });
  });

  it("does not tell a browser that has signed up with an address whether it has an account", async () => {
    const { email: taken } = await customerFactory(db(), { passwordHash });
    const typed = "some-other-harbour-9";
    const answers = [];
    for (const email of [taken, "not-taken@example.com"]) {
      await signUpAndMail(deps(), { email, password: typed });
      const from = { email, password: typed, address: newAddress(), device: null, hasSignedUp: true };
      const refusal = await authenticate(deps(), from).catch((error) => error);
      answers.push([refusal.code, refusal.userMessage.replace(email, "…")]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual(["unauthorized", expect.stringContaining("newest link that we sent there")]);
  });

  it("sends a new link to an address that was never verified, only for the right password", async () => {
    await signUpAndMail(deps(), { email: "waiting@example.com", password, name: null });
    await expect(attempt("waiting@example.com", "wrong-harbour-9")).rejects.toMatchObject(refused);
    expect(await mailKindsTo(db(), "waiting@example.com")).toHaveLength(1);
    await expect(attempt("waiting@example.com", password)).rejects.toMatchObject(refused);
    await answerMails(deps());
    expect(await mailKindsTo(db(), "waiting@example.com")).toHaveLength(2);
    await followInOwnBrowser(deps(), await lastLinkTo(db(), "waiting@example.com", "verify-email"));
    await expect(attempt("waiting@example.com", password)).resolves.toHaveProperty("userId");
  });
});

describe("guessing passwords", () => {
  it.each([
    ["one address", (_nth: number) => "192.0.2.77"],
    ["one network, written in other ways", (nth: number) => `2001:db8:1:2:${nth}::9`],
  ])(
    "ends after five tries of one account from %s: then even the right one is refused",
    async (_, address) => {
      const { email } = await customerFactory(db(), { passwordHash });
      for (let i = 0; i < 5; i++)
        await expect(attempt(email, `wrong-${i}`, address(i))).rejects.toMatchObject(refused);
      await expect(attempt(email, password, address(5))).rejects.toMatchObject(limited);
    },
  );

  it("is not counted while the queue for hashes is full, because no password was compared", async () => {
    const deps = accountDeps(database.current);
    const busy = { ...deps.hasher, verify: () => Promise.reject(new AppError("busy")) };
    const { id, email } = await customerFactory(deps.db, { passwordHash });
    const from = { email, password, address: newAddress(), device: null };
    for (let i = 0; i < 6; i++)
      expect(await codeOf(authenticate({ ...deps, hasher: busy }, from))).toBe("busy");
    expect(await authenticate(deps, from)).toMatchObject({ userId: id });
  });

  it("ends after fifty tries from one address, for all accounts together", async () => {
    const codes = await guess(55, (nth) => `guess${nth}@example.com`, newAddress());
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(50);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(5);
  });

  it("from many addresses ends too, and locks out neither the owner's browser nor an owner who sets a new password", async () => {
    const { id, email } = await customerFactory(db(), { passwordHash });
    const codes = await guess(102, () => email);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
    await expect(attempt(email, password)).rejects.toMatchObject(limited);

    const device = await deviceOf(email, await markOf(email));
    expect(await attempt(email, password, newAddress(), device)).toMatchObject({ userId: id });

    const reset = await resetTo(email, "another-tide-77");
    const known = await deviceOf(email, sealDevice(testSecret, reset));
    expect(await attempt(email, "another-tide-77", newAddress(), known)).toMatchObject({ userId: id });
  });

  it("from the owner's network does not lock out the owner's browser", async () => {
    const { id, email } = await customerFactory(db(), { passwordHash });
    const address = newAddress();
    for (let i = 0; i < limits.signInAddress.points; i++)
      await consumeRateLimit(database.current.pool, "signInAddress", addressKey(address));
    await expect(attempt(email, password, address)).rejects.toMatchObject(limited);
    const device = await deviceOf(email, await markOf(email));
    expect(await attempt(email, password, address, device)).toMatchObject({ userId: id });
  });

  it("ends in a known browser as well", async () => {
    const { email } = await customerFactory(db(), { passwordHash });
    const device = await deviceOf(email, await markOf(email));
    for (let i = 0; i < 10; i++)
      await expect(attempt(email, "wrong", newAddress(), device)).rejects.toMatchObject(refused);
    await expect(attempt(email, password, newAddress(), device)).rejects.toMatchObject(limited);
  });

  it("counts a browser as unknown that signed in before the password was reset", async () => {
    const { email } = await customerFactory(db(), { passwordHash });
    const mark = await markOf(email);
    expect(await deviceOf(email, mark)).not.toBeNull();
    await resetTo(email, "another-tide-77");
    expect(await deviceOf(email, mark)).toBeNull();
  });

  it("is counted by failures only, so that signing in often is allowed", async () => {
    const { id, email } = await customerFactory(db(), { passwordHash });
    const address = newAddress();
    for (let i = 0; i < 12; i++)
      expect(await attempt(email, password, address)).toMatchObject({ userId: id });
  });
});

describe("a new password by mail", () => {
  it("is mailed however many other mails strangers asked for", async () => {
    const deps = accountDeps(database.current);
    const { email } = await customerFactory(deps.db, { passwordHash });
    // By the form for an order's link, with invented orders, so that no mail tells the owner.
    for (let i = 0; i < limits.mailTo.points; i++)
      await countMailTo(deps.pool, email, { address: newAddress() });
    await resetAndMail(deps, email);
    expect(await mailKindsTo(deps.db, email)).toEqual(["reset-password"]);
  });

  it("is mailed only to accounts, and asking for an unknown address is no error", async () => {
    const { email } = await customerFactory(db(), { passwordHash });
    await resetAndMail(deps(), email);
    await resetAndMail(deps(), "nobody@example.com");
    expect(await mailKindsTo(db(), email)).toEqual(["reset-password"]);
    expect(await mailKindsTo(db(), "nobody@example.com")).toEqual([]);
  });

  it("ends every session, voids every other link, and mails the owner", async () => {
    const user = await customerFactory(db(), { passwordHash });
    await db().userSession.create({ data: { userId: user.id, userAgent: "test" } });
    await resetAndMail(deps(), user.email);
    const older = await lastLinkTo(db(), user.email, "reset-password");
    await resetAndMail(deps(), user.email);
    const token = await lastLinkTo(db(), user.email, "reset-password");
    await resetPassword(deps(), { token, password: "another-tide-77" });
    const after = await db().user.findUniqueOrThrow({
      where: { id: user.id },
      include: { sessions: true },
    });
    expect(after.sessionVersion).toBe(user.sessionVersion + 1);
    expect(after.sessions.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(await verifyPassword(after.passwordHash, "another-tide-77")).toBe(true);
    const follow = (link: string) =>
      codeOf(resetPassword(deps(), { token: link, password: "a-third-tide-5" }));
    expect([await follow(older), await follow(token)]).toEqual(["link_used", "link_used"]);
    expect(await mailKindsTo(db(), user.email)).toEqual([
      "reset-password",
      "reset-password",
      "password-changed",
    ]);
  });

  it("is refused after an hour, without computing a hash", async () => {
    const deps = accountDeps(database.current);
    const { email } = await customerFactory(deps.db, { passwordHash });
    await resetAndMail(deps, email);
    const token = await lastLinkTo(deps.db, email, "reset-password");
    const later = { ...deps, now: addMs(deps.now, hour + minute) };
    expect(await codeOf(resetPassword(later, { token, password: "another-tide-77" }))).toBe("link_expired");
    expect(deps.hasher.work.hashes).toBe(0);
  });

  it("verifies the address for its owner, and voids a stranger's waiting sign-up", async () => {
    const email = "squatted@example.com";
    await signUpAndMail(deps(), { email, password: "stranger-was-first", name: "Stranger" });
    const strangers = await lastLinkTo(db(), email, "verify-email");
    await resetAndMail(deps(), email);
    await resetPassword(deps(), { token: await lastLinkTo(db(), email, "reset-password"), password });
    expect(await codeOf(followInOwnBrowser(deps(), strangers))).toBe("link_used");
    await expect(attempt(email, "stranger-was-first")).rejects.toMatchObject(refused);
    await expect(attempt(email, password)).resolves.toHaveProperty("userId");
  });
});
