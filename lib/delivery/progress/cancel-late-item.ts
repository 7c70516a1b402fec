import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { inSet } from "@/lib/db/item-status";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger, logOrder } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { maySend, maySendSql } from "@/lib/quarantine/database-mark";
import {
  noAccess,
  openProvider,
  type SupplierAccess,
  type SupplierDeps,
  supplierAccess,
} from "@/lib/suppliers/protocol/open-provider";
import { hour } from "@/lib/time";
import { hasNoCancelCall } from "../cancel-outcome";
import { cancelLateItemJob } from "../jobs";
import { recordWithRetries } from "../submit/record-with-retries";

/**
 * Asks the supplier to cancel an item that it has not begun in time or that the shop decided to stop at the buyer's
 * request (`askToCancel`). If it agrees, its next status ends the item and the money is refunded. If it refuses, it
 * keeps the item, which is then in review. In quarantine the job is added again for later, because the sweeper doesn't.
 */
export async function cancelLateItem(deps: SupplierDeps, itemId: string): Promise<void> {
  if (!(await maySend(deps.db))) return enqueue(deps.db, [cancelLateItemJob.of(itemId, { inMs: hour })]);
  await askToCancel(deps, itemId, {
    isWanted: Prisma.sql`(item.state = 'submitted' AND item.reason = 'not_started' OR item.state ${inSet("atSupplier")}
      AND EXISTS (SELECT FROM request_decisions
        WHERE item_id = item.id AND outcome = 'ask_supplier' AND look_again_at IS NOT NULL))`,
    isReviewedIfRefused: true,
  });
}

/**
 * Asks the supplier to cancel an item of an order whose buyer withdrew, where its service can be canceled
 * (`askToCancel`). If it agrees, its next status ends the item and the money is refunded; otherwise the delivery goes
 * on.
 */
export async function cancelWithdrawnItem(deps: SupplierDeps, itemId: string): Promise<void> {
  await askToCancel(deps, itemId, {
    isWanted: Prisma.sql`item.state ${inSet("atSupplier")}
      AND EXISTS (SELECT FROM orders WHERE orders.id = item.order_id AND withdrawn_at IS NOT NULL)
      AND EXISTS (SELECT FROM supplier_services AS service WHERE service.id = item.supplier_service_id AND can_cancel)
      AND ${hasNoCancelCall}`,
    isReviewedIfRefused: false,
  });
}

/**
 * Asks the supplier to cancel an item for which `isWanted` is true. `cancel_requested_at` is set before the call and
 * removed when the supplier refuses; while it is set, the supplier isn't asked again. If no call is recorded a minute
 * later, the worker may have died, and the supplier is asked again: a second request does no harm. Throws
 * upstream_failed when the supplier could not be asked, or during that minute; the job's retry asks. In quarantine
 * nothing is asked.
 */
async function askToCancel(
  { db, provider: options }: SupplierDeps,
  itemId: string,
  { isWanted, isReviewedIfRefused }: { isWanted: Prisma.Sql; isReviewedIfRefused: boolean },
): Promise<void> {
  const [item] = await db.$queryRaw<Asked[]>`
    UPDATE fulfillment_items AS item SET cancel_requested_at = now(), updated_at = now()
    FROM suppliers AS supplier
    WHERE item.id = ${itemId}::uuid AND supplier.id = item.supplier_id AND ${isWanted}
      AND (item.cancel_requested_at IS NULL
        OR (item.cancel_requested_at < now() - interval '1 minute' AND ${hasNoCancelCall}))
      AND item.provider_order_id IS NOT NULL AND ${maySendSql()}
    RETURNING item.id, item.order_id AS "orderId", item.provider_order_id AS number, item.cancel_requested_at AS "askedAt",
      ${supplierAccess}`;
  if (!item) {
    const open = await db.$queryRaw<object[]>`
      SELECT item.id FROM fulfillment_items AS item
      WHERE item.id = ${itemId}::uuid AND ${isWanted} AND item.cancel_requested_at IS NOT NULL AND ${hasNoCancelCall}`;
    if (open.length === 0) return;
    throw new AppError("upstream_failed", { detail: "the last request to cancel it has no recorded answer" });
  }
  const { orderId } = item;
  logOrder(orderId);
  const answer = await openProvider(item.access, options)?.cancel(item.number);
  if (!answer || (answer.kind === "rejected" && answer.isTemporary)) {
    await db.$executeRaw`
      UPDATE fulfillment_items SET cancel_requested_at = NULL, updated_at = now()
      WHERE id = ${itemId}::uuid AND cancel_requested_at = ${item.askedAt}`;
    throw new AppError("upstream_failed", {
      detail: answer?.reason ?? noAccess,
    });
  }
  const outcome = answer.kind;
  await recordWithRetries(itemId, () => record(db, item, { outcome, isReviewedIfRefused }));
  logger.info({ itemId, orderId, outcome }, "asked for an item to be canceled");
}

type Asked = { id: string; orderId: string; number: string; askedAt: Date; access: SupplierAccess };

/** Idempotent. */
async function record(
  db: Database,
  { id: itemId, orderId, askedAt }: Asked,
  { outcome, isReviewedIfRefused }: { outcome: string; isReviewedIfRefused: boolean },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
    const event = { orderId, itemId, type: "item.cancel_requested", data: { outcome } };
    const recorded = { ...event, data: { equals: event.data }, createdAt: { gte: askedAt } };
    if ((await tx.orderEvent.count({ where: recorded })) > 0) return;
    // Whether an accepted or lost request had an effect shows in the item's status, so it is polled at once.
    await tx.$executeRaw`
      UPDATE fulfillment_items SET updated_at = now(),
        cancel_requested_at = CASE WHEN ${outcome} = 'rejected' THEN NULL ELSE cancel_requested_at END,
        reason = CASE WHEN ${outcome} = 'rejected' AND ${isReviewedIfRefused}
          THEN CASE WHEN reason = 'not_started' THEN 'not_started_not_canceled' ELSE 'stop_refused' END ELSE reason END,
        review_since = CASE WHEN ${outcome} = 'rejected' AND ${isReviewedIfRefused} THEN COALESCE(review_since, now())
          ELSE review_since END,
        next_check_at = now()
      WHERE id = ${itemId}::uuid AND state ${inSet("atSupplier")}`;
    await recordEvents(tx, [event]);
  });
}
