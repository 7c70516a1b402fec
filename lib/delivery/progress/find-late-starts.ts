import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { notSetAside, setAside } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeIsolated } from "@/lib/db/isolate";
import { enqueue } from "@/lib/jobs/enqueue";
import { loadSettings } from "@/lib/settings/site-settings";

const limit = 500;

/**
 * Finds items that their supplier took but has not begun within the hours that the settings name. They go into
 * review, with an alert; where the settings say refund, their supplier is asked to cancel those it can. Returns how
 * many it found.
 */
export async function findLateStarts(db: Database, supportEmail: string): Promise<number> {
  const { startWithinHours, whenNotStarted } = await loadSettings(db);
  const isLate = Prisma.sql`
    state = 'submitted' AND review_since IS NULL AND provider_order_id IS NOT NULL
    AND submitted_at < now() - ${startWithinHours}::int * interval '1 hour'
    AND (remains IS NULL OR remains = quantity)
    AND ${notSetAside("late", Prisma.sql`fulfillment_items.id::text`)}`;
  const take = (only: string[] | null) =>
    db.$transaction(async (tx) => {
      const late = await tx.$queryRaw<{ id: string; can_cancel: boolean }[]>`
      WITH late AS (
        SELECT id FROM fulfillment_items
        WHERE ${isLate} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[]))
        ORDER BY submitted_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      ), marked AS (
        UPDATE fulfillment_items AS item SET review_since = now(), reason = 'not_started', updated_at = now()
        FROM late WHERE item.id = late.id
        RETURNING item.id, item.order_id, item.supplier_service_id
      ), line AS (
        INSERT INTO order_events (order_id, item_id, type, data)
        SELECT order_id, id, 'item.not_started', jsonb_build_object('hours', ${startWithinHours}::int) FROM marked
      )
      SELECT marked.id, COALESCE(service.can_cancel, false) AS can_cancel
      FROM marked LEFT JOIN supplier_services AS service ON service.id = marked.supplier_service_id`;
      const toCancel = whenNotStarted === "refund" ? late.filter((item) => item.can_cancel) : [];
      await enqueue(
        tx,
        toCancel.map(({ id }) => ({ name: "cancel-late-item", payload: { id }, key: `cancel-late:${id}` })),
      );
      return late;
    });
  const list = async () => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM fulfillment_items WHERE ${isLate} ORDER BY submitted_at LIMIT ${limit}::int`;
    return rows.map(({ id }) => id);
  };
  const found = await takeIsolated(take, list, (id, error) => setAside(db, "late", id, error));
  await tellOperator(db, startWithinHours, supportEmail);
  return found.length;
}

async function tellOperator(db: Database, hours: number, supportEmail: string): Promise<void> {
  const [open] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM fulfillment_items
    WHERE review_since IS NOT NULL AND state = 'submitted' AND reason LIKE 'not_started%'`;
  if (!open?.count) return resolveAlert(db, "not_started");
  const message =
    `${open.count} items were not begun within ${hours} hours of being taken by their suppliers. Look into their ` +
    `review: ask the supplier, cancel there, or refund.`;
  await raiseAlert(db, { key: "not_started", kind: "not_started", message }, supportEmail);
}
