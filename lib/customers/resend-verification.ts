import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sendVerifyMail } from "./send-verify-mail";

export type ResendInput = { userId: string; actor: Actor; reason: string };

/**
 * Sends an account that was never verified a new link, for the password and the name of its newest sign-up. Five an
 * hour are sent at most, whoever asks. Errors: not_found; link_used when the address is verified; conflict when the
 * five were sent, or there is no sign-up to go on with.
 */
export async function resendVerification(
  deps: { db: Database; secret: string; now: Date },
  { userId, actor, reason }: ResendInput,
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { id: userId, anonymizedAt: null } });
    if (!user) throw new AppError("not_found", { userMessage: "There is no such account." });
    if (user.emailVerifiedAt) {
      throw new AppError("link_used", { userMessage: "This address is verified already." });
    }
    const newest = await tx.emailToken.findFirst({
      where: { userId, kind: "verify_email", usedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    if (!newest) {
      throw new AppError("conflict", {
        userMessage: "There is no sign-up to go on with. Ask them to sign up.",
      });
    }
    const before = await tx.emailToken.count({ where: { userId, kind: "verify_email" } });
    const { passwordHash, name } = newest;
    await sendVerifyMail(tx, deps, { userId, email: user.email, passwordHash, name });
    if ((await tx.emailToken.count({ where: { userId, kind: "verify_email" } })) === before) {
      throw new AppError("conflict", {
        userMessage: "This address was sent too many links within the hour. Try again later.",
      });
    }
    await recordAudit(tx, {
      actor,
      action: "verification.resent",
      subjectType: "user",
      subjectId: userId,
      reason,
    });
  });
}
