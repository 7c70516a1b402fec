import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { sendLink } from "./email-token";
import { countMailTo, type MailRequester } from "./mail-allowance";

/**
 * Sends a new link for an expired one, to the same address and for the same sign-up: the old link's holder could read
 * the address's mail. Errors: link_unknown; link_used; rate_limited as of countMailTo.
 */
export async function renewVerification(
  deps: { db: Database; pool: Pool; secret: string; now: Date },
  { token, ...requester }: MailRequester & { token: string },
): Promise<void> {
  const old = await deps.db.emailToken.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: { select: { emailVerifiedAt: true, anonymizedAt: true } } },
  });
  if (old?.kind !== "verify_email" || old.user.anonymizedAt) throw new AppError("link_unknown");
  if (old.usedAt || old.user.emailVerifiedAt) throw new AppError("link_used");
  await countMailTo(deps.pool, old.email, requester);
  const { userId, kind, email, passwordHash, name, browserHash } = old;
  await deps.db.$transaction((tx) =>
    sendLink(tx, deps, { userId, kind, email, passwordHash, name, browserHash }),
  );
}
