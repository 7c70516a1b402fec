import type { Pool } from "pg";
import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sendLink } from "./answer-account-mail";
import { issueEmailToken } from "./email-token";
import { countMailTo } from "./mail-allowance";

export type ResendInput = { userId: string; actor: Actor; reason: string };

/**
 * Sends an unverified account a new link for its newest sign-up. Administrators have a limit of their own for the
 * address. Errors: not_found; link_used when the address is verified; conflict without a sign-up; rate_limited.
 */
export async function resendVerification(
  deps: { db: Database; pool: Pool; secret: string; now: Date },
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
        userMessage: "This address has no open sign-up. Ask the customer to sign up again.",
      });
    }
    await countMailTo(deps.pool, user.email, { address: "", owner: actor.id ?? actor.email });
    const { kind, email, passwordHash, name, browserHash } = newest;
    const token = await issueEmailToken(tx, deps, { userId, kind, email, passwordHash, name, browserHash });
    await sendLink(tx, "verify-email", email, token);
    await recordAudit(tx, {
      actor,
      action: "verification.resent",
      subjectType: "user",
      subjectId: userId,
      reason,
    });
  });
}
