import type { Pool } from "pg";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { newId, sha256 } from "@/lib/base/ids";
import { sendLink } from "./email-token";
import { countMailTo, type MailRequester } from "./mail-allowance";

/**
 * Replaces an expired link by a new one, mailed to the same address and for the same sign-up. Safe, because the holder
 * of the old link could read that address's mail. Errors: link_unknown; link_used; rate_limited (countMailTo).
 */
export async function renewVerification(
  deps: { db: Database; pool: Pool; secret: string; now: Date },
  { token, ...requester }: MailRequester & { token: string },
): Promise<void> {
  const old = await deps.db.emailToken.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: { select: { emailVerifiedAt: true, anonymizedAt: true } } },
  });
  if (old?.kind !== "verify_email" || !old.user || old.user.anonymizedAt) throw new AppError("link_unknown");
  if (old.usedAt || old.user.emailVerifiedAt) throw new AppError("link_used");
  await countMailTo(deps.pool, old.email, requester);
  await deps.db.$transaction((tx) => sendLink(tx, deps, { ...old, id: newId() }));
}

/**
 * Sends an unverified account a new link for its newest sign-up. Administrators have a limit of their own for the
 * address. Errors: not_found; link_used when the address is verified; conflict without a sign-up; rate_limited.
 */
export async function resendVerification(
  deps: { db: Database; pool: Pool; secret: string; now: Date },
  { userId, ...audit }: AuditContext & { userId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { id: userId, anonymizedAt: null } });
    if (!user) throw notFound("There is no such account.");
    if (user.emailVerifiedAt) {
      throw new AppError("link_used", { userMessage: "This address is verified already." });
    }
    const newest = await tx.emailToken.findFirst({
      where: { userId, kind: "verify_email", usedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    if (!newest) throw conflict("This address has no open sign-up. Ask the customer to sign up again.");
    await countMailTo(deps.pool, user.email, { address: "", knownAs: audit.actor.id ?? audit.actor.email });
    await sendLink(tx, deps, { ...newest, id: newId() });
    await recordAudit(tx, audit, "verification.resent", ["user", userId]);
  });
}
