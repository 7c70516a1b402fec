import { type AuditContext, recordAudit } from "@/lib/audit/record-audit";
import type { Database, Tx } from "@/lib/db/client";
import { type RefillObstacle, refillMessages, refillObstacle } from "@/lib/delivery/progress/refill-rules";
import { conflict, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { requireMaySend } from "@/lib/orders/may-order-send";
import { recordEvents } from "@/lib/orders/record-event";
import { sendRefillJob } from "./jobs";

type RefillRequest = {
  orderId: string;
  /** One item of the order; without it every item that can be refilled. */
  itemId?: string;
  now: Date;
};

/**
 * Requests refills of completed items for an administrator, one at a time for each item, with the jobs that ask their
 * suppliers. Returns the refills' ids. Errors: not_found; conflict with the reason in words when no item can be
 * refilled, or the order allows no sending.
 */
export async function requestRefill(
  db: Database,
  { orderId, itemId, now, ...audit }: AuditContext & RefillRequest,
): Promise<string[]> {
  return db.$transaction(async (tx) => {
    const { items, obstacle } = await findRefillable(tx, { orderId, itemId, now });
    await requireMaySend(tx, orderId);
    if (items.length === 0) throw conflict(refillMessages[obstacle]);
    const refills = await addRefills(tx, { orderId, items, by: "administrator" });
    await recordAudit(tx, audit, "refill.requested", ["order", orderId], {
      after: { items: refills.map((refill) => refill.itemId) },
    });
    return refills.map(({ id }) => id);
  });
}

/** Stores refills with their events and the jobs that ask the suppliers, under the items' locks. */
export async function addRefills(
  tx: Tx,
  {
    orderId,
    items,
    by,
  }: {
    orderId: string;
    items: { id: string; missing: number | null }[];
    by: "customer" | "administrator" | "shop";
  },
): Promise<{ id: string; itemId: string }[]> {
  const refills = items.map(({ id, missing }) => ({ id: newId(), itemId: id, missing }));
  await tx.refill.createMany({ data: refills });
  await recordEvents(
    tx,
    refills.map(({ itemId, missing }) => ({
      orderId,
      itemId,
      type: "refill.requested",
      data: { by, missing },
    })),
  );
  await enqueue(
    tx,
    refills.map(({ id }) => sendRefillJob.of(id)),
  );
  return refills;
}

/** The items that can be refilled, locked, or why none can. */
async function findRefillable(tx: Tx, { orderId, itemId, now }: RefillRequest) {
  await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid ORDER BY id FOR UPDATE`;
  const found = await tx.fulfillmentItem.findMany({
    // A replacement's losses are counted on the item that it replaces.
    where: { orderId, replacesItemId: null, ...(itemId && { id: itemId }) },
    orderBy: { position: "asc" },
    include: {
      supplierService: { select: { canRefill: true } },
      refills: { select: { state: true } },
      replacement: { select: { state: true } },
    },
  });
  if (found.length === 0) throw notFound("There is no such order.");
  const dropped = await newestDrops(tx, orderId);
  let obstacle: RefillObstacle = "not_completed";
  const items = found.filter((item) => {
    const isOffered = Boolean(item.providerOrderId && item.supplierService?.canRefill);
    const against = refillObstacle({ ...item, isOffered }, now);
    if (against) obstacle = against;
    return against === null;
  });
  return { items: items.map((item) => ({ id: item.id, missing: dropped.get(item.id) ?? null })), obstacle };
}

/** The units that each item misses by its newest drop, unless they were delivered again or refunded since. */
async function newestDrops(tx: Tx, orderId: string): Promise<Map<string, number | null>> {
  const rows = await tx.$queryRaw<{ item_id: string; missing: number | null }[]>`
    SELECT DISTINCT ON (item_id) item_id, CASE type WHEN 'item.dropped' THEN (data ->> 'missing')::int END AS missing
    FROM order_events
    WHERE order_id = ${orderId}::uuid AND type IN ('item.dropped', 'refill.completed', 'missing.refunded')
    ORDER BY item_id, id DESC`;
  return new Map(rows.map((row) => [row.item_id, row.missing]));
}
