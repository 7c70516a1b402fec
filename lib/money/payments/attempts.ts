import type Stripe from "stripe";
import { type Database, queryDirectly, type Tx } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { Prisma } from "@/lib/base/db/generated/client";
import { addMs, unixSeconds } from "@/lib/base/time/time";
import { expireOrder, reopenOrder } from "@/lib/orders/order/close-order";
import { recordEvents } from "@/lib/orders/order/record-event";
import { canOrderBecome } from "@/lib/orders/views/order-status";
import type { OrderStatus } from "@/lib/orders/views/order-view";
import { attemptParamsSchema, sessionLifetimeMs } from "./attempt-params";

/** An attempt as it was stored before Stripe is called. */
export type NewAttempt = { id: string; orderId: string; number: number; params: unknown; createdAt: Date };

/**
 * Stores the session of an attempt that had none; one that is not open has no address. False when the attempt's status
 * has changed meanwhile.
 */
export async function storeSession(
  db: Database,
  attemptId: string,
  { id, url }: Stripe.Checkout.Session,
): Promise<boolean> {
  const stored = await queryDirectly(
    db,
    Prisma.sql`UPDATE payment_attempts SET status = 'open', stripe_session_id = ${id}, url = ${url}
      WHERE id = ${attemptId}::uuid AND status = 'creating'`,
  );
  return stored.rowCount === 1;
}

type Attempt = Pick<NewAttempt, "id" | "orderId" | "number">;

/** Ends an unpaid attempt, in the caller's transaction; null when it has ended before. */
export async function closeAttempt(
  tx: Tx,
  { id, orderId, number }: Attempt,
  end: { status: "expired" | "failed"; stripeSessionId?: string },
): Promise<{ isNewest: boolean } | null> {
  const closed = await tx.paymentAttempt.updateMany({
    where: { id, status: { in: ["creating", "open"] } },
    data: end,
  });
  if (closed.count === 0) return null;
  return { isNewest: (await tx.paymentAttempt.count({ where: { orderId, number: { gt: number } } })) === 0 };
}

/** Expires an attempt without a session at Stripe, and its order when no newer attempt exists. */
export async function abandonAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${attempt.orderId}::uuid FOR UPDATE`;
    const closed = await closeAttempt(tx, attempt, { status: "expired" });
    if (closed?.isNewest) await expireOrder(tx, attempt.orderId);
  });
}

/**
 * Stores the attempt after `last`, unless a concurrent request did, or the order can't be paid any more; an expired order
 * becomes payable again with it.
 */
export async function addAttempt(db: Database, last: NewAttempt, now: Date): Promise<void> {
  const params = attemptParamsSchema.parse(last.params);
  const number = last.number + 1;
  const expiresAt = addMs(now, sessionLifetimeMs);
  const next = {
    ...params,
    expires_at: unixSeconds(expiresAt),
    metadata: { ...params.metadata, attempt: String(number) },
  };
  const amountCents = params.line_items.reduce(
    (sum, line) => sum + line.quantity * line.price_data.unit_amount,
    0,
  );
  try {
    await db.$transaction(async (tx) => {
      // Locked before its attempts, as in a settlement, so that a concurrent payment is seen here or sees this attempt.
      const [order] = await tx.$queryRaw<{ status: OrderStatus; is_withdrawn: boolean }[]>`
        SELECT status::text, withdrawn_at IS NOT NULL AS is_withdrawn FROM orders
        WHERE id = ${last.orderId}::uuid FOR UPDATE`;
      if (!order || order.is_withdrawn || !canOrderBecome(order.status, "processing")) return;
      await tx.paymentAttempt.updateMany({
        where: { id: last.id, status: "creating" },
        data: { status: "failed" },
      });
      await tx.paymentAttempt.create({
        data: {
          orderId: last.orderId,
          number,
          params: next,
          amountCents,
          currency: params.line_items[0]?.price_data.currency ?? "usd",
          expiresAt,
          createdAt: now,
        },
      });
      const isReopened = order.status === "expired";
      if (isReopened) await reopenOrder(tx, last.orderId);
      const change = isReopened ? { from: "expired", to: "pending" } : {};
      await recordEvents(tx, [
        { orderId: last.orderId, type: "payment.attempted", data: { number }, ...change },
      ]);
    });
  } catch (error) {
    // A concurrent request stored this number first.
    if (!isUniqueViolation(error)) throw error;
  }
}
