import { describe, expect, it } from "vitest";
import { addMs, day } from "@/lib/base/time/time";
import { mailboxOf } from "@/lib/mail/address/address";
import { verifyPassword } from "@/lib/people/auth/passwords";
import { renewVerification } from "@/lib/people/customers/renew-verification";
import { signUp } from "@/lib/people/customers/sign-up";
import { verifyEmail } from "@/lib/people/customers/verify-email";
import {
  accountDeps,
  answerMails,
  followInOwnBrowser,
  lastLinkTo,
  linksTo,
  mailKindsTo,
  newNetwork,
  resetAndMail,
  signUpAndMail,
} from "../../support/accounts";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();
const deps = () => accountDeps(database.current);
const password = "quiet-harbour-9";
let counter = 0;
const newAddress = () => `new${++counter}@example.com`;

describe("signing up", () => {
  it.each<[string, string, () => Promise<{ email: string }>]>([
    ["with an account", "account-exists", () => customerFactory(db())],
    ["not yet verified", "verify-email", () => customerFactory(db(), { isVerified: false })],
    ["that is new", "verify-email", async () => ({ email: newAddress() })],
  ])("does the same work for an address %s, and tells its owner by mail: %s", async (_, kind, account) => {
    const { email } = await account();
    const deps = accountDeps(database.current);
    await signUpAndMail(deps, { email, password });
    expect(deps.hasher.work).toEqual({ hashes: 1, compares: 0 });
    expect(await mailKindsTo(db(), email)).toEqual([kind]);
  });

  it("refuses a common password before anything is done", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await expect(signUpAndMail(deps, { email, password: "password1" })).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: {
        password: expect.stringMatching(/^This is a commonly used password\. Add an unusual word/),
      },
    });
    expect(deps.hasher.work.hashes).toBe(0);
    expect(await deps.db.user.count({ where: { email } })).toBe(0);
  });

  it("gives the account no password until its link is followed", async () => {
    const { deps, token, find } = await signedUp();
    expect(await find()).toMatchObject({ passwordHash: null, name: null, emailVerifiedAt: null });
    await followInOwnBrowser(deps, token);
    const user = await find();
    expect(user).toMatchObject({ name: "Ada", emailVerifiedAt: deps.now });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
  });

  it("makes one account of ten sign-ups at once", async () => {
    const email = newAddress();
    const tries = Array.from({ length: 10 }, () =>
      signUpAndMail(accountDeps(database.current), { email, password }),
    );
    const codes = await Promise.all(tries.map(codeOf));
    // On a slow machine some wait too long for their turn to hash the password.
    expect(codes.filter((code) => code !== null && code !== "busy")).toEqual([]);
    expect(await db().user.count({ where: { email } })).toBe(1);
  });

  it("with an address that a stranger has used too often still gets its mail", async () => {
    const email = newAddress();
    const strangers = newNetwork();
    const attack = { email, password: "stranger-was-first", browser: "strangers", address: strangers };
    const codes: unknown[] = [];
    for (let nth = 0; nth < 5; nth++) codes.push(await codeOf(signUpAndMail(deps(), attack)));
    expect(codes).toEqual([null, null, null, null, "rate_limited"]);
    await signUpAndMail(deps(), { email, password, browser: "owners" });
    expect(await linksTo(db(), email, "verify-email")).toHaveLength(5);
    const own = await lastLinkTo(db(), email, "verify-email");
    await verifyEmail(deps(), { token: own, browser: "owners", password: "", isNew: false });
    const user = await db().user.findUniqueOrThrow({ where: { email } });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
  });

  it("sends at most ten mails an hour to one address, from all networks together, and says so", async () => {
    const email = newAddress();
    for (let i = 0; i < 10; i++) await signUpAndMail(deps(), { email, password });
    await expect(signUpAndMail(deps(), { email, password })).rejects.toMatchObject({
      code: "rate_limited",
      userMessage: expect.stringContaining("we are not sending another one yet"),
    });
    expect(await mailKindsTo(db(), email)).toHaveLength(10);
  });

  it("counts the mails to one mailbox, whatever stands behind its +", async () => {
    const mailbox = newAddress();
    const variant = (nth: number) => mailbox.replace("@", `+${nth}@`);
    for (let nth = 0; nth < 10; nth++) await signUpAndMail(deps(), { email: variant(nth), password });
    expect(await codeOf(signUpAndMail(deps(), { email: variant(10), password }))).toBe("rate_limited");
  });

  it.each(["a+1@example.com", "One.Two+3@googlemail.com", "o.n.e@gmail.com", "a.b@example.com", "+1@x.co"])(
    "names the mailbox of %s as the velocity rules do",
    async (email) => {
      const [row] = await db().$queryRaw<{ key: string }[]>`SELECT email_key(${email}) AS key`;
      expect(mailboxOf(email)).toBe(row?.key);
    },
  );

  it("mails the owner of an existing account once an hour", async () => {
    const { email } = await customerFactory(db());
    for (let i = 0; i < 3; i++) await signUpAndMail(deps(), { email, password });
    expect(await mailKindsTo(db(), email)).toEqual(["account-exists"]);
  });

  it("mails once when its job runs twice", async () => {
    const deps = accountDeps(database.current);
    const email = newAddress();
    await signUp(deps, { email, password, name: null, address: newNetwork(), browser: "any" });
    await deps.db.$executeRaw`
      INSERT INTO graphile_worker._private_jobs (task_id, payload)
      SELECT task_id, payload FROM graphile_worker._private_jobs WHERE payload->>'sealed' IS NOT NULL`;
    await answerMails(deps);
    expect(await mailKindsTo(deps.db, email)).toEqual(["verify-email"]);
  });
});

/** Signs up; returns the token in the mail and the account as it then is. */
async function signedUp(typed: { password: string; name: string } = { password, name: "Ada" }) {
  const deps = accountDeps(database.current);
  const email = newAddress();
  await signUpAndMail(deps, { email, ...typed });
  const token = await lastLinkTo(deps.db, email, "verify-email");
  const find = () => deps.db.user.findUniqueOrThrow({ where: { email } });
  return { deps, email, token, find };
}

describe("the verification link", () => {
  /** The link of a sign-up with another person's address; it is in that person's inbox. */
  const strangersLink = () => signedUp({ password: "stranger-was-first", name: "Stranger" });

  it.each([
    ["another browser", "browser-of-the-owner"],
    ["a browser that never signed up", null],
  ])("opens nothing by itself in %s", async (_where, browser) => {
    const { deps, token, find } = await strangersLink();
    const followed = verifyEmail(deps, { token, browser, password: "", isNew: false });
    await expect(followed).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { password: expect.any(String) },
    });
    expect(await find()).toMatchObject({ emailVerifiedAt: null, passwordHash: null });
  });

  it("of a stranger's sign-up lets the owner choose a password, and gives the stranger no access", async () => {
    const { deps, token, find } = await strangersLink();
    await verifyEmail(deps, { token, browser: "browser-of-the-owner", password, isNew: true });
    const user = await find();
    expect(user).toMatchObject({ emailVerifiedAt: deps.now, name: null });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    expect(await verifyPassword(user.passwordHash, "stranger-was-first")).toBe(false);
  });

  it("takes a new password also in the browser of the sign-up", async () => {
    const { deps, token, find } = await strangersLink();
    await verifyEmail(deps, { token, browser: "browser-of-the-sign-up", password, isNew: true });
    expect(await verifyPassword((await find()).passwordHash, password)).toBe(true);
  });

  it("asks in another browser for the password of its sign-up, and refuses any other", async () => {
    const { deps, token, find } = await signedUp();
    const elsewhere = { token, browser: null, isNew: false };
    await expect(verifyEmail(deps, { ...elsewhere, password: "not-the-one-5" })).rejects.toMatchObject({
      fieldErrors: { password: "This is not the password of that sign-up. Try again, or set a new one." },
    });
    await verifyEmail(deps, { ...elsewhere, password });
    expect(await find()).toMatchObject({ name: "Ada", emailVerifiedAt: deps.now });
  });

  it("refuses a weak new password, and stays valid", async () => {
    const { deps, token } = await strangersLink();
    const typed = { token, browser: null, isNew: true };
    await expect(verifyEmail(deps, { ...typed, password: "password1" })).rejects.toMatchObject({
      fieldErrors: { password: expect.stringMatching(/^This is a commonly used password\./) },
    });
    await verifyEmail(deps, { ...typed, password });
  });

  it("sets the password of its own sign-up, and voids every other one of the address", async () => {
    const email = newAddress();
    await signUpAndMail(deps(), { email, password: "stranger-was-first", name: "Stranger" });
    await signUpAndMail(deps(), { email, password, name: "Owner" });
    await signUpAndMail(deps(), { email, password: "stranger-again-8", name: "Stranger" });
    const [first = "", own = "", third = ""] = await linksTo(db(), email, "verify-email");
    await followInOwnBrowser(deps(), own);
    expect(await codeOf(followInOwnBrowser(deps(), first))).toBe("link_used");
    expect(await codeOf(followInOwnBrowser(deps(), third))).toBe("link_used");
    expect(await codeOf(followInOwnBrowser(deps(), own))).toBe("link_used");
    const user = await db().user.findUniqueOrThrow({ where: { email } });
    expect(user.name).toBe("Owner");
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    expect(await db().emailToken.count({ where: { userId: user.id, passwordHash: { not: null } } })).toBe(0);
  });

  it("works once, also for ten clicks at once", async () => {
    const { deps, token } = await signedUp();
    const clicks = Array.from({ length: 10 }, () => followInOwnBrowser(deps, token));
    expect(await countSucceeded(clicks)).toBe(1);
  });

  it("never replaces a password that the account has got meanwhile", async () => {
    const { deps, email, token, find } = await strangersLink();
    await deps.db.user.update({ where: { email }, data: { emailVerifiedAt: deps.now, passwordHash: "own" } });
    expect(await codeOf(followInOwnBrowser(deps, token))).toBe("link_used");
    expect((await find()).passwordHash).toBe("own");
  });

  it("is refused as another kind of link, or when it was changed", async () => {
    const { deps, email, token: link } = await signedUp();
    await resetAndMail(deps, email);
    const other = await lastLinkTo(deps.db, email, "reset-password");
    const changed = link.slice(0, -1) + (link.endsWith("A") ? "B" : "A");
    expect(await codeOf(followInOwnBrowser(deps, other))).toBe("link_unknown");
    expect(await codeOf(followInOwnBrowser(deps, changed))).toBe("link_unknown");
  });

  it.each(["", "x".repeat(43), "' OR 1=1 --"])("that was never made is refused: '%s'", async (token) => {
    const { deps } = await signedUp();
    expect(await codeOf(followInOwnBrowser(deps, token))).toBe("link_unknown");
  });

  it("ends after a day, and is replaced by one that works in the same browser", async () => {
    const { deps, email, token: link, find } = await signedUp();
    const later = { ...deps, now: addMs(deps.now, day) };
    expect(await codeOf(followInOwnBrowser(later, link))).toBe("link_expired");
    await renewVerification(later, { token: link, address: newNetwork() });
    const renewed = await lastLinkTo(deps.db, email, "verify-email");
    expect(renewed).not.toBe(link);
    await followInOwnBrowser(later, renewed);
    expect(await verifyPassword((await find()).passwordHash, password)).toBe(true);
    expect(await codeOf(renewVerification(later, { token: link, address: newNetwork() }))).toBe("link_used");
  });

  it("is stored nowhere in the database, nor is the password, nor, in the queue, the address", async () => {
    const email = newAddress();
    const readJobs = () => db().$queryRaw`SELECT payload::text FROM graphile_worker._private_jobs`;
    await signUp(deps(), { email, password, name: "Ada", address: newNetwork(), browser: "b".repeat(27) });
    const asked = JSON.stringify(await readJobs());
    expect(asked).toContain("sealed");
    expect([email, password, "argon2", "Ada"].filter((text) => asked.includes(text))).toEqual([]);
    await answerMails(deps());
    const link = await lastLinkTo(db(), email, "verify-email");
    const [tokens, mails] = [await db().emailToken.findMany(), await db().emailLog.findMany()];
    const all = JSON.stringify([tokens, mails, await readJobs()]);
    expect(all).toContain(email);
    expect([link, password, "b".repeat(27)].filter((text) => all.includes(text))).toEqual([]);
  });

  it("gives the account the address's guest orders, which the sign-up alone did not", async () => {
    const order = await orderFactory(db());
    await signUpAndMail(deps(), { email: order.email, password });
    const owner = () => db().order.findUniqueOrThrow({ where: { id: order.id }, select: { userId: true } });
    expect(await owner()).toEqual({ userId: null });
    await followInOwnBrowser(deps(), await lastLinkTo(db(), order.email, "verify-email"));
    const user = await db().user.findUniqueOrThrow({ where: { email: order.email } });
    expect(await owner()).toEqual({ userId: user.id });
  });
});
