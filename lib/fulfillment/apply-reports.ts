import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { isItemFinal } from "./item-status";
import { type NextProgress, nextCheckMs, nextProgress, type TrackedItem } from "./next-progress";
import { promoteWaiting } from "./promote-waiting";
import type { StatusReport } from "./providers/read-status";
import { lockRollUps, rollUp } from "./roll-up";

export type PolledItem = TrackedItem & {
  id: string;
  orderId: string;
  targetKey: string;
  providerOrderId: string;
  supplierId: string;
};

type Change = NextProgress & { item: PolledItem; waitMs: number };

/**
 * Writes one batch of status reports in one transaction and a fixed number of statements: items, their roll-ups, the
 * orders that are finished by it, and the next item of each target that has become free. Items without a report were
 * left out by their supplier; an item that has changed since it was read is left alone.
 */
export async function applyReports(
  db: Database,
  items: PolledItem[],
  reports: Map<string, StatusReport>,
  { now, baseMs }: { now: Date; baseMs: number },
): Promise<void> {
  const changes = items.map((item): Change => {
    const ageMs = item.claimedAt ? now.getTime() - item.claimedAt.getTime() : 0;
    return {
      ...nextProgress(item, reports.get(item.providerOrderId), now),
      item,
      waitMs: nextCheckMs(ageMs, baseMs),
    };
  });
  const orderIds = [...new Set(items.map((item) => item.orderId))];
  await db.$transaction(async (tx) => {
    await lockRollUps(tx, orderIds);
    const newcomers = await tx.$queryRaw<{ id: string; order_id: string; reason: string }[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes.map(toRow))}::jsonb) AS change(
          id uuid, "from" text, "to" text, remains int, start_count int, word text, charge numeric, currency text,
          review text, wait_ms int)
      ), before AS (
        SELECT item.id, item.review_since FROM fulfillment_items AS item JOIN change USING (id)
      ), updated AS (
        UPDATE fulfillment_items AS item SET state = change."to"::item_state, remains = change.remains,
          start_count = change.start_count, provider_status = change.word,
          charge = COALESCE(change.charge, item.charge),
          charge_currency = COALESCE(change.currency, item.charge_currency),
          reason = change.review,
          review_since = CASE WHEN change.review IS NOT NULL THEN COALESCE(item.review_since, now()) END,
          last_checked_at = now(), updated_at = now(),
          next_check_at = CASE WHEN change."to" IN ('submitted', 'in_progress')
            THEN now() + change.wait_ms * interval '1 millisecond' END
        FROM change WHERE item.id = change.id AND item.state = change."from"::item_state
        RETURNING item.id, item.order_id, change."from", change."to", change.word, change.review
      ), line AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', "from", "to", jsonb_build_object('word', word)
        FROM updated WHERE "from" <> "to"
      )
      SELECT updated.id, updated.order_id, updated.review AS reason FROM updated JOIN before USING (id)
      WHERE updated.review IS NOT NULL AND before.review_since IS NULL`;
    await rollUp(tx, orderIds);
    const ended = changes.filter((change) => isItemFinal(change.state));
    await promoteWaiting(
      tx,
      ended.map((change) => change.item.targetKey),
    );
    for (const { id, order_id: orderId, reason } of newcomers) {
      logger.warn({ itemId: id, orderId, reason }, "an item needs a person");
    }
  });
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
