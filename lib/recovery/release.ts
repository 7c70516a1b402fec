import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inSet } from "@/lib/delivery/item-status";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { SupplierReading } from "./read-suppliers";

type Uncertain = SupplierReading["uncertain"];

/** What can't be sent again without an operator's decision: items, refills and mails. */
export type Held = { items: number; refills: number; mails: number };

/**
 * Ends the quarantine that began at `since`. In the same transaction, items and refills that may have been sent go into
 * review, and mails that may be too old for Resend to recognize a repetition are marked failed. Throws conflict when the
 * database went back again meanwhile.
 */
export async function releaseQuarantine(
  db: Database,
  { since, uncertain, actor, reason }: { since: Date; uncertain: Uncertain; actor: Actor; reason: string },
): Promise<Held> {
  const held = await db.$transaction(async (tx) => {
    const released = await tx.$executeRaw`
      UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL, agreed_until = NULL,
        released_at = now(), identity = database_identity()
      WHERE quarantine_since = ${since}`;
    if (released === 0) {
      throw new AppError("conflict", {
        userMessage: "The database went back again during the reading. Run recover once more.",
      });
    }
    const held = {
      items: await holdItems(tx, uncertain),
      refills: await holdRefills(tx, since),
      mails: await holdMails(tx, since),
    };
    await recordAudit(tx, {
      actor,
      action: "quarantine.released",
      subjectType: "shop",
      subjectId: "database",
      after: held,
      reason,
    });
    return held;
  });
  logger.warn(held, "the quarantine is over");
  return held;
}

/** An unknown item holds its target; one that waits behind another can't, and becomes rejected. */
async function holdItems(tx: Prisma.TransactionClient, uncertain: Uncertain): Promise<number> {
  const rows = JSON.stringify(
    uncertain.map(({ itemId, supplierId }) => ({ id: itemId, supplier_id: supplierId })),
  );
  return tx.$executeRaw`
    WITH before AS (
      SELECT item.id, item.state, uncertain.supplier_id FROM jsonb_to_recordset(${rows}::jsonb)
        AS uncertain(id uuid, supplier_id uuid) JOIN fulfillment_items AS item ON item.id = uncertain.id
      WHERE item.state ${inSet("unsent")} ORDER BY item.id FOR UPDATE OF item
    ), held AS (
      UPDATE fulfillment_items AS item SET reason = 'database_restored', review_since = now(), not_before = NULL,
        paused_until = NULL, updated_at = now(), supplier_id = COALESCE(before.supplier_id, item.supplier_id),
        state = (CASE WHEN before.state IN ('ready', 'paused') THEN 'unknown' ELSE 'rejected' END)::item_state
      FROM before WHERE item.id = before.id
      RETURNING item.id, item.order_id, item.state, before.state AS was
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', was, state, '{"reason": "database_restored"}' FROM held WHERE was <> state
    )
    SELECT id FROM held`;
}

async function holdRefills(tx: Prisma.TransactionClient, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE refills SET state = 'unknown', reason = 'database_restored', updated_at = now()
    WHERE state = 'requested' AND created_at <= ${since}`;
}

/** Resend refuses a repeated mail for 24 hours. Older ones are marked failed, and an operator may send them. */
async function holdMails(tx: Prisma.TransactionClient, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE email_log AS mail SET state = 'failed', error = 'database_restored'
    WHERE mail.state = 'queued' AND (
      (mail.created_at <= ${since} AND mail.created_at < now() - interval '23 hours')
      OR (mail.kind = 'order-confirmed' AND EXISTS (
        SELECT FROM orders WHERE orders.id = mail.order_id AND orders.created_at <= ${since}
          AND orders.created_at < now() - interval '23 hours')))`;
}
