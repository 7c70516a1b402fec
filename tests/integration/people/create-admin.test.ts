import { describe, expect, it } from "vitest";
import { argon2Hasher, verifyPassword } from "@/lib/people/auth/passwords";
import { createAdmin } from "@/lib/people/customers/create-admin";
import { codeOf, useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";

const { db } = useDatabase();
const password = "a long enough phrase";

function create(email: string, options: { password?: string; onlyTheFirst?: boolean } = {}) {
  return createAdmin({ db: db(), hasher: argon2Hasher, now: new Date() }, { email, password, ...options });
}

describe("an administrator", () => {
  it("made at the shop's start is made once, however many processes start", async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => create("first@admin.example", { onlyTheFirst: true })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it("is not made again at a later start, even when no user has the role any more", async () => {
    await create("gone@admin.example");
    await db().userRole.deleteMany({ where: { role: "admin" } });
    expect(await create("second@admin.example", { onlyTheFirst: true })).toBe(false);
    expect(await db().userRole.count({ where: { role: "admin" } })).toBe(0);
  });

  it("may be a customer who has an account: the password is replaced, and every earlier session ends", async () => {
    const user = await customerFactory(db(), { email: "customer@admin.example", passwordHash: "old" });
    await db().userSession.create({ data: { userId: user.id, userAgent: "test" } });
    expect(await create("Customer@Admin.example")).toBe(true);
    const after = await db().user.findUniqueOrThrow({
      where: { id: user.id },
      include: { roles: true, sessions: true },
    });
    expect(after.roles.map(({ role }) => role).sort()).toEqual(["admin", "owner", "user"]);
    expect(after.sessionVersion).toBe(user.sessionVersion + 1);
    expect(after.sessions.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(await verifyPassword(after.passwordHash, password)).toBe(true);
    expect(await db().auditEntry.count({ where: { action: "admin.created", subjectId: user.id } })).toBe(1);
  });

  it.each(["short pass", "123456789012", "password1234"])("is refused with the password %s", async (weak) => {
    expect(await codeOf(create("weak@admin.example", { password: weak }))).toBe("invalid_input");
  });
});
