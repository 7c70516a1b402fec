import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { enqueueOrderMails, type OrderMail } from "@/lib/email/enqueue-mail";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordSupplierCharge } from "@/lib/ledger/record-supplier-charge";
import { logger } from "@/lib/logger";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { lockDeliverySummaries, updateDeliverySummary } from "../delivery-summary";
import { inSet, isItemFinal } from "../item-status";
import { countTargetsJob } from "../jobs";
import { promoteWaiting } from "../promote-waiting";
import { type NextProgress, nextCheckMs, nextProgress, pollReviews, type TrackedItem } from "./next-progress";
import { recheckEveryMs } from "./refill-rules";

export type PolledItem = TrackedItem & {
  id: string;
  orderId: string;
  targetKey: string;
  providerOrderId: string;
  supplierId: string;
  /** True when its supplier was not asked about it before. */
  isFirst: boolean;
};

export type ReportContext = { now: Date; baseMs: number };

type Change = NextProgress & { id: string; from: PolledItem["state"]; item: PolledItem; waitMs: number };

/**
 * Writes a batch of status reports in one transaction and a fixed number of statements: items, delivery summaries,
 * ended orders, the next item of each free target, and the jobs that count targets. An item that has changed since it
 * was read is left alone. An unknown status word raises one alert, however many items report it.
 */
export async function applyReports(
  db: Database,
  items: PolledItem[],
  reports: Map<string, StatusReport>,
  { now, baseMs }: ReportContext,
): Promise<void> {
  const changes = items.map((item): Change => {
    const ageMs = item.leasedAt ? now.getTime() - item.leasedAt.getTime() : 0;
    return {
      ...nextProgress(item, reports.get(item.providerOrderId), now),
      id: item.id,
      from: item.state,
      item,
      waitMs: nextCheckMs(ageMs, baseMs),
    };
  });
  const orderIds = [...new Set(items.map((item) => item.orderId))];
  const newcomers = await db.$transaction(async (tx) => {
    await lockDeliverySummaries(tx, orderIds);
    const inReview = await tx.$queryRaw<Newcomer[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes.map(({ item: _, ...change }) => change))}::jsonb) AS change(
          id uuid, "from" text, state text, remains int, "startCount" int, "providerStatus" text, charge numeric,
          currency text, review text, "waitMs" int)
      ), before AS (
        -- An item that something else put into review stays in review until it makes progress.
        SELECT item.id, item.review_since, NOT (item.reason = ANY(${pollReviews}::text[]))
          AND change.state = change."from"
          AND COALESCE(change.remains, item.quantity) = COALESCE(item.remains, item.quantity) AS keeps_review
        FROM fulfillment_items AS item JOIN change USING (id)
      ), updated AS (
        UPDATE fulfillment_items AS item SET state = change.state::item_state, remains = change.remains,
          start_count = change."startCount", provider_status = change."providerStatus",
          charge = COALESCE(change.charge, item.charge),
          charge_currency = COALESCE(change.currency, item.charge_currency),
          reason = COALESCE(change.review, CASE WHEN before.keeps_review THEN item.reason END),
          review_since = CASE WHEN change.review IS NOT NULL THEN COALESCE(item.review_since, now())
            WHEN before.keeps_review THEN item.review_since END,
          last_checked_at = now(), updated_at = now(),
          finished_at = CASE WHEN change.state ${inSet("final")} THEN now() END,
          next_check_at = CASE WHEN change.state ${inSet("atSupplier")}
              THEN now() + change."waitMs" * interval '1 millisecond'
            WHEN change.state = 'completed' THEN now() + ${recheckEveryMs}::int * interval '1 millisecond' END
        FROM change JOIN before USING (id) WHERE item.id = change.id AND item.state = change."from"::item_state
        RETURNING item.id, item.order_id, change."from", change.state AS "to", change."providerStatus" AS word, change.review
      ), event AS (
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
      [...new Set(counted.map((change) => change.item.orderId))].map((orderId) =>
        countTargetsJob.of(orderId),
      ),
    );
    return inReview;
  });
  for (const { id: itemId, orderId, reason, word } of newcomers) {
    logger.warn({ itemId, orderId, reason }, "an item needs manual review");
    if (reason !== "unknown_status") continue;
    const supplierId = items.find((item) => item.id === itemId)?.supplierId;
    const key = `unknown_status:${supplierId}:${word?.toLowerCase()}`;
    const message = `A supplier reports its orders as “${word}”, a status that the shop does not know. The shop keeps asking about them. Open Needs me and decide each.`;
    await raiseAlert(db, { key, kind: "unknown_status", message });
  }
}

type Newcomer = { id: string; orderId: string; reason: string; word: string | null };

/** The orders with an item that has just begun. The mail's key limits it to one mail per order. */
function startedOrders(changes: Change[]): OrderMail[] {
  const moving = changes.filter(({ state, item }) => state === "in_progress" && item.state !== "in_progress");
  return [...new Set(moving.map((change) => change.item.orderId))].map((orderId) => ({ orderId }));
}
