import type { Database } from "@/lib/base/db/client";
import { type FulfillmentItem, Prisma } from "@/lib/base/db/generated/client";
import { inSet, isItemFinal } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { databaseNow, startStopwatch } from "@/lib/base/time/clock";
import { hour, minute } from "@/lib/base/time/time";
import { lockDeliverySummaries, recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { countTargetsJob } from "@/lib/delivery/items/item-jobs";
import type { CallDeps } from "@/lib/delivery/items/item-lease";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import type { StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";
import { recordSupplierCharge } from "@/lib/delivery/suppliers/record-supplier-charge";
import { watchCharges, watchUnreadableCharges } from "@/lib/delivery/suppliers/watch-charges";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import { aboutItems, askDue, mostAtOnce } from "./ask-due";
import { deliveryStartedMail } from "./delivery-started-mail";
import { isEndedByCount, nextCheckMs, nextProgress, pollReviews, type TrackedItem } from "./next-progress";
import { recheckEveryMs } from "./refill-rules";

type PollDeps = Omit<CallDeps, "leaseMs"> & {
  /** No further items are leased after this time; those that are leased are still asked about. */
  budgetMs: number;
};

// When an ended item that delivered something is checked for the first time; public counters lag until then.
const firstRecheckMs = hour;

type PolledItem = TrackedItem &
  Pick<FulfillmentItem, "id" | "orderId" | "targetKey" | "reason" | "reviewSince"> & {
    number: string;
    /** True when its supplier was not asked about it before. */
    isFirst: boolean;
  };

/**
 * Asks suppliers for the status of their open items. Any number of pollers may run at once. A supplier that fails
 * changes nothing; its items are asked about again after `baseMs`. Returns how many items were asked about.
 */
export async function pollItems(deps: PollDeps): Promise<number> {
  const { db, baseMs } = deps;
  const elapsed = startStopwatch();
  let count = 0;
  while (elapsed() < deps.budgetMs) {
    const asked = await askDue<PolledItem, StatusReport>(deps, {
      ...aboutItems,
      batch: "status",
      // A number that names two items proves nothing about either until an operator has decided.
      isDue: Prisma.sql`state ${inSet("atSupplier")} AND provider_order_id IS NOT NULL
        AND reason IS DISTINCT FROM 'duplicate_order_id'`,
      leaseMs: minute,
      record: (items, reports, supplierId) =>
        applyReports(db, items, reports, { supplierId, now: databaseNow(), baseMs }),
      onSilence: (items) => db.$executeRaw`
        UPDATE fulfillment_items SET next_check_at = now() + ${baseMs}::int * interval '1 millisecond'
        WHERE id = ANY(${items.map(({ id }) => id)}::uuid[]) AND state ${inSet("atSupplier")}`,
    });
    count += asked;
    if (asked < mostAtOnce) break;
  }
  return count;
}

/**
 * True while a review for another reason than a report lasts: until the item's state or remaining units change
 * (not_finished: only its state). An answer that the order is not known does not end it.
 */
function keepsReview(item: PolledItem, next: ReturnType<typeof nextProgress>): boolean {
  const { reviewSince, reason, state, quantity } = item;
  if (!reviewSince || !reason || pollReviews.some((review) => review === reason)) return false;
  if (next.state !== state || (next.review !== null && next.review !== "not_known_to_supplier")) return false;
  return reason === "not_finished" || (next.remains ?? quantity) === (item.remains ?? quantity);
}

/**
 * Writes a batch of status reports in one transaction and a fixed number of statements: items, delivery summaries,
 * ended orders, the next item of each free target, and the jobs that count targets. An item whose state, remaining
 * units or review have changed since they were read is left alone and asked about again: a newer answer may be written.
 * An unknown status word raises one alert, however many items report it.
 */
export async function applyReports(
  db: Database,
  items: PolledItem[],
  reports: Map<string, StatusReport>,
  { supplierId, now, baseMs }: { supplierId: string; now: Date; baseMs: number },
): Promise<void> {
  await watchUnreadableCharges(db, supplierId, reports.values());
  const changes = items.map((item) => {
    const ageMs = item.leasedAt ? now.getTime() - item.leasedAt.getTime() : 0;
    const next = nextProgress(item, reports.get(item.number), now);
    const reason = keepsReview(item, next) ? item.reason : next.review;
    const waitMs = nextCheckMs(ageMs, baseMs);
    return { ...item, ...next, from: item.state, known: item.remains, reason, waitMs };
  });
  const orderIds = ordersOf(changes);
  const newcomers = await db.$transaction(async (tx) => {
    await lockDeliverySummaries(tx, orderIds);
    const unbelievable = await watchCharges(tx, changes);
    const believed = changes.map((change) =>
      unbelievable.has(change.id) ? { ...change, charge: null, currency: null } : change,
    );
    const updated = await tx.$queryRaw<{ id: string; orderId: string; hasBegun: boolean }[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(believed)}::jsonb) AS change(
          id uuid, "from" text, known int, state text, remains int, "startCount" int, "providerStatus" text, charge numeric,
          currency text, reason text, "reviewSince" timestamptz, "waitMs" int)
      ), updated AS (
        UPDATE fulfillment_items AS item SET state = change.state::item_state, remains = change.remains,
          start_count = change."startCount", provider_status = change."providerStatus",
          charge = COALESCE(change.charge, item.charge),
          charge_currency = COALESCE(change.currency, item.charge_currency),
          reason = change.reason,
          review_since = CASE WHEN change.reason IS NOT NULL THEN COALESCE(item.review_since, now()) END,
          last_checked_at = now(), updated_at = now(),
          finished_at = CASE WHEN change.state ${inSet("final")} THEN now() END,
          next_check_at = now() + interval '1 millisecond' * CASE
            WHEN change.state ${inSet("atSupplier")} THEN change."waitMs"
            WHEN change.remains < item.quantity THEN ${firstRecheckMs}::int ELSE ${recheckEveryMs}::int END
        FROM change WHERE item.id = change.id AND item.state = change."from"::item_state
          AND item.remains IS NOT DISTINCT FROM change.known
          AND item.review_since IS NOT DISTINCT FROM change."reviewSince"
        RETURNING item.id, item.order_id, item.replaces_item_id, change."from", change.state AS "to",
          change."providerStatus" AS word
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', "from", "to", jsonb_build_object('word', word)
        FROM updated WHERE "from" <> "to"
      )
      SELECT updated.id, updated.order_id AS "orderId",
        -- The first units of an order whose other units follow.
        updated."to" = 'in_progress' AND updated."from" <> 'in_progress' AND updated.replaces_item_id IS NULL
          AND orders.status = 'processing' AND ${mayOrderSendSql} AS "hasBegun"
      FROM updated JOIN orders ON orders.id = updated.order_id`;
    const charged = believed.flatMap(({ id, charge }) => (charge === null ? [] : id));
    await recordSupplierCharge(tx, charged);
    await recountAndClose(tx, orderIds);
    // The mail's key limits it to one per order.
    const started = ordersOf(updated.filter(({ hasBegun }) => hasBegun));
    await enqueueOrderMails(
      tx,
      deliveryStartedMail,
      started.map((orderId) => ({ orderId })),
    );
    const ended = changes.filter(({ state }) => isItemFinal(state));
    await promoteWaiting(
      tx,
      ended.map(({ targetKey }) => targetKey),
    );
    const counted = changes.filter(
      ({ isFirst, state, review }) => isFirst || isItemFinal(state) || isEndedByCount(review),
    );
    const jobs = ordersOf(counted).map((orderId) => countTargetsJob.of(orderId));
    await enqueue(tx, jobs);
    const written = new Set(updated.map(({ id }) => id));
    return changes.filter(({ id, review, reviewSince }) => written.has(id) && review && !reviewSince);
  });
  for (const { id: itemId, orderId, review, providerStatus: word } of newcomers) {
    logger.warn({ itemId, orderId, reason: review }, "an item needs manual review");
    if (review !== "unknown_status") continue;
    const key = `unknown_status:${supplierId}:${word?.toLowerCase()}`;
    const message = `A supplier reports its orders as “${word}”, a status that the shop does not know. The shop keeps asking about them. Open Needs me and decide each.`;
    await raiseAlert(db, { key, kind: "unknown_status", message });
  }
}

const ordersOf = (items: { orderId: string }[]) => [...new Set(items.map(({ orderId }) => orderId))];
