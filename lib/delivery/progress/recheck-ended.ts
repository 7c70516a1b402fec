import type { Database } from "@/lib/base/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/base/db/generated/client";
import { inSet, isItemIn } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { hour } from "@/lib/base/time/time";
import { countTargetsJob } from "@/lib/delivery/items/item-jobs";
import type { SupplierDeps } from "@/lib/delivery/suppliers/protocol/open-provider";
import type { StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";
import { runIsolated } from "@/lib/mail/alerts/set-aside";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import { aboutItems, askDue } from "./ask-due";
import { recheckEveryMs } from "./refill-rules";

// When its supplier is asked about an item again if it gave no answer.
const retryMs = hour;

/** `number` is null when it was delivered manually, or is another order's by now. */
type EndedItem = Pick<
  FulfillmentItem,
  "id" | "orderId" | "providerStatus" | "state" | "quantity" | "remains"
> & { number: string | null };

/**
 * Has the counters of ended items looked at as `nextLookAt` plans, because they may drop, and asks their suppliers about
 * them at least once more, because a supplier may take its last word back. Another end, or another number at a Partial,
 * goes into the timeline and flags the order, whose status does not change. Any number of checks may run at once. Returns
 * how many items were due.
 */
export function recheckEnded(deps: SupplierDeps): Promise<number> {
  const { db } = deps;
  return askDue<EndedItem, StatusReport>(deps, {
    ...aboutItems,
    batch: "recheck",
    isDue: Prisma.sql`state ${inSet("final")}`,
    leaseMs: retryMs,
    record: (items, reports) => record(db, items, reports),
    onSilence: (items) => runIsolated(db, "recheck", items, (some) => record(db, some, null)),
  });
}

// An hour before the promised days end, so that a loss of the last day is seen.
const lastCheckAt = Prisma.sql`(item.finished_at
  + COALESCE(item.refill_days, ${defaultRefillDays}::int) * interval '1 day' - interval '1 hour')`;

/** The changes that a report makes to an ended item: its word, and the units that remain. */
function lateChange(item: EndedItem, report: StatusReport | undefined) {
  if (report?.kind !== "known" || !isItemIn("final", report.state)) return {};
  const { state, remains } = report;
  const isSame = state === item.state;
  const isRevised =
    state === "partial" && remains !== null && Math.min(remains, item.quantity) !== item.remains;
  if (isSame && !isRevised) return {};
  const word = isSame ? `${report.word}, ${remains} left` : report.word;
  // A late change is recorded once, however often it is reported.
  return word === item.providerStatus ? {} : { to: state, word, remains };
}

/** `reports` is null without an answer. */
async function record(
  db: Database,
  batch: EndedItem[],
  reports: Map<string, StatusReport> | null,
): Promise<void> {
  const next = Prisma.sql`now() + ${reports ? recheckEveryMs : retryMs}::int * interval '1 millisecond'`;
  const changes = batch.map((item) => ({
    id: item.id,
    ...lateChange(item, reports?.get(item.number ?? "")),
  }));
  await db.$transaction(async (tx) => {
    const late = await tx.$queryRaw<{ orderId: string; word: string }[]>`
      WITH looked_at AS (
        UPDATE fulfillment_items AS item SET
          last_checked_at = CASE WHEN ${reports !== null} THEN now() ELSE item.last_checked_at END,
          provider_status = COALESCE(change.word, item.provider_status),
          -- Until its counter was looked at, which plans the next look.
          next_check_at = CASE WHEN now() < ${lastCheckAt}
              AND (item.state = 'completed' OR item.remains < item.quantity OR ${reports === null})
            THEN LEAST(${next}, ${lastCheckAt}) END
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change(id uuid, "to" text, word text, remains int)
        WHERE item.id = change.id AND item.state ${inSet("final")}
        RETURNING item.id, item.order_id, change."to", change.word, change.remains
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, data)
        SELECT order_id, id, 'item.late_change', jsonb_build_object('word', word, 'says', "to", 'remains', remains)
        FROM looked_at WHERE word IS NOT NULL
      )
      SELECT order_id AS "orderId", word FROM looked_at WHERE word IS NOT NULL`;
    const orderIds = new Set(batch.map((item) => item.orderId));
    await enqueue(
      tx,
      [...orderIds].map((orderId) => countTargetsJob.of(orderId)),
    );
    for (const { orderId, word } of late) {
      await flagOrder(tx, orderId, "late_change");
      logger.warn({ orderId, word }, "a supplier took its last word back: an administrator must look");
    }
  });
}
