import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { type RowJob, rowJob } from "@/lib/base/jobs/define-job";
import { cancelAtSupplierJob } from "@/lib/delivery/items/item-jobs";

/** Carries a statement of withdrawal out. The job keeps the name that is in the queues of running shops. */
export const carryOutWithdrawalJob = rowJob(
  "settle-withdrawal",
  "withdrawal",
  Prisma.sql`
    SELECT id, stated_at AS since FROM withdrawals
    WHERE decided_at IS NULL AND stated_at < now() - interval '10 seconds'
    UNION ALL
    SELECT withdrawals.id, stated_at FROM withdrawals
    WHERE outcome = 'unpaid' AND EXISTS (SELECT FROM payment_attempts AS attempt
      WHERE attempt.order_id = withdrawals.order_id AND attempt.status = 'open' AND attempt.expires_at > now())`,
);

/** `cancelAtSupplierJob`, due for items of an order whose buyer withdrew, until the supplier's answer is recorded. */
export const dueCancelAtSupplierJob: RowJob = {
  ...cancelAtSupplierJob,
  due: Prisma.sql`
    SELECT item.id, withdrawals.decided_at AS since FROM withdrawals
    JOIN fulfillment_items AS item ON item.order_id = withdrawals.order_id
    JOIN supplier_services AS service ON service.id = item.supplier_service_id AND service.can_cancel
    WHERE withdrawals.outcome IN ('withdrawn', 'disputed', 'refunded')
      AND withdrawals.decided_at > now() - interval '30 days'
      AND item.state ${inSet("atSupplier")}
      AND (item.cancel_requested_at IS NULL OR item.cancel_requested_at < now() - interval '1 minute')
      AND item.cancel_outcome IS NULL`,
};
