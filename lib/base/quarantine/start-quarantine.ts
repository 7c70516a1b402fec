import type { Db } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";

type QuarantineCause = {
  /** The observation that started it, for the operator. */
  reason: string;
  /** The database certainly holds everything up to this moment; by default, its newest mark. */
  agreedUntil?: Date | null;
  /** The database changed just now: an open quarantine restarts, so that a recovery in progress reads again. */
  isNewLoss?: boolean;
  /** A standby of this database took over. */
  isPromotion?: boolean;
  /** Nothing that the primary acknowledged is missing. */
  isComplete?: boolean;
};

/**
 * Stops everything that leaves the shop: orders to suppliers, refunds, mails except alerts to the operator. Pages and
 * payments continue. An open quarantine goes on; it restarts when something newer than its beginning is missing, and
 * any sign of a loss leaves its end to `npm run ops -- recover`.
 */
export async function startQuarantine(
  db: Db,
  { reason, agreedUntil = null, isNewLoss = false, isPromotion = false, isComplete = false }: QuarantineCause,
): Promise<void> {
  await db.$executeRaw`
    UPDATE shop_state SET
      quarantine_since = CASE
        WHEN quarantine_since IS NULL OR ${isNewLoss} OR ${agreedUntil}::timestamptz > quarantine_since THEN now()
        ELSE quarantine_since END,
      quarantine_reason = CASE WHEN is_promotion THEN ${reason} ELSE COALESCE(quarantine_reason, ${reason}) END,
      is_promotion = ${isPromotion} AND (quarantine_since IS NULL OR is_promotion),
      agreed_until = CASE WHEN quarantine_since IS NULL AND ${isComplete} THEN now() ELSE LEAST(
        ${agreedUntil}::timestamptz, now(), CASE WHEN quarantine_since IS NOT NULL THEN agreed_until END,
        COALESCE((SELECT max(at) FROM database_marks), (SELECT max(created_at) FROM payment_attempts))) END`;
  logger.error({ reason }, "quarantine: nothing is sent, refunded or mailed");
}

/**
 * Starts the quarantine for `noun` of this shop that Stripe has and the database does not know: the database went back
 * in time. `created` is in Unix seconds.
 */
export function quarantineFor(db: Db, noun: string, lost: { id: string; created: number }): Promise<void> {
  return startQuarantine(db, {
    reason: `Stripe has ${noun} of this shop (${lost.id}) that the database does not know: the database went back to an earlier state.`,
    agreedUntil: new Date(lost.created * 1000),
  });
}

/**
 * Ends the quarantine that began at `since`, in the caller's transaction. False when another one has begun since, the
 * database has changed again, or, with `onlyPromotion`, a loss was seen.
 */
export async function endQuarantine(tx: Db, since: Date, { onlyPromotion = false } = {}): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL, agreed_until = NULL,
      is_promotion = false, released_at = now(), identity = database_identity()
    WHERE quarantine_since = ${since} AND (identity IS NULL OR identity = database_identity())
      AND (is_promotion OR NOT ${onlyPromotion})`;
  return ended > 0;
}

export type Quarantine = { since: Date; reason: string };

/** The open quarantine; null when there is none. */
export async function findQuarantine(db: Db): Promise<Quarantine | null> {
  const [row] = await db.$queryRaw<Quarantine[]>`
    SELECT quarantine_since AS since, quarantine_reason AS reason FROM shop_state WHERE quarantine_since IS NOT NULL`;
  return row ?? null;
}
