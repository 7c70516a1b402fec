import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import { dropSecondFactors } from "@/lib/auth/enroll-totp";
import { logSecurity } from "@/lib/auth/log-security";
import { type StaffRole, staffRoles } from "@/lib/auth/roles";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { dropEmailTokens, sendLink } from "./email-token";
import { endAllSessions } from "./end-session";
import { lockStaff, requireAnotherOwner } from "./staff";

/**
 * Gives an account a staff role in place of the one it has, and ends its sessions. A customer becomes an administrator:
 * Google is disconnected, and password, second factor and passkeys are removed; a mailed link sets a new password, and
 * the second factor is set up at the first sign-in. Repeating it changes nothing. Errors: not_found; forbidden for an
 * actor who is not an owner; conflict for an unverified address, the actor's own role, and the last owner's.
 */
export async function grantRole(
  { db, secret, now }: { db: Database; secret: string; now: Date },
  { userId, role, ...deed }: Deed & { userId: string; role: StaffRole },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const staff = await lockStaff(tx, deed.actor, userId);
    const before = staff.get(userId) ?? null;
    const user = await tx.user.findFirst({ where: { id: userId, anonymizedAt: null } });
    if (!user) throw new AppError("not_found", { userMessage: "There is no such account." });
    if (before === role) return;
    if (!user.emailVerifiedAt) {
      throw new AppError("conflict", {
        userMessage:
          "This address was never verified. Send the link again, and wait until the owner has opened it.",
      });
    }
    requireAnotherOwner(staff, userId);
    await tx.userRole.deleteMany({ where: { userId, role: { in: [...staffRoles] } } });
    await tx.userRole.create({ data: { userId, role } });
    await endAllSessions(tx, userId, now);
    if (before === null) await openAsAdmin(tx, { secret, now }, user);
    await recordAudit(tx, {
      ...deed,
      action: "role.granted",
      subjectType: "user",
      subjectId: userId,
      ...(before && { before: { role: before } }),
      after: { role },
    });
  });
  logSecurity("role_granted", { userId });
}

/**
 * Removes every way to sign in to the new administrator's account, except the mailed link and what is set up after it.
 */
async function openAsAdmin(
  tx: Prisma.TransactionClient,
  deps: { secret: string; now: Date },
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  await tx.userRole.create({ data: { userId, role: "admin" } });
  await tx.user.update({ where: { id: userId }, data: { passwordHash: null } });
  await tx.account.deleteMany({ where: { userId } });
  await dropSecondFactors(tx, userId);
  await dropEmailTokens(tx, userId, ["reset_password", "change_email"], deps.now);
  await sendLink(tx, deps, { userId, kind: "reset_password", email });
}
