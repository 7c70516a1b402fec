import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { type StaffRole, staffRoles } from "@/lib/people/auth/roles";
import { findCustomer } from "@/lib/people/customers/find-customers";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { grantRole, revokeRole } from "@/lib/people/customers/staff";
import { accountDeps, mailKindsTo } from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { auditOf, byOps, customerFactory } from "../../support/factories";

const { database, db } = useDatabase();

beforeEach(async () => {
  await db().userRole.deleteMany({ where: { role: { not: "user" } } });
});

type Person = { id: string; email: string };
const staff = (...roles: string[]): Promise<Person> =>
  customerFactory(db(), { roles: ["user", "admin", ...roles] });
const grant = (actor: { id: string | null; email: string }, to: Person, role: StaffRole) =>
  grantRole(accountDeps(database.current), { userId: to.id, role, actor, reason: "a test" });
const revoke = (actor: Person, from: Person) =>
  revokeRole(db(), { userId: from.id, actor, reason: "a test" });
const roleOf = async ({ id }: Person) => (await findCustomer(db(), id))?.role ?? null;

describe("a role", () => {
  it("is changed by an owner: the account is signed out, keeps its password, and the log has both roles", async () => {
    const owner = await staff("owner");
    const other = await customerFactory(db(), { roles: ["user", "admin", "support"], passwordHash: "kept" });
    await db().userSession.create({ data: { userId: other.id, userAgent: "test" } });
    await grant(owner, other, "finance");
    expect(await roleOf(other)).toBe("finance");
    expect(await db().userSession.count({ where: { userId: other.id, revokedAt: null } })).toBe(0);
    const user = await db().user.findUniqueOrThrow({ where: { id: other.id } });
    expect(user).toMatchObject({ passwordHash: "kept", sessionVersion: 1 });
    expect(await mailKindsTo(db(), other.email)).toEqual([]);
    await grant(owner, other, "finance");
    expect(await auditOf(db(), other.id)).toMatchObject([
      {
        action: "role.granted",
        actorId: owner.id,
        before: { role: "support" },
        after: { role: "finance" },
      },
    ]);
  });

  it.each(staffRoles)("of oneself can't be raised, lowered or removed as %s", async (role) => {
    await staff("owner");
    const person = await staff(role);
    for (const wanted of staffRoles)
      expect.soft(await codeOf(grant(person, person, wanted)), wanted).toBe("conflict");
    expect(await codeOf(revoke(person, person))).toBe("conflict");
    expect(await roleOf(person)).toBe(role);
  });

  it.each(["finance", "support", "catalogue", "read_only"] as const)(
    "can't be granted or removed by %s staff",
    async (role) => {
      const [owner, person] = [await staff("owner"), await staff(role)];
      const customer = await customerFactory(db());
      expect(await codeOf(grant(person, customer, "read_only"))).toBe("forbidden");
      expect(await codeOf(grant(person, owner, "support"))).toBe("forbidden");
      expect(await codeOf(revoke(person, owner))).toBe("forbidden");
      expect([await roleOf(owner), await roleOf(customer)]).toEqual(["owner", null]);
    },
  );

  it("lets support sign customers out, and only owners an administrator", async () => {
    const [owner, support] = [await staff("owner"), await staff("support")];
    const customer = await customerFactory(db());
    const signOut = (actor: Person, { id }: Person) =>
      signOutEverywhere(db(), id, { actor, reason: "a test" });
    await signOut(support, customer);
    expect(await codeOf(signOut(support, owner))).toBe("forbidden");
    await signOut(owner, support);
    const versions = await db().user.findMany({ where: { id: { in: [owner.id, support.id, customer.id] } } });
    const versionOf = ({ id }: Person) => versions.find((user) => user.id === id)?.sessionVersion;
    expect([owner, support, customer].map(versionOf)).toEqual([0, 1, 1]);
    expect(await auditOf(db(), customer.id)).toMatchObject([
      { action: "user.signed_out", actorId: support.id, reason: "a test" },
    ]);
  });

  it("must be a known one, and at most one, by the database's constraints", async () => {
    const person = await staff("support");
    const row = (role: string) => db().userRole.create({ data: { userId: person.id, role } });
    await expect(row("finance")).rejects.toThrow();
    await expect(row("superuser")).rejects.toThrow();
    expect(await roleOf(person)).toBe("support");
  });

  it("ends with the admin role, and so do sessions and second factor; it does not return with the next grant", async () => {
    const [owner, person] = [await staff("owner"), await staff("finance")];
    const enrolled = { totpSecretSealed: "sealed", totpConfirmedAt: new Date() };
    await db().user.update({ where: { id: person.id }, data: enrolled });
    await db().userSession.create({ data: { userId: person.id, userAgent: "test" } });
    await revoke(owner, person);
    expect(await roleOf(person)).toBeNull();
    expect(await db().userSession.count({ where: { userId: person.id, revokedAt: null } })).toBe(0);
    const forgotten = { totpSecretSealed: null, totpConfirmedAt: null };
    expect(await db().user.findUnique({ where: { id: person.id } })).toMatchObject(forgotten);
    expect(await auditOf(db(), person.id)).toMatchObject([{ action: "role.revoked" }]);
    expect(await db().userRole.findMany({ where: { userId: person.id } })).toMatchObject([{ role: "user" }]);
    await grant(owner, person, "read_only");
    expect(await roleOf(person)).toBe("read_only");
  });
});

describe("an administrator without a staff role", () => {
  it("has no role, may change none, and can be given one", async () => {
    const [owner, bare] = [await staff("owner"), await staff()];
    const customer = await customerFactory(db());
    expect(await roleOf(bare)).toBeNull();
    expect(await codeOf(grant(bare, customer, "owner"))).toBe("forbidden");
    await grant(owner, bare, "support");
    expect(await roleOf(bare)).toBe("support");
  });

  it("of release 1.0.0 becomes an owner by the migration, which changes no one else", async () => {
    const [bare, finance, customer] = [await staff(), await staff("finance"), await customerFactory(db())];
    const migration = "prisma/migrations/20261128210000_owners_have_a_row/migration.sql";
    await db().$executeRawUnsafe(readFileSync(migration, "utf8"));
    await db().$executeRawUnsafe(readFileSync(migration, "utf8"));
    expect(await Promise.all([bare, finance, customer].map(roleOf))).toEqual(["owner", "finance", null]);
  });
});

describe("the last owner", () => {
  it("can't be demoted or removed, however many other administrators there are", async () => {
    const [last, finance] = [await staff("owner"), await staff("finance")];
    expect(await codeOf(grant(byOps.actor, last, "finance"))).toBe("conflict");
    expect(await codeOf(revokeRole(db(), { userId: last.id, ...byOps }))).toBe("conflict");
    await grant(last, finance, "owner");
    await grant(finance, last, "support");
    expect([await roleOf(last), await roleOf(finance)]).toEqual(["support", "owner"]);
  });

  it.each([
    ["demote", (one: Person, other: Person) => grant(one, other, "support")],
    ["remove", revoke],
  ])("stays when two owners %s each other at the same moment", async (_, change) => {
    await db().userRole.deleteMany({ where: { role: { not: "user" } } });
    const [one, other] = [await staff("owner"), await staff("owner")];
    const codes = await Promise.all([change(one, other), change(other, one)].map(codeOf));
    expect(codes.toSorted()).toEqual(["forbidden", null]);
    expect([await roleOf(one), await roleOf(other)].filter((role) => role === "owner")).toHaveLength(1);
  });
});
