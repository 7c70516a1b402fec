import { describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/auth/passwords";
import { renewVerification } from "@/lib/customers/renew-verification";
import { signUp } from "@/lib/customers/sign-up";
import { verifyEmail } from "@/lib/customers/verify-email";
import { addMs, day, hour, minute } from "@/lib/time";
import { accountDeps, lastLinkTo, linksTo, mailKindsTo } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";

const database = useDatabase();
const password = "quiet-harbour-9";
let counter = 0;
const newAddress = () => `new${++counter}@example.com`;

describe("signing up", () => {
  it("does and answers the same for an address with an account, without one, and with an unverified one", async () => {
    const { db } = database.current;
    const { email: known } = await customerFactory(db);
    const { email: unverified } = await customerFactory(db, { isVerified: false });
    for (const email of [known, unverified, newAddress()]) {
      const deps = accountDeps(database.current);
      expect(await signUp(deps, { email, password, name: null })).toBeUndefined();
      expect(deps.hasher.work).toEqual({ hashes: 1, compares: 0 });
    }
    expect(await mailKindsTo(db, known)).toEqual(["account-exists"]);
    expect(await mailKindsTo(db, unverified)).toEqual(["verify-email"]);
  });

  it("refuses a common password before anything is done", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await expect(signUp(deps, { email, password: "password1", name: null })).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { password: expect.stringMatching(/^This is a commonly used password\. Add a word/) },
    });
    expect(deps.hasher.work.hashes).toBe(0);
    expect(await deps.db.user.count({ where: { email } })).toBe(0);
  });

  it("gives the account no password until its link is followed", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password, name: "Ada" });
    expect(await deps.db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      passwordHash: null,
      name: null,
      emailVerifiedAt: null,
    });
    await verifyEmail(deps, await lastLinkTo(deps.db, email, "verify-email"));
    const user = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ name: "Ada", emailVerifiedAt: deps.now });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
  });

  it("makes one account of ten sign-ups at once", async () => {
    const email = newAddress();
    const tries = Array.from({ length: 10 }, () =>
      signUp(accountDeps(database.current), { email, password, name: null }),
    );
    await Promise.all(tries);
    expect(await database.current.db.user.count({ where: { email } })).toBe(1);
  });

  it("sends at most five links an hour to one address, and says nothing about it", async () => {
    const email = newAddress();
    const deps = accountDeps(database.current);
    for (let i = 0; i < 7; i++) await signUp(deps, { email, password, name: null });
    expect(await mailKindsTo(deps.db, email)).toHaveLength(5);
    await signUp({ ...deps, now: addMs(deps.now, hour + minute) }, { email, password, name: null });
    expect(await mailKindsTo(deps.db, email)).toHaveLength(6);
  });

  it("tells the owner of an account once an hour", async () => {
    const deps = accountDeps(database.current);
    const { email } = await customerFactory(deps.db);
    for (let i = 0; i < 3; i++) await signUp(deps, { email, password, name: null });
    expect(await mailKindsTo(deps.db, email)).toEqual(["account-exists"]);
  });
});

describe("the verification link", () => {
  it("brings the password of its own sign-up, and makes every other one of the address void", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password: "stranger-was-first", name: "Stranger" });
    await signUp(deps, { email, password, name: "Owner" });
    await signUp(deps, { email, password: "stranger-again-8", name: "Stranger" });
    const [first = "", own = "", third = ""] = await linksTo(deps.db, email, "verify-email");
    await verifyEmail(deps, own);
    for (const other of [first, third, own]) {
      await expect(verifyEmail(deps, other)).rejects.toMatchObject({ code: "link_used" });
    }
    const user = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(user.name).toBe("Owner");
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    expect(await deps.db.emailToken.count({ where: { userId: user.id, passwordHash: { not: null } } })).toBe(
      0,
    );
  });

  it("works once, of ten clicks at once too", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password, name: null });
    const link = await lastLinkTo(deps.db, email, "verify-email");
    const clicks = await Promise.allSettled(Array.from({ length: 10 }, () => verifyEmail(deps, link)));
    expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is of no use as another kind of link, changed, or never made", async () => {
    const deps = accountDeps(database.current);
    for (const token of ["", "x".repeat(43), "' OR 1=1 --"]) {
      await expect(verifyEmail(deps, token)).rejects.toMatchObject({ code: "link_unknown" });
    }
  });

  it("ends after a day, and is replaced by one that brings the same password", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password, name: "Ada" });
    const link = await lastLinkTo(deps.db, email, "verify-email");
    const later = { ...deps, now: addMs(deps.now, day) };
    await expect(verifyEmail(later, link)).rejects.toMatchObject({ code: "link_expired" });
    await renewVerification(later, link);
    const renewed = await lastLinkTo(deps.db, email, "verify-email");
    expect(renewed).not.toBe(link);
    await verifyEmail(later, renewed);
    const user = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    await expect(renewVerification(later, link)).rejects.toMatchObject({ code: "link_used" });
  });

  it("is nowhere in the database: neither it nor the password", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password, name: null });
    const link = await lastLinkTo(deps.db, email, "verify-email");
    const [tokens, mails] = [await deps.db.emailToken.findMany(), await deps.db.emailLog.findMany()];
    const jobs = await deps.db.$queryRaw`SELECT payload::text FROM graphile_worker._private_jobs`;
    const all = JSON.stringify([tokens, mails, jobs]);
    expect(all).toContain(email);
    expect(all).not.toContain(link);
    expect(all).not.toContain(password);
  });

  it("gives the account the address's guest orders, which the sign-up alone did not", async () => {
    const deps = accountDeps(database.current);
    const order = await orderFactory(deps.db);
    await signUp(deps, { email: order.email, password, name: null });
    const owner = () =>
      deps.db.order.findUniqueOrThrow({ where: { id: order.id }, select: { userId: true } });
    expect(await owner()).toEqual({ userId: null });
    await verifyEmail(deps, await lastLinkTo(deps.db, order.email, "verify-email"));
    const user = await deps.db.user.findUniqueOrThrow({ where: { email: order.email } });
    expect(await owner()).toEqual({ userId: user.id });
  });
});
