import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { type StaffRole, staffRoles } from "@/lib/people/auth/roles";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { dropSecondFactors } from "./second-factor";
import { endAllSessions } from "./sessions";

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
    const { userId } = await makeAdmin(tx, { email: address, passwordHash, role: "owner", now: deps.now });
    await recordAudit(tx, { actor: { id: null, email: "ops" } }, "admin.created", ["user", userId], {
      after: { email: address },
    });
    return true;
  });
}

type AdminAccount = { email: string; passwordHash: string; role: StaffRole; now: Date };

/**
 * Makes the address's account, or a new one, an administrator's with this password and role, in the caller's transaction.
 * Sessions, second factors and a Google account that it had are gone; the second factor is set up at the first sign-in.
 */
export async function makeAdmin(
  tx: Tx,
  { email, passwordHash, role, now }: AdminAccount,
): Promise<Authenticated> {
  const account = { passwordHash, emailVerifiedAt: now };
  const { id: userId } = await tx.user.upsert({
    where: { email },
    create: { id: newId(), email, ...account },
    update: account,
  });
  const version = await endAllSessions(tx, userId, now);
  await dropSecondFactors(tx, userId);
  await tx.account.deleteMany({ where: { userId } });
  await tx.userRole.deleteMany({ where: { userId, role: { in: [...staffRoles] } } });
  await tx.userRole.createMany({
    data: ["user", "admin", role].map((name) => ({ id: newId(), userId, role: name })),
    skipDuplicates: true,
  });
  return { userId, version };
}
