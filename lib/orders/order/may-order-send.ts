import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { conflict } from "@/lib/base/errors";
import { inRefundSet } from "./refund-status";

/** SQL: refunds that are on their way or done, and lost disputes, cover all that was paid for the row `orders`. */
export const isRefundedInFull = Prisma.sql`(orders.payment_status = 'refunded'
  OR (orders.paid_cents > 0 AND orders.paid_cents <= orders.bank_returned_cents + (
    SELECT COALESCE(sum(refund.amount_cents), 0) FROM refunds AS refund
    JOIN payment_attempts AS attempt ON attempt.id = refund.attempt_id AND attempt.status = 'paid'
    WHERE refund.order_id = orders.id AND refund.status ${inRefundSet("onItsWay")})))`;

/** SQL: the row `orders` was refunded in full or its buyer withdrew, so what was not sent never will be. */
export const isCalledOff = Prisma.sql`(orders.withdrawn_at IS NOT NULL OR ${isRefundedInFull})`;

/** SQL: something may be sent for the row `orders`: an item, a lost call again, a refill. The one place for this rule. */
export const mayOrderSendSql = Prisma.sql`(orders.payment_status IN ('paid', 'partially_refunded')
  AND orders.blocked_at IS NULL AND NOT ${isCalledOff})`;

/** True when something may be sent for an order. */
export async function mayOrderSend(db: Db, orderId: string): Promise<boolean> {
  const [order] = await db.$queryRaw<{ may: boolean }[]>`
    SELECT ${mayOrderSendSql} AS may FROM orders WHERE id = ${orderId}::uuid`;
  return order?.may ?? false;
}

/** Throws conflict unless something may be sent for an order. */
export async function requireMaySend(db: Db, orderId: string): Promise<void> {
  if (await mayOrderSend(db, orderId)) return;
  throw conflict(
    "Nothing is sent for this order: it is blocked, its payment is refunded or disputed, or its buyer withdrew.",
  );
}
