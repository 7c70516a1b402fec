import { beforeEach, describe, expect, it } from "vitest";
import { findPerson } from "@/lib/operator/reporting/find-person";
import { listPeople, personFilterSchema } from "@/lib/operator/reporting/list-people";
import { findCustomer } from "@/lib/people/customers/find-customers";
import { resendVerification } from "@/lib/people/customers/renew-verification";
import { resetPassword } from "@/lib/people/customers/reset-password";
import { grantRole } from "@/lib/people/customers/staff";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { changesAtOnce, refreshCustomers } from "@/lib/running/worker/refresh-customers";
import {
  accountDeps,
  followInOwnBrowser,
  lastLinkTo,
  mailKindsTo,
  signUpAndMail,
} from "../../support/accounts";
import { codeOf, textOf, useDatabase } from "../../support/database";
import {
  auditedActions,
  auditOf,
  byOps,
  customerFactory,
  disputeFactory,
  orderFactory,
} from "../../support/factories";

const { database, db } = useDatabase();

const deps = () => accountDeps(database.current);

const audited = (subjectId: string) => auditedActions(db(), subjectId);
const isAdmin = async (userId: string) =>
  (await db().userRole.count({ where: { userId, role: "admin" } })) === 1;
const openSessions = (userId: string) => db().userSession.count({ where: { userId, revokedAt: null } });

beforeEach(async () => {
  await db().userRole.deleteMany({ where: { role: "admin" } });
});

/** A page of the list after a sweep. */
async function page(filter: object, size: number) {
  while ((await refreshCustomers(db())) === changesAtOnce);
  return listPeople(db(), personFilterSchema.parse(filter), size);
}

describe("the list of customers", () => {
  it("finds by a part of an address, page by page, and leaves out deleted accounts", async () => {
    for (const name of ["b", "a", "c"]) await customerFactory(db(), { email: `find-me-${name}@example.com` });
    await customerFactory(db(), { email: "not-me@example.com" });
    const gone = await customerFactory(db(), { email: "find-me-gone@example.com" });
    await deleteAccount(db(), gone.id, byOps);
    const first = await page({ q: "nd-me" }, 2);
    expect(first.rows.map(({ email }) => email)).toEqual(["find-me-a@example.com", "find-me-b@example.com"]);
    const second = await page({ q: "nd-me", after: first.next }, 2);
    expect(second.rows.map(({ email }) => email)).toEqual(["find-me-c@example.com"]);
    expect(second.next).toBeNull();
    for (const q of ["%", "find_me", "deleted-", "find-me-gone"])
      expect((await page({ q }, 2)).rows, q).toEqual([]);
  });

  it("can show administrators only", async () => {
    const admin = await customerFactory(db(), { roles: ["user", "admin", "owner"] });
    const { rows } = await page({ role: "admin" }, 10);
    expect(rows.map(({ id }) => id)).toEqual([admin.id]);
    expect(await findCustomer(db(), admin.id)).toMatchObject({ role: "owner", devices: 0 });
  });
});

describe("the list of people", () => {
  const guestOrder = (email: string, data: object = {}) => orderFactory(db(), { data: { email, ...data } });
  const seen = async (given: object, size = 10) => (await page(given, size)).rows;

  it("has a guest's address once, between the accounts, with what it is worth", async () => {
    await customerFactory(db(), { email: "mix-b@example.com" });
    for (const at of [1, 2, 3]) await guestOrder("mix-a@example.com", { refundedCents: at === 1 ? 349 : 0 });
    const { id } = await guestOrder("mix-c@example.com");
    await disputeFactory(db(), id);
    await db().note.create({
      data: { email: "mix-c@example.com", body: "Careful", author: "a@example.com" },
    });
    const rows = await seen({ q: "mix-" });
    expect(rows).toMatchObject([
      { email: "mix-a@example.com", id: null, orders: 3, netCents: 3 * 1349 - 349, refundedOrders: 1 },
      { email: "mix-b@example.com", id: expect.any(String), orders: 0, netCents: 0 },
      { email: "mix-c@example.com", id: null, orders: 1, disputes: 1, notes: 1 },
    ]);
    expect((await seen({ q: "mix-", role: "guest" })).map(({ email }) => email)).toEqual([
      "mix-a@example.com",
      "mix-c@example.com",
    ]);
    expect((await seen({ q: "mix-", role: "account" })).map(({ email }) => email)).toEqual([
      "mix-b@example.com",
    ]);
  });

  it("counts an account's guest orders with its own, in one row", async () => {
    const user = await customerFactory(db(), { email: "both@example.com" });
    await guestOrder("both@example.com");
    await guestOrder("elsewhere-both@example.com", { userId: user.id });
    expect(await seen({ q: "both@" })).toMatchObject([{ id: user.id, orders: 2, netCents: 2 * 1349 }]);
    const person = await findPerson(db(), { userId: user.id, email: user.email });
    expect(person.orders).toHaveLength(2);
  });

  it("has a guest who only wrote a ticket, until the ticket is gone", async () => {
    const { id } = await db().supportTicket.create({
      data: { email: "wrote-only@example.com", subject: "General Support", message: "Hello" },
    });
    expect(await seen({ q: "wrote-only" })).toMatchObject([
      { id: null, orders: 0, tickets: 1, lastOrderAt: null },
    ]);
    await db().supportTicket.delete({ where: { id } });
    expect(await seen({ q: "wrote-only" })).toEqual([]);
  });

  it("follows an address that changes, a refund, and an account that takes its guest orders over", async () => {
    const { id } = await guestOrder("moves-a@example.com");
    const listed = async () =>
      (await seen({ q: "moves-", sort: "value" })).map(({ email, netCents }) => [email, netCents]);
    expect(await listed()).toEqual([["moves-a@example.com", 1349]]);
    await db().order.update({ where: { id }, data: { email: "moves-b@example.com", refundedCents: 349 } });
    expect(await listed()).toEqual([["moves-b@example.com", 1000]]);
    const user = await customerFactory(db(), { email: "moves-c@example.com" });
    await db().order.update({ where: { id }, data: { userId: user.id } });
    expect(await listed()).toEqual([["moves-c@example.com", 1000]]);
  });

  it.each([
    ["address", "abcd"],
    ["value", "cabd"],
    ["refunds", "bdca"],
    ["newest", "abcd"],
  ])("is sorted by %s, page by page", async (sort, expected) => {
    const of = (letter: string) => `${letter}@by-${sort}.example`;
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) });
    await guestOrder(of("a"), at(9));
    await guestOrder(of("b"), { ...at(8), refundedCents: 1000 });
    for (const day of [6, 7]) await guestOrder(of("c"), at(day));
    await customerFactory(db(), { email: of("d") });
    let letters = "";
    let after: string | null = null;
    do {
      const { rows, next } = await page({ q: of(""), sort, after }, 1);
      letters += rows.map(({ email }) => email.charAt(0)).join("");
      after = next;
    } while (after);
    expect(letters).toBe(expected);
  });

  it("goes through every guest once, page by page", async () => {
    for (let at = 0; at < 9; at += 1) await guestOrder(`paged-${at % 5}@example.com`);
    const emails: string[] = [];
    let after: string | null = null;
    do {
      const { rows, next } = await page({ q: "paged-", after }, 2);
      emails.push(...rows.map(({ email }) => email));
      after = next;
    } while (after);
    expect(emails).toEqual([0, 1, 2, 3, 4].map((at) => `paged-${at}@example.com`));
  });
});

describe("granting the admin role", () => {
  it("voids all former credentials, and lets the owner in only by a link and a long password", async () => {
    const user = await customerFactory(db(), { passwordHash: "short" });
    await db().userSession.create({ data: { userId: user.id, userAgent: "test" } });
    await grantRole(deps(), { userId: user.id, role: "owner", ...byOps });
    expect(await isAdmin(user.id)).toBe(true);
    expect(await openSessions(user.id)).toBe(0);
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash).toBeNull();
    const token = await lastLinkTo(db(), user.email, "administrator");
    const short = resetPassword(deps(), { token, password: "nine char" });
    expect(await codeOf(short)).toBe("invalid_input");
    await resetPassword(deps(), { token, password: "a phrase of the night watch" });
    expect(await audited(user.id)).toEqual(["role.granted", "password.reset"]);
  });

  it("is done once", async () => {
    const user = await customerFactory(db());
    const grant = () => grantRole(deps(), { userId: user.id, role: "owner", ...byOps });
    expect([await grant(), await grant()]).toEqual([true, false]);
    expect(await audited(user.id)).toEqual(["role.granted"]);
    expect(await mailKindsTo(db(), user.email)).toEqual(["administrator"]);
  });
});

describe("an administrator", () => {
  it("anonymises a customer as the customer would, and the log has no personal data", async () => {
    const user = await customerFactory(db(), { email: "to-be-nobody@example.com", name: "Nora Body" });
    await deleteAccount(db(), user.id, byOps);
    expect(await findCustomer(db(), user.id)).toBeNull();
    const entries = await auditOf(db(), user.id);
    expect(entries).toMatchObject([{ action: "user.anonymized" }]);
    expect(textOf(entries)).not.toMatch(/to-be-nobody|Nora/);
  });

  it("can't anonymise the own account", async () => {
    const admin = await customerFactory(db(), { roles: ["user", "admin"] });
    expect(await codeOf(deleteAccount(db(), admin.id))).toBe("forbidden");
    expect(await audited(admin.id)).toEqual([]);
  });

  it("sends a verification again, and the new link opens the account with the sign-up's password", async () => {
    const email = "waiting@example.com";
    await signUpAndMail(deps(), { email, password: "the tide comes in twice", name: "Wren" });
    const user = await db().user.findUniqueOrThrow({ where: { email } });
    await resendVerification(deps(), { userId: user.id, ...byOps });
    expect(await mailKindsTo(db(), email)).toEqual(["verify-email", "verify-email"]);
    await followInOwnBrowser(deps(), await lastLinkTo(db(), email, "verify-email"));
    const after = await db().user.findUniqueOrThrow({ where: { email } });
    expect(after).toMatchObject({ name: "Wren", emailVerifiedAt: expect.any(Date) });
    expect(after.passwordHash).not.toBeNull();
    expect(await codeOf(resendVerification(deps(), { userId: user.id, ...byOps }))).toBe("link_used");
    expect(await audited(user.id)).toEqual(["verification.resent"]);
  });
});
