import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { sendVerifyMail } from "./send-verify-mail";

/**
 * Sends a new link in place of one that has expired, to the same address and for the same sign-up. Whoever holds the
 * old link could read the address's mail. Errors: link_unknown for one that never was, link_used for one that is used.
 */
export async function renewVerification(
  deps: { db: Database; secret: string; now: Date },
  token: string,
): Promise<void> {
  const old = await deps.db.emailToken.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: { select: { emailVerifiedAt: true, anonymizedAt: true } } },
  });
  if (old?.kind !== "verify_email" || old.user.anonymizedAt) throw new AppError("link_unknown");
  if (old.usedAt || old.user.emailVerifiedAt) throw new AppError("link_used");
  const { userId, email, passwordHash, name } = old;
  await deps.db.$transaction((tx) => sendVerifyMail(tx, deps, { userId, email, passwordHash, name }));
}
