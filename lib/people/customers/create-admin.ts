import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { staffRoles } from "@/lib/people/auth/roles";
import { dropSecondFactors } from "./second-factor";

type NewAdmin = {
  email: string;
  password: string;
  /** Only while there has never been an administrator. */
  onlyTheFirst?: boolean;
};

/**
 * Creates an owner: a verified account with this password and the admin role. An existing account of the address loses
 * its sessions, second factors and Google account. Not reachable by a web request. The second factor is set up at the
 * first sign-in. Returns false when `onlyTheFirst` found an earlier administrator. Errors: invalid_input for a weak
 * password.
 */
export async function createAdmin(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  { email, password, onlyTheFirst = false }: NewAdmin,
): Promise<boolean> {
  const address = email.normalize("NFKC").toLowerCase();
  await requireGoodPassword(password, { email: address, isAdmin: true });
  const passwordHash = await deps.hasher.hash(password);
  return deps.db.$transaction(async (tx) => {
    // If two processes start at once, only one creates the administrator.
    await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
    if (onlyTheFirst && (await tx.auditEntry.count({ where: { action: "admin.created" } })) > 0) return false;
    if (onlyTheFirst && (await tx.userRole.count({ where: { role: "admin" } })) > 0) return false;
    const account = { passwordHash, emailVerifiedAt: deps.now };
    const user = await tx.user.upsert({
      where: { email: address },
      create: { id: newId(), email: address, ...account },
      update: { ...account, sessionVersion: { increment: 1 } },
    });
    await dropSecondFactors(tx, user.id);
    await tx.userSession.updateMany({
      where: { userId: user.id, revokedAt: null },
      data: { revokedAt: deps.now },
    });
    await tx.account.deleteMany({ where: { userId: user.id } });
    await tx.userRole.deleteMany({ where: { userId: user.id, role: { in: [...staffRoles] } } });
    await tx.userRole.createMany({
      data: ["user", "admin", "owner"].map((role) => ({ id: newId(), userId: user.id, role })),
      skipDuplicates: true,
    });
    await recordAudit(tx, { actor: { id: null, email: "ops" } }, "admin.created", ["user", user.id], {
      after: { email: address },
    });
    return true;
  });
}
