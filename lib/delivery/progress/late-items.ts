import type { Database, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { plural } from "@/lib/base/text/plural";
import { cancelAtSupplierJob } from "@/lib/delivery/items/item-jobs";
import { needsDecision } from "@/lib/delivery/items/watch-review";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";
import { notSetAside, runIsolated } from "@/lib/mail/alerts/set-aside";
import { finishWithinHours, promisedHours } from "@/lib/orders/forecast/finish-within";
import { loadSettings } from "@/lib/shop/settings/site-settings";

const limit = 500;

const hasNotBegun = Prisma.sql`(item.state = 'submitted' AND (item.remains IS NULL OR item.remains = item.quantity))`;

/** SQL: for how many hours a supplier may have the row `item`: `startHours` without beginning it, else until it ends. */
const hoursAllowed = (startHours: number) => Prisma.sql`
  CASE WHEN ${hasNotBegun} THEN ${startHours}::int
    -- Most items are younger, and their forecast need not be read.
    WHEN item.submitted_at > now() - ${promisedHours}::int * interval '1 hour' THEN ${promisedHours}::int
    ELSE (SELECT ${finishWithinHours} FROM orders WHERE orders.id = item.order_id) END`;

/** SQL: the row `item` has been at its supplier for longer than `hoursAllowed`, and is not in review yet. */
const isLate = (startHours: number) => Prisma.sql`
  item.state ${inSet("atSupplier")} AND item.review_since IS NULL AND item.provider_order_id IS NOT NULL
  -- The shortest time that may count for any item, by which an index finds the few old ones.
  AND item.submitted_at < now() - LEAST(${startHours}::int, ${promisedHours}::int) * interval '1 hour'
  AND item.submitted_at < now() - ${hoursAllowed(startHours)} * interval '1 hour'`;

/**
 * Puts items into review that their suppliers did not begin within the configured hours, or began and did not finish in
 * the time that the pages promise or forecast: because they are slow, or because their reports don't arrive. Keeps one
 * alert about those that have not begun; the others are in the alert about long reviews (`watchReview`). If the
 * settings say refund, suppliers are asked to cancel those they did not begin and can cancel. Returns how many items.
 */
export async function reviewLateItems(db: Database): Promise<number> {
  const { startWithinHours: hours, whenNotStarted } = await loadSettings(db);
  const late = await db.$queryRaw<{ id: string }[]>`
    SELECT item.id FROM fulfillment_items AS item
    WHERE ${isLate(hours)} AND ${notSetAside("late", Prisma.sql`item.id::text`)}
    ORDER BY item.submitted_at LIMIT ${limit}::int`;
  const put = await runIsolated(db, "late", late, (items) =>
    db.$transaction(async (tx) => {
      const marked = await putIntoReview(tx, items, hours);
      const canceled = marked.filter(({ canCancel }) => canCancel && whenNotStarted === "refund");
      await enqueue(
        tx,
        canceled.map(({ id }) => cancelAtSupplierJob.of(id)),
      );
      return marked;
    }),
  );
  await watchMembers(db, {
    key: "not_started",
    kind: "not_started",
    members: Prisma.sql`
      SELECT review_since AS since FROM fulfillment_items
      WHERE review_since IS NOT NULL AND state = 'submitted' AND reason LIKE 'not_started%' AND ${needsDecision}`,
    message: ({ count }) =>
      `${plural(count, "item")} did not start within ${plural(hours, "hour")} of being accepted by the supplier. Open Needs me, ` +
      "then ask the supplier, cancel there, or refund.",
  });
  return put.flat().length;
}

/** `canCancel`: it has not begun, and its supplier can cancel it. */
function putIntoReview(tx: Tx, items: { id: string }[], hours: number) {
  return tx.$queryRaw<{ id: string; canCancel: boolean | null }[]>`
    WITH late AS (
      SELECT item.id, CASE WHEN ${hasNotBegun} THEN 'not_started' ELSE 'not_finished' END AS reason,
        floor(${hoursAllowed(hours)})::int AS hours
      FROM fulfillment_items AS item
      WHERE item.id = ANY(${items.map(({ id }) => id)}::uuid[]) AND ${isLate(hours)} FOR UPDATE SKIP LOCKED
    ), marked AS (
      UPDATE fulfillment_items AS item SET review_since = now(), reason = late.reason, updated_at = now()
      FROM late WHERE item.id = late.id
      RETURNING item.id, item.order_id, item.supplier_service_id, late.reason, late.hours
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT order_id, id, 'item.' || reason, jsonb_build_object('hours', hours) FROM marked
    )
    SELECT marked.id, reason = 'not_started' AND service.can_cancel AS "canCancel"
    FROM marked LEFT JOIN supplier_services AS service ON service.id = marked.supplier_service_id`;
}
