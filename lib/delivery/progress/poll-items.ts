import { raiseAlert } from "@/lib/alerts/raise-alert";
import { runIsolated } from "@/lib/alerts/set-aside";
import { databaseNow, startStopwatch } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/db/generated/client";
import { inSet, isItemFinal } from "@/lib/db/item-status";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordSupplierCharge } from "@/lib/ledger/record-supplier-charge";
import { logger } from "@/lib/logger";
import { mayOrderSendSql } from "@/lib/orders/may-order-send";
import {
  noAccess,
  openProvider,
  type SupplierAccess,
  supplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { inBatches } from "@/lib/suppliers/protocol/provider";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { watchCharges, watchUnreadableCharges } from "@/lib/suppliers/watch-charges";
import { hour, minute } from "@/lib/time";
import { lockDeliverySummaries, recountAndClose } from "../delivery-summary";
import type { CallDeps } from "../item-lease";
import { countTargetsJob } from "../jobs";
import { promoteWaiting } from "../promote-waiting";
import { leaseDue } from "./lease-due";
import {
  canceledWithoutCount,
  type NextProgress,
  nextCheckMs,
  nextProgress,
  pollReviews,
  type TrackedItem,
} from "./next-progress";
import { recheckEveryMs } from "./refill-rules";

type PollDeps = Omit<CallDeps, "leaseMs"> & {
  /** No further items are leased after this time; those that are leased are still asked about. */
  budgetMs: number;
};

// When an item is due again if its poller dies.
const leaseMs = minute;
const batchSize = 1_000;
const concurrentBatches = 4;
// When an ended item that delivered something is checked for the first time; public counters lag until then.
const firstRecheckMs = hour;

/**
 * Asks suppliers for the status of their open items, a hundred items a request. Any number of pollers may run at once.
 * A supplier that fails changes nothing; its items are asked about again later. An item whose report can't be written
 * is set aside, and the others are not affected. Returns how many items were asked about.
 */
export async function pollItems(deps: PollDeps): Promise<number> {
  const elapsed = startStopwatch();
  let count = 0;
  while (elapsed() < deps.budgetMs) {
    const items = await leaseItems(deps.db);
    count += items.length;
    const batches = inBatches(items, (item) => item.supplierId);
    for (let start = 0; start < batches.length; start += concurrentBatches) {
      await Promise.all(
        batches.slice(start, start + concurrentBatches).map((batch) => pollBatch(deps, batch)),
      );
    }
    if (items.length < batchSize) break;
  }
  return count;
}

type DueItem = PolledItem & { access: SupplierAccess };

function leaseItems(db: Database): Promise<DueItem[]> {
  return leaseDue(
    db,
    "status",
    {
      table: Prisma.sql`fulfillment_items`,
      // A number that names two items proves nothing about either until an operator has decided.
      isDue: Prisma.sql`state ${inSet("atSupplier")} AND provider_order_id IS NOT NULL
        AND reason IS DISTINCT FROM 'duplicate_order_id'`,
      limit: batchSize,
      leaseMs,
    },
    Prisma.sql`
      SELECT item.id, item.order_id AS "orderId", item.target_key AS "targetKey", item.state::text, item.quantity,
        item.remains, item.start_count AS "startCount", item.provider_status AS "providerStatus",
        item.leased_at AS "leasedAt", item.last_checked_at IS NULL AS "isFirst",
        item.provider_order_id AS "providerOrderId", item.supplier_id AS "supplierId", ${supplierAccess}
      FROM leased AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id`,
  );
}

async function pollBatch(deps: PollDeps, batch: DueItem[]): Promise<void> {
  const first = batch[0];
  if (!first) return;
  const numbers = batch.map((item) => item.providerOrderId);
  const answer = await openProvider(first.access, deps.provider)?.statuses(numbers);
  const left = answer?.ok ? batch.filter((item) => answer.unanswered.has(item.providerOrderId)) : batch;
  if (answer?.ok) {
    await watchUnreadableCharges(deps.db, first.supplierId, answer.reports.values());
    const context = { now: databaseNow(), baseMs: deps.baseMs };
    const answered = batch.filter((item) => !left.includes(item));
    await runIsolated(deps.db, "status", answered, (items) =>
      applyReports(deps.db, items, answer.reports, context),
    );
  }
  if (left.length === 0) return;
  const reason = answer?.ok ? "too many refusals" : (answer?.reason ?? noAccess);
  logger.warn(
    { supplierId: first.supplierId, reason, orders: left.length },
    "a supplier did not answer about its orders; the next poll asks again",
  );
  await deps.db.$executeRaw`
    UPDATE fulfillment_items SET next_check_at = now() + ${deps.baseMs}::int * interval '1 millisecond'
    WHERE id = ANY(${left.map((item) => item.id)}::uuid[]) AND state ${inSet("atSupplier")}`;
}

type PolledItem = TrackedItem &
  Pick<FulfillmentItem, "id" | "orderId" | "targetKey"> & {
    providerOrderId: string;
    supplierId: string;
    /** True when its supplier was not asked about it before. */
    isFirst: boolean;
  };

type Change = NextProgress & { item: PolledItem; waitMs: number };
type Updated = {
  id: string;
  orderId: string;
  reason: string | null;
  word: string | null;
  isNewcomer: boolean;
  hasBegun: boolean;
};

/**
 * Writes a batch of status reports in one transaction and a fixed number of statements: items, delivery summaries,
 * ended orders, the next item of each free target, and the jobs that count targets. An item whose state, remaining units
 * or review have changed since they were read is left alone and asked about again: a newer answer may be written. An
 * unknown status word raises one alert, however many items report it.
 */
export async function applyReports(
  db: Database,
  items: PolledItem[],
  reports: Map<string, StatusReport>,
  { now, baseMs }: { now: Date; baseMs: number },
): Promise<void> {
  const changes = items.map((item): Change => {
    const ageMs = item.leasedAt ? now.getTime() - item.leasedAt.getTime() : 0;
    const next = nextProgress(item, reports.get(item.providerOrderId), now);
    return { ...next, item, waitMs: nextCheckMs(ageMs, baseMs) };
  });
  const rows = changes.map(({ item, ...change }) => ({
    ...change,
    ...{ id: item.id, from: item.state, known: item.remains },
  }));
  const orderIds = ordersOf(changes);
  const newcomers = await db.$transaction(async (tx) => {
    await lockDeliverySummaries(tx, orderIds);
    const unbelievable = await watchCharges(tx, rows);
    const believed = rows.map((row) =>
      unbelievable.has(row.id) ? { ...row, charge: null, currency: null } : row,
    );
    const updated = await tx.$queryRaw<Updated[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(believed)}::jsonb) AS change(
          id uuid, "from" text, known int, state text, remains int, "startCount" int, "providerStatus" text, charge numeric,
          currency text, review text, "waitMs" int)
      ), before AS (
        -- A review for another reason lasts until the item's state or remaining units change (not_finished: only its
        -- state). An answer that the order is not known does not end it.
        SELECT item.id, item.review_since,
          item.review_since IS NOT NULL AND NOT (item.reason = ANY(${pollReviews}::text[]))
          AND COALESCE(change.review, 'not_known_to_supplier') = 'not_known_to_supplier'
          AND change.state = change."from" AND (item.reason = 'not_finished'
            OR COALESCE(change.remains, item.quantity) = COALESCE(item.remains, item.quantity)) AS keeps_review
        FROM fulfillment_items AS item JOIN change USING (id)
      ), updated AS (
        UPDATE fulfillment_items AS item SET state = change.state::item_state, remains = change.remains,
          start_count = change."startCount", provider_status = change."providerStatus",
          charge = COALESCE(change.charge, item.charge),
          charge_currency = COALESCE(change.currency, item.charge_currency),
          reason = CASE WHEN before.keeps_review THEN item.reason ELSE change.review END,
          review_since = CASE WHEN before.keeps_review OR change.review IS NOT NULL
            THEN COALESCE(item.review_since, now()) END,
          last_checked_at = now(), updated_at = now(),
          finished_at = CASE WHEN change.state ${inSet("final")} THEN now() END,
          next_check_at = CASE WHEN change.state ${inSet("atSupplier")}
              THEN now() + change."waitMs" * interval '1 millisecond'
            ELSE now() + CASE WHEN change.remains < item.quantity THEN ${firstRecheckMs}::int ELSE ${recheckEveryMs}::int END
              * interval '1 millisecond' END
        FROM change JOIN before USING (id) WHERE item.id = change.id AND item.state = change."from"::item_state
          AND item.remains IS NOT DISTINCT FROM change.known
          AND item.review_since IS NOT DISTINCT FROM before.review_since
        RETURNING item.id, item.order_id, item.replaces_item_id, change."from", change.state AS "to",
          change."providerStatus" AS word, change.review
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', "from", "to", jsonb_build_object('word', word)
        FROM updated WHERE "from" <> "to"
      )
      SELECT updated.id, updated.order_id AS "orderId", updated.review AS reason, updated.word,
        updated.review IS NOT NULL AND before.review_since IS NULL AS "isNewcomer",
        -- The first units of an order whose other units follow.
        updated."to" = 'in_progress' AND updated."from" <> 'in_progress' AND updated.replaces_item_id IS NULL
          AND orders.status = 'processing' AND ${mayOrderSendSql} AS "hasBegun"
      FROM updated JOIN before USING (id) JOIN orders ON orders.id = updated.order_id`;
    const charged = believed.flatMap(({ id, charge }) => (charge === null ? [] : id));
    await recordSupplierCharge(tx, charged);
    await recountAndClose(tx, orderIds);
    // The mail's key limits it to one per order.
    const started = new Set(updated.flatMap(({ orderId, hasBegun }) => (hasBegun ? orderId : [])));
    await enqueueOrderMails(
      tx,
      "delivery-started",
      [...started].map((orderId) => ({ orderId })),
    );
    const freed = changes.flatMap(({ state, item }) => (isItemFinal(state) ? item.targetKey : []));
    await promoteWaiting(tx, freed);
    const counted = changes.filter(
      ({ item, state, review }) => item.isFirst || isItemFinal(state) || review === canceledWithoutCount,
    );
    const jobs = ordersOf(counted).map((orderId) => countTargetsJob.of(orderId));
    await enqueue(tx, jobs);
    return updated.filter(({ isNewcomer }) => isNewcomer);
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

const ordersOf = (changes: Change[]) => [...new Set(changes.map(({ item }) => item.orderId))];
