import { Prisma } from "@/lib/base/db/generated/client";
import { rowJob } from "@/lib/base/jobs/define-job";
import { evidenceIsOver } from "./evidence-limits";

/** Sends a ready item to a supplier. */
export const submitItemJob = rowJob(
  "submit-item",
  "submit",
  Prisma.sql`
    SELECT id, COALESCE(not_before, '-infinity') AS since FROM fulfillment_items
    WHERE state = 'ready' AND COALESCE(not_before, '-infinity') <= now() AND updated_at < now() - interval '1 second'
      AND NOT EXISTS (SELECT FROM orders WHERE orders.id = order_id AND blocked_at IS NOT NULL)`,
);

/** Looks for evidence about the lost call of an unknown item. */
export const resolveItemJob = rowJob(
  "resolve-item",
  "resolve",
  Prisma.sql`
    SELECT item.id, item.review_since AS since FROM fulfillment_items AS item
    JOIN suppliers AS supplier ON supplier.id = item.supplier_id AND supplier.evidence_mode IN ('request_id', 'dedupe_window')
    WHERE item.review_since IS NOT NULL AND item.state = 'unknown' AND item.lease_token IS NOT NULL
      AND COALESCE(item.reason, '') <> ALL(${evidenceIsOver}::text[])
      AND (item.not_before IS NULL OR item.not_before <= now())`,
);

/**
 * Asks the supplier to cancel an item: one that it has not begun in time, that is stopped at the buyer's request, or
 * whose buyer withdrew. The job keeps the name that is in the queues of running shops.
 */
export const cancelAtSupplierJob = rowJob("cancel-late-item", "cancel-late");

/** Decides about units that an order's counts show missing, and decides its waiting requests again. */
export const decideDropsJob = rowJob("decide-drops", "drops");

/** Takes the due counts of an order's targets. */
export const countTargetsJob = rowJob("count-targets", "count");
