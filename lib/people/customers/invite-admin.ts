import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import type { AdminInvitation } from "@/lib/base/db/generated/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { newId, sha256 } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { addMs, day } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { type StaffRole, staffRoles } from "@/lib/people/auth/roles";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { adminInvitedMail, invitationDays } from "./admin-invited-mail";
import { makeAdmin } from "./create-admin";
import { requireOwnerNow } from "./staff";

type Invited = AuditContext & { email: string; role: StaffRole };

/**
 * Invites an address to the admin pages with a role: a mail with a link that works once. An open invitation of the address
 * is replaced. Nothing changes about an account of the address until the link is used. Errors: forbidden for an actor who
 * is not an owner; conflict for an address that is an administrator's already.
 */
export async function inviteAdmin(
  { db, secret, now }: { db: Database; secret: string; now: Date },
  { email, role, ...audit }: Invited,
): Promise<void> {
  const id = newId();
  const token = randomBytes(32).toString("base64url");
  const invitedBy = audit.actor.email;
  await db.$transaction(async (tx) => {
    await requireOwnerNow(tx, audit.actor);
    const admins = await tx.user.count({ where: { email, roles: { some: { role: "admin" } } } });
    if (admins > 0)
      throw conflict("This address is an administrator's already. Change the role on the account's page.");
    await tx.adminInvitation.updateMany({ where: { email, ...isOpen }, data: { withdrawnAt: now } });
    await tx.adminInvitation.create({
      data: {
        id,
        email,
        role,
        tokenHash: sha256(token),
        invitedBy,
        createdAt: now,
        expiresAt: addMs(now, invitationDays * day),
      },
    });
    await enqueueMail(tx, adminInvitedMail, {
      about: id,
      recipient: email,
      props: { sealedToken: seal(secret, "mailed-link", token), role, invitedBy },
    });
    await recordAudit(tx, audit, "admin.invited", ["invitation", id], { after: { email, role } });
  });
}

const isOpen = { acceptedAt: null, withdrawnAt: null };

/** Ends an open invitation: its link no longer works. Safe to repeat. Errors: not_found; forbidden; conflict once accepted. */
export async function withdrawInvitation(
  { db, now }: { db: Database; now: Date },
  { invitationId: id, ...audit }: AuditContext & { invitationId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await requireOwnerNow(tx, audit.actor);
    const invitation = await tx.adminInvitation.findUnique({ where: { id } });
    if (!invitation) throw notFound("There is no such invitation.");
    if (invitation.acceptedAt)
      throw conflict("This invitation was accepted meanwhile. Remove the admin role on the account's page.");
    const { count } = await tx.adminInvitation.updateMany({
      where: { id, ...isOpen },
      data: { withdrawnAt: now },
    });
    if (count === 0) return;
    const { email, role } = invitation;
    await recordAudit(tx, audit, "admin.invitation_withdrawn", ["invitation", id], {
      before: { email, role },
    });
  });
}

/** The invitations that were neither accepted nor withdrawn, expired ones too, the newest first. */
export function listInvitations(db: Db): Promise<AdminInvitation[]> {
  return db.adminInvitation.findMany({ where: isOpen, orderBy: { createdAt: "desc" }, take: 50 });
}

export type Invitation = Pick<AdminInvitation, "id" | "email" | "invitedBy"> & { role: StaffRole };

/**
 * Reads a link's invitation without accepting it. Errors: link_unknown (also if it was withdrawn, or its sender is no
 * longer an owner), link_used, link_expired.
 */
export async function findInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  const row = await db.adminInvitation.findUnique({ where: { tokenHash: sha256(token) } });
  const role = z.enum(staffRoles).safeParse(row?.role).data;
  if (!row || row.withdrawnAt || !role) throw new AppError("link_unknown");
  if (row.acceptedAt) throw new AppError("link_used");
  if (row.expiresAt <= now) throw new AppError("link_expired");
  const { id, email, invitedBy } = row;
  // Someone who lost the role, perhaps for good reason, must not come back by an invitation from before.
  const owners = await db.user.count({ where: { email: invitedBy, roles: { some: { role: "owner" } } } });
  if (owners === 0) throw new AppError("link_unknown");
  return { id, email, invitedBy, role };
}

/**
 * Accepts an invitation, once: the address has an administrator's account with this password and role, whatever account it
 * had before. The caller signs it in; the second factor is set up next. Errors: those of findInvitation; invalid_input for
 * a weak password.
 */
export async function acceptInvitation(
  { db, hasher, now }: { db: Database; hasher: PasswordHasher; now: Date },
  { token, password }: { token: string; password: string },
): Promise<Authenticated> {
  // Checked before hashing, so that an invalid link costs no hash.
  const { email } = await findInvitation(db, token, now);
  await requireGoodPassword(password, { email, isAdmin: true });
  const passwordHash = await hasher.hash(password);
  const account = await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
    const { id, role, invitedBy } = await findInvitation(tx, token, now);
    const { count } = await tx.adminInvitation.updateMany({
      where: { id, ...isOpen },
      data: { acceptedAt: now },
    });
    if (count === 0) throw new AppError("link_used");
    const made = await makeAdmin(tx, { email, passwordHash, role, now });
    const actor = { id: made.userId, email };
    await recordAudit(tx, { actor }, "admin.joined", ["user", made.userId], { after: { role, invitedBy } });
    return made;
  });
  logSecurity("role_granted", { userId: account.userId });
  return account;
}
