import { type Actor, type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { conflict, forbidden, notFound } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { type StaffRole, staffRoleOf, staffRoles } from "@/lib/people/auth/roles";
import { administratorMail } from "./account-mails";
import { dropEmailTokens, issueEmailToken } from "./email-token";
import { dropSecondFactors } from "./second-factor";
import { endAllSessions } from "./sessions";

/**
 * Gives an account a staff role in place of the one it has, and ends its sessions. A customer becomes an administrator:
 * Google is disconnected, and password, second factor and passkeys are removed; a mailed link sets a new password, and
 * the second factor is set up at the first sign-in. Returns false, and changes nothing, for the role that the account
 * has. Errors: not_found; forbidden for an actor who is not an owner; conflict for an unverified address, the actor's
 * own role, and the last owner's.
 */
export async function grantRole(
  { db, secret, now }: { db: Database; secret: string; now: Date },
  { userId, role, ...audit }: AuditContext & { userId: string; role: StaffRole },
): Promise<boolean> {
  const isChanged = await db.$transaction(async (tx) => {
    const staff = await lockStaff(tx, audit.actor, userId);
    const before = staff.get(userId) ?? null;
    const user = await tx.user.findFirst({ where: { id: userId, anonymizedAt: null } });
    if (!user) throw notFound("There is no such account.");
    if (before === role) return false;
    if (!user.emailVerifiedAt) {
      throw conflict(
        "This address was never verified. Send the link again, and wait until the owner has opened it.",
      );
    }
    requireAnotherOwner(staff, userId);
    await tx.userRole.deleteMany({ where: { userId, role: { in: [...staffRoles] } } });
    await tx.userRole.create({ data: { userId, role } });
    await endAllSessions(tx, userId, now);
    if (before === null) await openAsAdmin(tx, { secret, now }, user, role);
    await recordAudit(tx, audit, "role.granted", ["user", userId], {
      ...(before && { before: { role: before } }),
      after: { role },
    });
    return true;
  });
  if (isChanged) logSecurity("role_granted", { userId });
  return isChanged;
}

/**
 * Removes every way to sign in to the new administrator's account, except the mailed link and what is set up after it.
 */
async function openAsAdmin(
  tx: Tx,
  deps: { secret: string; now: Date },
  { id: userId, email }: { id: string; email: string },
  role: StaffRole,
): Promise<void> {
  // An administrator without a staff role has this row already.
  await tx.userRole.createMany({ data: [{ userId, role: "admin" }], skipDuplicates: true });
  await tx.user.update({ where: { id: userId }, data: { passwordHash: null } });
  await tx.account.deleteMany({ where: { userId } });
  await dropSecondFactors(tx, userId);
  await dropEmailTokens(tx, userId, ["reset_password", "change_email"], deps.now);
  const issued = await issueEmailToken(tx, deps, { userId, kind: "reset_password", email });
  if (!issued) return;
  const { id: about, sealedToken } = issued;
  await enqueueMail(tx, administratorMail, { about, recipient: email, props: { sealedToken, role } });
}

/**
 * Revokes the admin role with its staff role: every session, the second factor, the recovery codes, the passkeys, what
 * was assigned to the account and its own saved views end with it. Repeating it changes nothing. Errors: forbidden for
 * an actor who is not an owner; conflict for the actor's own role and for the last owner's, even when two revoke each
 * other's at the same time.
 */
export async function revokeRole(
  db: Database,
  { userId, ...audit }: AuditContext & { userId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const staff = await lockStaff(tx, audit.actor, userId);
    const role = staff.get(userId);
    if (!role) return;
    requireAnotherOwner(staff, userId);
    await tx.userRole.deleteMany({ where: { userId, role: { in: ["admin", ...staffRoles] } } });
    await endAllSessions(tx, userId, databaseNow());
    await dropSecondFactors(tx, userId);
    await tx.assignment.deleteMany({ where: { assigneeId: userId } });
    await tx.savedView.deleteMany({ where: { ownerId: userId } });
    await recordAudit(tx, audit, "role.revoked", ["user", userId], { before: { role } });
  });
  logSecurity("role_revoked", { userId });
}

/** Every administrator's role, by account. */
type Staff = Map<string, StaffRole>;

/**
 * Reads the staff before a change of an account's role, and locks all roles until the commit: if two owners demote each
 * other at once, the second is refused because it is no longer an owner. Errors: forbidden for an actor who is not an
 * owner (the command line counts as one); conflict for the actor's own role.
 */
async function lockStaff(tx: Tx, actor: Actor, userId: string): Promise<Staff> {
  if (actor.id === userId) throw conflict("You can't change your own role. Ask another owner.");
  await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
  // A refund by this account that is being counted (lib/money/refunds/refund-limits.ts) happens either before the change or
  // after it.
  await tx.$queryRaw`SELECT id FROM user_roles WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  const staff = await loadStaff(tx);
  requireOwner(staff, actor, "Only an owner can change roles. Nothing was changed.");
  return staff;
}

/** Only an owner may change an administrator's account. Errors: forbidden. */
export async function requireMayChange(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const staff = await loadStaff(tx);
  const message = "This is an administrator's account. Only an owner can do this.";
  if (staff.has(userId)) requireOwner(staff, actor, message);
}

/** Errors: forbidden for an actor who is not an owner (the command line counts as one). */
export async function requireOwnerNow(tx: Tx, actor: Actor): Promise<void> {
  requireOwner(await loadStaff(tx), actor, "Only an owner can invite administrators. Nothing was changed.");
}

async function loadStaff(tx: Tx): Promise<Staff> {
  const users = await tx.user.findMany({
    where: { roles: { some: { role: "admin" } } },
    select: { id: true, roles: { select: { role: true } } },
  });
  const staff: Staff = new Map();
  for (const { id, roles } of users) {
    const role = staffRoleOf(roles.map((row) => row.role));
    if (role) staff.set(id, role);
  }
  return staff;
}

function requireOwner(staff: Staff, { id }: Actor, userMessage: string): void {
  if (id !== null && staff.get(id) !== "owner") throw forbidden(userMessage);
}

/** Throws conflict when the account is the last owner. */
function requireAnotherOwner(staff: Staff, userId: string): void {
  const owners = [...staff].filter(([, role]) => role === "owner");
  if (owners.some(([id]) => id !== userId) || staff.get(userId) !== "owner") return;
  throw conflict("This is the last owner. Make another one first.");
}
