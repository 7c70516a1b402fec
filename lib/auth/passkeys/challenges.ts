import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { addMs, minute } from "@/lib/time";

/** How long a challenge is valid: a page may be open for a while before a passkey is picked. */
export const challengeMs = 10 * minute;

/** Who may answer a challenge: to sign in, the browser with the cookie's token; to add a passkey, a session. */
export type ChallengeHolder = { browser: string } | { sessionId: string };

function hashOf(holder: ChallengeHolder): string {
  return sha256("browser" in holder ? `sign-in:${holder.browser}` : `register:${holder.sessionId}`);
}

/** Stores the holder's challenge in place of an earlier one. Deletes expired ones. */
export async function keepChallenge(
  db: Db,
  holder: ChallengeHolder,
  challenge: string,
  now: Date,
): Promise<void> {
  await db.$executeRaw`
    WITH expired AS (DELETE FROM passkey_challenges WHERE expires_at < ${now} AND holder_hash <> ${hashOf(holder)})
    INSERT INTO passkey_challenges (holder_hash, challenge, expires_at)
    VALUES (${hashOf(holder)}, ${challenge}, ${addMs(now, challengeMs)})
    ON CONFLICT (holder_hash) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`;
}

/**
 * Consumes the holder's challenge; when two requests race, only one gets it. Errors: conflict if it is missing, used or
 * expired.
 */
export async function takeChallenge(db: Db, holder: ChallengeHolder, now: Date): Promise<string> {
  const [row] = await db.$queryRaw<{ challenge: string; expiresAt: Date }[]>`
    DELETE FROM passkey_challenges WHERE holder_hash = ${hashOf(holder)}
    RETURNING challenge, expires_at AS "expiresAt"`;
  if (row && row.expiresAt > now) return row.challenge;
  throw new AppError("conflict", { userMessage: "That took too long. Please try your passkey again." });
}
