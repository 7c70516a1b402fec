import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { hashPassword } from "@/lib/people/auth/passwords";
import { type GoogleIdentity, signInWithGoogle } from "@/lib/people/customers/sign-in-with-google";
import { grantRole } from "@/lib/people/customers/staff";
import { startSession } from "@/lib/people/customers/start-session";
import {
  accountDeps,
  followInOwnBrowser,
  lastLinkTo,
  mailKindsTo,
  signUpAndMail,
} from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { byOps, customerFactory, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();
const deps = () => accountDeps(database.current);

/** An identity whose mailbox Google hosts: at Gmail, unless it has another address of a hosted domain. */
function identity(changes: Partial<GoogleIdentity> = {}): GoogleIdentity {
  const subject = newId();
  const email = `g${subject}@gmail.com`;
  return { subject, email, isEmailVerified: true, hostedDomain: null, name: "Nora", ...changes };
}

describe("signing in with Google", () => {
  it("makes a verified account the first time, and finds it the second time", async () => {
    const deps = accountDeps(database.current);
    const who = identity();
    const first = await signInWithGoogle(deps, who);
    const user = await deps.db.user.findUniqueOrThrow({ where: { id: first.userId } });
    expect(user).toMatchObject({
      email: who.email,
      name: "Nora",
      emailVerifiedAt: deps.now,
      passwordHash: null,
    });
    expect(await signInWithGoogle(deps, who)).toEqual(first);
    expect(
      await signInWithGoogle(deps, { ...who, email: "moved@gmail.com", isEmailVerified: false }),
    ).toEqual(first);
  });

  it("makes one account of ten first sign-ins at once", async () => {
    const who = identity();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => signInWithGoogle(accountDeps(database.current), who)),
    );
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    expect(await db().account.count({ where: { providerAccountId: who.subject } })).toBe(1);
  });

  it("joins the account of the address when both sides have verified it; its password stays", async () => {
    const passwordHash = await hashPassword("quiet-harbour-9");
    const user = await customerFactory(db(), { passwordHash });
    const who = identity({ email: user.email, hostedDomain: "example.com" });
    expect(await signInWithGoogle(deps(), who)).toMatchObject({ userId: user.id });
    const after = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after).toMatchObject({ passwordHash, sessionVersion: user.sessionVersion });
  });

  describe("for an address that Google has not verified", () => {
    const signIn = (email: string) =>
      codeOf(signInWithGoogle(deps(), identity({ email, isEmailVerified: false })));

    it("connects no account", async () => {
      const user = await customerFactory(db());
      expect(await signIn(user.email)).toBe("forbidden");
      expect(await db().account.count({ where: { userId: user.id } })).toBe(0);
    });

    it("makes no account", async () => {
      expect(await signIn("nobody-yet@example.com")).toBe("forbidden");
      expect(await db().user.count({ where: { email: "nobody-yet@example.com" } })).toBe(0);
    });
  });

  it("refuses an address that Google does not host, joins no account and links no order", async () => {
    const [owner, someone] = [await customerFactory(db()), await customerFactory(db())];
    const unverified = await customerFactory(db(), { isVerified: false });
    const buyer = await orderFactory(db());
    for (const [who, { email }] of Object.entries({ owner, unverified, buyer })) {
      const code = await codeOf(signInWithGoogle(deps(), identity({ email }), someone.id));
      expect.soft(code, who).toBe("unauthorized");
    }
    expect(await db().account.count({ where: { userId: { in: [owner.id, unverified.id] } } })).toBe(0);
    expect(await db().user.findUniqueOrThrow({ where: { id: unverified.id } })).toMatchObject({
      emailVerifiedAt: null,
    });
    expect(await db().user.count({ where: { email: buyer.email } })).toBe(0);
    expect(await db().order.findUniqueOrThrow({ where: { id: buyer.id } })).toMatchObject({ userId: null });
  });

  it("connects an address that Google does not host to the account that this browser is signed in to", async () => {
    const { id, email } = await customerFactory(db());
    const who = identity({ email });
    const unverified = identity({ email, isEmailVerified: false });
    expect(await codeOf(signInWithGoogle(deps(), unverified, id))).toBe("forbidden");
    expect(await signInWithGoogle(deps(), who, id)).toMatchObject({ userId: id });
    expect(await signInWithGoogle(deps(), who)).toMatchObject({ userId: id });
  });

  it("mails the account holder when Google is connected to an account, once", async () => {
    const who = identity();
    const { email } = await customerFactory(db(), { email: who.email });
    for (const _ of [1, 2]) await signInWithGoogle(deps(), who);
    expect(await mailKindsTo(db(), email)).toEqual(["sign-in-changed"]);
  });

  it("takes over an address that a stranger signed up with, password, name and link", async () => {
    const who = identity();
    await signUpAndMail(deps(), { email: who.email, password: "stranger-was-first", name: "Stranger" });
    const strangers = await lastLinkTo(db(), who.email, "verify-email");
    const { userId } = await signInWithGoogle(deps(), who);
    expect(await codeOf(followInOwnBrowser(deps(), strangers))).toBe("link_used");
    expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      passwordHash: null,
      name: "Nora",
    });
  });

  it("leaves no password on an account whose address was never verified", async () => {
    const passwordHash = await hashPassword("stranger-was-first");
    const { id, email } = await customerFactory(db(), { isVerified: false, passwordHash });
    const who = identity({ email, hostedDomain: "example.com" });
    expect(await signInWithGoogle(deps(), who)).toMatchObject({ userId: id });
    expect((await db().user.findUniqueOrThrow({ where: { id } })).passwordHash).toBeNull();
  });

  it("does not open an administrator's account, whatever Google has verified", async () => {
    const admin = await customerFactory(db(), { roles: ["user", "admin"] });
    const who = identity({ email: admin.email, hostedDomain: "example.com" });
    expect(await codeOf(signInWithGoogle(deps(), who))).toBe("reauthentication_needed");
    expect(await db().account.count({ where: { userId: admin.id } })).toBe(0);
  });

  it("no longer opens an account that became an administrator's", async () => {
    const who = identity();
    const { userId } = await signInWithGoogle(deps(), who);
    await grantRole(deps(), { userId, role: "support", ...byOps });
    expect(await codeOf(signInWithGoogle(deps(), who))).toBe("reauthentication_needed");
  });

  it("refuses a second Google identity for an account that has one", async () => {
    const who = identity();
    await signInWithGoogle(deps(), who);
    expect(await codeOf(signInWithGoogle(deps(), identity({ email: who.email })))).toBe("conflict");
  });

  it("gives the account the address's guest orders", async () => {
    const order = await orderFactory(db());
    const who = identity({ email: order.email, hostedDomain: "example.com" });
    const { userId } = await signInWithGoogle(deps(), who);
    const { userId: owner } = await db().order.findUniqueOrThrow({ where: { id: order.id } });
    expect(owner).toBe(userId);
  });
});

describe("a new session", () => {
  it("gives the account its role once, and later guest orders of its address at each", async () => {
    const user = await customerFactory(db(), { roles: [] });
    await startSession(deps(), {
      userId: user.id,
      version: user.sessionVersion,
      userAgent: "x".repeat(1_000),
    });
    const { id } = await orderFactory(db(), { data: { email: user.email } });
    await startSession(deps(), { userId: user.id, version: user.sessionVersion, userAgent: null });
    const after = await db().user.findUniqueOrThrow({
      where: { id: user.id },
      include: { roles: true, sessions: true, orders: true },
    });
    expect(after.roles.map(({ role }) => role)).toEqual(["user"]);
    expect(after.sessions.map(({ userAgent }) => userAgent.length).sort((a, b) => a - b)).toEqual([0, 300]);
    expect(after.orders.map((order) => order.id)).toEqual([id]);
  });
});
