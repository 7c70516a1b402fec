import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { refillObstacle } from "@/lib/delivery/progress/refill-rules";
import { requireMaySend } from "@/lib/orders/order/may-order-send";
import { recordEvents } from "@/lib/orders/order/record-event";
import { sendRefillJob } from "./refill-jobs";

/**
 * Requests refills for an administrator, of one item or of every item of the order that can be refilled, one at a time
 * for each, with the jobs that ask their suppliers. Returns the refills' ids. Errors: not_found; conflict with the reason in words when no item can be
 * refilled, or the order allows no sending.
 */
export async function requestRefill(
  db: Database,
  { orderId, itemId, now, ...audit }: AuditContext & { orderId: string; itemId?: string; now: Date },
): Promise<string[]> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid ORDER BY id FOR UPDATE`;
    const items = await tx.fulfillmentItem.findMany({
      // A replacement's losses are counted on the item that it replaces.
      where: { orderId, replacesItemId: null, ...(itemId && { id: itemId }) },
      orderBy: { position: "asc" },
      include: {
        supplierService: { select: { canRefill: true } },
        refills: { select: { state: true } },
        replacement: { select: { state: true } },
      },
    });
    if (items.length === 0) throw notFound("There is no such order.");
    await requireMaySend(tx, orderId);
    const obstacles = items.map((item) => {
      const isOffered = Boolean(item.providerOrderId && item.supplierService?.canRefill);
      return refillObstacle({ ...item, isOffered }, now);
    });
    const chosen = items.filter((_, index) => obstacles[index] === null);
    const [obstacle] = obstacles;
    if (chosen.length === 0 && obstacle) throw conflict(obstacle);
    const refills = await addRefills(tx, {
      orderId,
      items: chosen.map(({ id }) => ({ id, missing: null })),
      by: "administrator",
    });
    await recordAudit(tx, audit, "refill.requested", ["order", orderId], {
      after: { items: refills.map((refill) => refill.itemId) },
    });
    return refills.map(({ id }) => id);
  });
}

/**
 * Stores refills with their events and the jobs that ask the suppliers, under the items' locks. `missing`: how many units
 * are known to be, null when unknown.
 */
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
  const jobs = refills.map(({ id }) => sendRefillJob.of(id));
  const events = refills.map(({ itemId, missing }) => {
    return { orderId, itemId, type: "refill.requested", data: { by, missing } };
  });
  await tx.refill.createMany({ data: refills });
  await recordEvents(tx, events);
  await enqueue(tx, jobs);
  return refills;
}
