import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { issueEmailToken } from "./email-token";

/**
 * Sends a link for a new password to an address that has an account, verified or not: following it proves the address.
 * Whoever asks gets the same answer for every address. An address gets five an hour at most.
 */
export async function requestReset(
  deps: { db: Database; secret: string; now: Date },
  email: string,
): Promise<void> {
  const user = await deps.db.user.findUnique({ where: { email }, select: { id: true, anonymizedAt: true } });
  if (!user || user.anonymizedAt) return;
  await deps.db.$transaction(async (tx) => {
    const subject = { userId: user.id, kind: "reset_password", email } as const;
    const token = await issueEmailToken(tx, deps.secret, subject, deps.now);
    if (!token) return;
    await enqueueMail(tx, {
      key: `reset-password:${token.id}`,
      kind: "reset-password",
      orderId: null,
      recipient: email,
      props: { sealedToken: token.sealedToken },
    });
  });
}
