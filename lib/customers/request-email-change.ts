import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { AppError } from "@/lib/errors";
import { hour } from "@/lib/time";
import { issueEmailToken } from "./email-token";
import { type Proof, requireProof } from "./require-proof";

export type EmailChangeDeps = { db: Database; hasher: PasswordHasher; secret: string; now: Date };

/**
 * Sends a link to a new address; the account keeps the old one until it is followed (confirm-email-change.ts). Who asks
 * learns nothing about whether the new address has an account already: its owner is told by mail instead. Errors: as
 * of requireProof; invalid_input at `email` for the address the account has.
 */
export async function requestEmailChange(
  deps: EmailChangeDeps,
  input: Proof & { email: string },
): Promise<void> {
  const { userId, email } = input;
  await requireProof(deps, input);
  await deps.db.$transaction(async (tx) => {
    const taken = await tx.user.findUnique({ where: { email }, select: { id: true, emailVerifiedAt: true } });
    if (taken?.id === userId) {
      const message = "This is your address already.";
      throw new AppError("invalid_input", { userMessage: message, fieldErrors: { email: message } });
    }
    const token = await issueEmailToken(tx, deps.secret, { userId, kind: "change_email", email }, deps.now);
    if (!token) return;
    const mail = { orderId: null, recipient: email };
    if (taken?.emailVerifiedAt) {
      // The same key as a sign-up's: one such mail an hour, whoever tries.
      const key = `account-exists:${taken.id}:${Math.floor(deps.now.getTime() / hour)}`;
      await enqueueMail(tx, { ...mail, key, kind: "account-exists", props: {} });
      return;
    }
    const { id, sealedToken } = token;
    await enqueueMail(tx, {
      ...mail,
      key: `confirm-new-email:${id}`,
      kind: "confirm-new-email",
      props: { sealedToken },
    });
  });
}
