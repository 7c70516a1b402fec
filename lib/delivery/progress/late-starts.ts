import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { loadSettings } from "@/lib/settings/site-settings";
import { cancelLateItemJob } from "../jobs";

const limit = 500;

/** Items that their supplier accepted but has not begun within `hours`. */
const isLate = (hours: number) => Prisma.sql`
  state = 'submitted' AND review_since IS NULL AND provider_order_id IS NOT NULL
  AND submitted_at < now() - ${hours}::int * interval '1 hour' AND (remains IS NULL OR remains = quantity)`;

/**
 * Puts items that were not begun within the configured hours into review, with an alert; if the settings say refund,
 * suppliers are asked to cancel those they can. Returns how many items.
 */
export async function reviewLateStarts(db: Database): Promise<number> {
  const { startWithinHours: hours, whenNotStarted } = await loadSettings(db);
  const late = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM fulfillment_items
    WHERE ${isLate(hours)} AND ${notSetAside("late", Prisma.sql`fulfillment_items.id::text`)}
    ORDER BY submitted_at LIMIT ${limit}::int`;
  const asksToCancel = whenNotStarted === "refund";
  const put = await runIsolated(db, "late", late, (items) => putIntoReview(db, items, hours, asksToCancel));
  await tellOperator(db, hours);
  return put.flat().length;
}

function putIntoReview(db: Database, items: { id: string }[], hours: number, asksToCancel: boolean) {
  const ids = items.map(({ id }) => id);
  return db.$transaction(async (tx) => {
    const late = await tx.$queryRaw<{ id: string; can_cancel: boolean }[]>`
      WITH late AS (
        SELECT id FROM fulfillment_items WHERE id = ANY(${ids}::uuid[]) AND ${isLate(hours)} FOR UPDATE SKIP LOCKED
      ), marked AS (
        UPDATE fulfillment_items AS item SET review_since = now(), reason = 'not_started', updated_at = now()
        FROM late WHERE item.id = late.id
        RETURNING item.id, item.order_id, item.supplier_service_id
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, data)
        SELECT order_id, id, 'item.not_started', jsonb_build_object('hours', ${hours}::int) FROM marked
      )
      SELECT marked.id, COALESCE(service.can_cancel, false) AS can_cancel
      FROM marked LEFT JOIN supplier_services AS service ON service.id = marked.supplier_service_id`;
    const jobs = late.flatMap((item) =>
      asksToCancel && item.can_cancel ? cancelLateItemJob.of(item.id) : [],
    );
    await enqueue(tx, jobs);
    return late;
  });
}

async function tellOperator(db: Database, hours: number): Promise<void> {
  const [open] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM fulfillment_items
    WHERE review_since IS NOT NULL AND state = 'submitted' AND reason LIKE 'not_started%'`;
  if (!open?.count) return resolveAlert(db, "not_started");
  const items = open.count === 1 ? "1 item" : `${open.count} items`;
  const message =
    `${items} did not start within ${hours} hours of being accepted by the supplier. Open Needs me, ` +
    "then ask the supplier, cancel there, or refund.";
  await raiseAlert(db, { key: "not_started", kind: "not_started", message });
}
