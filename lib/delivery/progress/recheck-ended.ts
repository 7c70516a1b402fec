import { runIsolated } from "@/lib/alerts/set-aside";
import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { Database } from "@/lib/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/db/generated/client";
import { inSet, isItemIn } from "@/lib/db/item-status";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { flagOrder } from "@/lib/orders/flag-order";
import {
  openProvider,
  type SupplierAccess,
  type SupplierDeps,
  supplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { type BatchAnswer, inBatches } from "@/lib/suppliers/protocol/provider";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { hour } from "@/lib/time";
import { countTargetsJob } from "../jobs";
import { leaseDue } from "./lease-due";
import { recheckEveryMs } from "./refill-rules";

type KnownReport = Extract<StatusReport, { kind: "known" }>;

const batchSize = 1_000;
// When its supplier is asked about an item again if it gave no answer.
const retryMs = hour;

/**
 * Has the counters of ended items looked at as `nextLookAt` plans, because they may drop, and asks their suppliers about
 * them at least once more, because a supplier may take its last word back. Another end, or another number at a Partial,
 * goes into the timeline and flags the order, whose status does not change. An item that can't be written is set aside.
 * Any number of checks may run at once. Returns how many items were due.
 */
export async function recheckEnded(deps: SupplierDeps): Promise<number> {
  const due = await leaseItems(deps.db);
  for (const batch of inBatches(due, (item) => item.supplierId)) {
    const [first] = batch;
    if (!first) continue;
    const numbers = batch.flatMap((item) => item.providerOrderId ?? []);
    const answer =
      numbers.length === 0
        ? nothingToAsk
        : await openProvider(first.access, deps.provider)?.statuses(numbers);
    if (!answer?.ok)
      logger.warn(
        { supplierId: first.supplierId },
        "a supplier did not answer about its ended orders; they are checked again later",
      );
    const reports = answer?.ok ? answer.reports : null;
    const isLeft = (item: DueItem) => answer?.ok && answer.unanswered.has(item.providerOrderId ?? "");
    const answered = batch.filter((item) => !isLeft(item));
    await runIsolated(deps.db, "recheck", answered, (items) => record(deps.db, items, reports));
    const left = batch.filter(isLeft);
    await runIsolated(deps.db, "recheck", left, (items) => record(deps.db, items, null));
  }
  return due.length;
}

// An hour before the promised days end, so that a loss of the last day is seen.
const lastCheckAt = Prisma.sql`(item.finished_at
  + COALESCE(item.refill_days, ${defaultRefillDays}::int) * interval '1 day' - interval '1 hour')`;

const nothingToAsk: BatchAnswer<StatusReport> = { ok: true, reports: new Map(), unanswered: new Set() };

/** `providerOrderId` is null when it was delivered manually, or is another order's by now. */
type DueItem = Pick<
  FulfillmentItem,
  "id" | "orderId" | "providerOrderId" | "providerStatus" | "state" | "quantity" | "remains"
> & {
  supplierId: string;
  access: SupplierAccess;
};

function leaseItems(db: Database): Promise<DueItem[]> {
  return leaseDue(
    db,
    "recheck",
    {
      table: Prisma.sql`fulfillment_items`,
      isDue: Prisma.sql`state ${inSet("final")}`,
      limit: batchSize,
      leaseMs: retryMs,
    },
    Prisma.sql`
      SELECT item.id, item.order_id AS "orderId", item.provider_order_id AS "providerOrderId",
        item.provider_status AS "providerStatus", item.state, item.quantity, item.remains,
        supplier.id AS "supplierId", ${supplierAccess}
      FROM leased AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id`,
  );
}

/** The word of a Partial whose remaining units were revised, with their number; null when they are as before. */
function revisedWord(item: DueItem, { state, word, remains }: KnownReport): string | null {
  if (state !== "partial" || remains === null || Math.min(remains, item.quantity) === item.remains)
    return null;
  return `${word}, ${remains} left`;
}

/** `reports` is null without an answer. A late change is recorded once, however often it is reported. */
async function record(
  db: Database,
  batch: DueItem[],
  reports: Map<string, StatusReport> | null,
): Promise<void> {
  const waitMs = reports ? recheckEveryMs : retryMs;
  const changes = batch.map((item) => {
    const report = reports?.get(item.providerOrderId ?? "");
    if (report?.kind !== "known" || !isItemIn("final", report.state)) return { id: item.id };
    const word = report.state === item.state ? revisedWord(item, report) : report.word;
    if (word === null || word === item.providerStatus) return { id: item.id };
    return { id: item.id, to: report.state, word, remains: report.remains };
  });
  await db.$transaction(async (tx) => {
    const late = await tx.$queryRaw<{ order_id: string; word: string }[]>`
      WITH looked_at AS (
        UPDATE fulfillment_items AS item SET
          last_checked_at = CASE WHEN ${reports !== null} THEN now() ELSE item.last_checked_at END,
          provider_status = COALESCE(change.word, item.provider_status),
          -- Until its counter was looked at, which plans the next look.
          next_check_at = CASE WHEN now() < ${lastCheckAt}
              AND (item.state = 'completed' OR item.remains < item.quantity OR ${reports === null})
            THEN LEAST(now() + ${waitMs}::int * interval '1 millisecond', ${lastCheckAt}) END
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change(id uuid, "to" text, word text, remains int)
        WHERE item.id = change.id AND item.state ${inSet("final")}
        RETURNING item.id, item.order_id, change."to", change.word, change.remains
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, data)
        SELECT order_id, id, 'item.late_change', jsonb_build_object('word', word, 'says', "to", 'remains', remains)
        FROM looked_at WHERE word IS NOT NULL
      )
      SELECT order_id, word FROM looked_at WHERE word IS NOT NULL`;
    const orderIds = [...new Set(batch.map((item) => item.orderId))];
    const jobs = orderIds.map((orderId) => countTargetsJob.of(orderId));
    await enqueue(tx, jobs);
    for (const { order_id: orderId, word } of late) {
      await flagOrder(tx, orderId, "late_change");
      logger.warn({ orderId, word }, "a supplier took its last word back: an administrator must look");
    }
  });
}
