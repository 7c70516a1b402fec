import { type AuditContext, recordAudit } from "@/lib/audit/record-audit";
import type { Database, Tx } from "@/lib/db/client";
import { refillMessages, refillObstacle } from "@/lib/delivery/progress/refill-rules";
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
    const chosen = items
      .filter((_, index) => obstacles[index] === null)
      .map(({ id }) => ({ id, missing: null }));
    const [obstacle] = obstacles;
    if (chosen.length === 0 && obstacle) throw conflict(refillMessages[obstacle]);
    const refills = await addRefills(tx, { orderId, items: chosen, by: "administrator" });
    await recordAudit(tx, audit, "refill.requested", ["order", orderId], {
      after: { items: refills.map((refill) => refill.itemId) },
    });
    return refills.map(({ id }) => id);
  });
}

/** The refills to add: of which items, and how many units of each are known to be missing. */
type NewRefills = {
  orderId: string;
  items: { id: string; missing: number | null }[];
  by: "customer" | "administrator" | "shop";
};

/** Stores refills with their events and the jobs that ask the suppliers, under the items' locks. */
export async function addRefills(
  tx: Tx,
  { orderId, items, by }: NewRefills,
): Promise<{ id: string; itemId: string }[]> {
  const refills = items.map(({ id, missing }) => ({ id: newId(), itemId: id, missing }));
  const events = refills.map(({ itemId, missing }) => {
    return { orderId, itemId, type: "refill.requested", data: { by, missing } };
  });
  await tx.refill.createMany({ data: refills });
  await recordEvents(tx, events);
  await enqueue(
    tx,
    refills.map(({ id }) => sendRefillJob.of(id)),
  );
  return refills;
}
