import type { Prisma } from "@/lib/db/generated/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { issueEmailToken } from "./email-token";

type PendingSignUp = { userId: string; email: string; passwordHash: string | null; name: string | null };

/**
 * Sends the link that makes an address verified and, with it, the waiting password and name the account's. Sends
 * nothing when the address was sent enough of them within the hour.
 */
export async function sendVerifyMail(
  tx: Prisma.TransactionClient,
  deps: { secret: string; now: Date },
  pending: PendingSignUp,
): Promise<void> {
  const token = await issueEmailToken(tx, deps.secret, { ...pending, kind: "verify_email" }, deps.now);
  if (!token) return;
  await enqueueMail(tx, {
    key: `verify-email:${token.id}`,
    kind: "verify-email",
    orderId: null,
    recipient: pending.email,
    props: { sealedToken: token.sealedToken },
  });
}
