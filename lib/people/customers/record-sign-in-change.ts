import type { SignInChange } from "@/emails/account";
import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { signInChangedMail } from "./account-mails";

/**
 * Mails the account holder, in the caller's transaction, that a way to sign in has changed; an administrator's change
 * is audited too. Call it last: writers of the audit log wait for each other until they commit.
 */
export async function recordSignInChange(tx: Tx, userId: string, change: SignInChange): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await enqueueMail(tx, signInChangedMail, { about: newId(), recipient: email, props: { change } });
  await auditOwnAction(tx, userId, `sign_in.${change.replaceAll("-", "_")}`);
}

/**
 * Writes an administrator's change of their own account into the audit log, in the change's transaction; a customer's
 * is not written. Call it last, like recordAudit.
 */
export async function auditOwnAction(
  tx: Tx,
  userId: string,
  action: string,
  after?: Prisma.InputJsonObject,
): Promise<void> {
  const role = await tx.userRole.findFirst({
    where: { userId, role: "admin" },
    select: { user: { select: { email: true } } },
  });
  if (!role) return;
  const actor = { id: userId, email: role.user.email };
  await recordAudit(tx, { actor }, action, ["user", userId], { after });
}
