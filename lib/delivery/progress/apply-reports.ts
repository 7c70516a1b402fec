import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { enqueueOrderMails, type OrderMail } from "@/lib/email/enqueue-order-mails";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordSupplierCharge } from "@/lib/ledger/record-supplier-charge";
import { logger } from "@/lib/logger";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { lockDeliverySummaries, updateDeliverySummary } from "../delivery-summary";
import { isItemFinal } from "../item-status";
import { promoteWaiting } from "../promote-waiting";
import { countTargetsJob } from "./count-targets-job";
import { type NextProgress, nextCheckMs, nextProgress, pollReviews, type TrackedItem } from "./next-progress";
import { recheckEveryMs } from "./refill-rules";

export type PolledItem = TrackedItem & {
  id: string;
  orderId: string;
  targetKey: string;
  providerOrderId: string;
  supplierId: string;
  /** Nobody has asked about it before. */
  isFirst: boolean;
};

export type ReportContext = { now: Date; baseMs: number; supportEmail: string };

type Change = NextProgress & { item: PolledItem; waitMs: number };

/**
 * Writes one batch of status reports in one transaction and a fixed number of statements: items, their delivery summaries, the
 * orders that are finished by it, the next item of each target that has become free, and the jobs that count targets at
 * the beginning and at the end. Items without a report were left out by their supplier; an item that has changed since
 * it was read is left alone. A word nobody knows is told to the operator once, whatever the number of its items.
 */
export async function applyReports(
  db: Database,
  items: PolledItem[],
  reports: Map<string, StatusReport>,
  { now, baseMs, supportEmail }: ReportContext,
): Promise<void> {
  const changes = items.map((item): Change => {
    const ageMs = item.leasedAt ? now.getTime() - item.leasedAt.getTime() : 0;
    return {
      ...nextProgress(item, reports.get(item.providerOrderId), now),
      item,
      waitMs: nextCheckMs(ageMs, baseMs),
    };
  });
  const orderIds = [...new Set(items.map((item) => item.orderId))];
  const newcomers = await db.$transaction(async (tx) => {
    await lockDeliverySummaries(tx, orderIds);
    const inReview = await tx.$queryRaw<Newcomer[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes.map(toRow))}::jsonb) AS change(
          id uuid, "from" text, "to" text, remains int, start_count int, word text, charge numeric, currency text,
          review text, wait_ms int)
      ), before AS (
        -- What others have put into review stays there until the item moves.
        SELECT item.id, item.review_since, NOT (item.reason = ANY(${pollReviews}::text[]))
          AND change."to" = change."from"
          AND COALESCE(change.remains, item.quantity) = COALESCE(item.remains, item.quantity) AS keeps_review
        FROM fulfillment_items AS item JOIN change USING (id)
      ), updated AS (
        UPDATE fulfillment_items AS item SET state = change."to"::item_state, remains = change.remains,
          start_count = change.start_count, provider_status = change.word,
          charge = COALESCE(change.charge, item.charge),
          charge_currency = COALESCE(change.currency, item.charge_currency),
          reason = COALESCE(change.review, CASE WHEN before.keeps_review THEN item.reason END),
          review_since = CASE WHEN change.review IS NOT NULL THEN COALESCE(item.review_since, now())
            WHEN before.keeps_review THEN item.review_since END,
          last_checked_at = now(), updated_at = now(),
          finished_at = CASE WHEN change."to" IN ('completed', 'partial', 'canceled') THEN now() END,
          next_check_at = CASE WHEN change."to" IN ('submitted', 'in_progress')
              THEN now() + change.wait_ms * interval '1 millisecond'
            WHEN change."to" = 'completed' THEN now() + ${recheckEveryMs}::int * interval '1 millisecond' END
        FROM change JOIN before USING (id) WHERE item.id = change.id AND item.state = change."from"::item_state
        RETURNING item.id, item.order_id, change."from", change."to", change.word, change.review
      ), line AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', "from", "to", jsonb_build_object('word', word)
        FROM updated WHERE "from" <> "to"
      )
      SELECT updated.id, updated.order_id AS "orderId", updated.review AS reason, updated.word
      FROM updated JOIN before USING (id)
      WHERE updated.review IS NOT NULL AND before.review_since IS NULL`;
    await recordSupplierCharge(
      tx,
      changes.filter((change) => change.charge !== null).map((change) => change.item.id),
    );
    await updateDeliverySummary(tx, orderIds);
    await enqueueOrderMails(tx, "delivery-started", startedOrders(changes));
    const ended = changes.filter((change) => isItemFinal(change.state));
    await promoteWaiting(
      tx,
      ended.map((change) => change.item.targetKey),
    );
    const counted = changes.filter((change) => change.item.isFirst || change.state === "completed");
    await enqueue(
      tx,
      [...new Set(counted.map((change) => change.item.orderId))].map((orderId) => countTargetsJob(orderId)),
    );
    return inReview;
  });
  for (const { id: itemId, orderId, reason, word } of newcomers) {
    logger.warn({ itemId, orderId, reason }, "an item needs manual review");
    if (reason !== "unknown_status") continue;
    const supplierId = items.find((item) => item.id === itemId)?.supplierId;
    const key = `unknown_status:${supplierId}:${word?.toLowerCase()}`;
    const message = `A supplier says “${word}” about its orders, a word that is not known here. They are followed all the same; look into their review.`;
    await raiseAlert(db, { key, kind: "unknown_status", message }, supportEmail);
  }
}

type Newcomer = { id: string; orderId: string; reason: string; word: string | null };

/** The orders of which something has begun to move. The mail's key lets only the first of their items count. */
function startedOrders(changes: Change[]): OrderMail[] {
  const moving = changes.filter(({ state, item }) => state === "in_progress" && item.state !== "in_progress");
  return [...new Set(moving.map((change) => change.item.orderId))].map((orderId) => ({ orderId }));
}

function toRow(change: Change) {
  return {
    id: change.item.id,
    from: change.item.state,
    to: change.state,
    remains: change.remains,
    start_count: change.startCount,
    word: change.providerStatus,
    charge: change.charge,
    currency: change.currency,
    review: change.review,
    wait_ms: change.waitMs,
  };
}
