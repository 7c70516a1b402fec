import { recordAudit } from "@/lib/audit/record-audit";
import type { Prisma } from "@/lib/db/generated/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import type { SignInChange } from "@/lib/email/mails";
import { newId } from "@/lib/ids";

/**
 * Tells the owner by mail, in the caller's transaction, that a way to sign in has changed; an administrator's also goes
 * into the audit log. Call it last: writers of the audit log queue until they commit.
 */
export async function recordSignInChange(
  tx: Prisma.TransactionClient,
  userId: string,
  change: SignInChange,
): Promise<void> {
  const { email, roles } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, roles: { where: { role: "admin" } } },
  });
  await enqueueMail(tx, {
    key: `sign-in-changed:${newId()}`,
    kind: "sign-in-changed",
    orderId: null,
    recipient: email,
    props: { change },
  });
  if (roles.length === 0) return;
  await recordAudit(tx, {
    actor: { id: userId, email },
    action: `sign_in.${change.replaceAll("-", "_")}`,
    subjectType: "user",
    subjectId: userId,
  });
}
