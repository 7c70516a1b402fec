import type { Prisma } from "@/lib/db/generated/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import type { SignInChange } from "@/lib/email/mails";
import { newId } from "@/lib/ids";
import { auditOwnDeed } from "./audit-own-deed";

/**
 * Mails the owner, in the caller's transaction, that a way to sign in has changed; an administrator's change is audited
 * too. Call it last: writers of the audit log wait for each other until they commit.
 */
export async function recordSignInChange(
  tx: Prisma.TransactionClient,
  userId: string,
  change: SignInChange,
): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await enqueueMail(tx, {
    key: `sign-in-changed:${newId()}`,
    kind: "sign-in-changed",
    recipient: email,
    props: { change },
  });
  await auditOwnDeed(tx, userId, `sign_in.${change.replaceAll("-", "_")}`);
}
