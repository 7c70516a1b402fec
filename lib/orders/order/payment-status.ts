import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { PaymentStatus } from "@/lib/base/db/generated/enums";

/** The statement that marks an order as paid, and in progress. */
export function orderPaid(orderId: string, paidCents: number): Prisma.Sql {
  return Prisma.sql`
    UPDATE orders SET status = 'processing', payment_status = 'paid', paid_cents = ${paidCents}, paid_at = now(),
      updated_at = now()
    WHERE id = ${orderId}::uuid`;
}

/**
 * Derives an order's payment status after a refund (`refundedCents` more, or less for one that came back) or a change of
 * its disputes (`bankReturnedCents`: what they took for good), in the caller's transaction, which has locked the order's row.
 */
export async function updatePaymentStatus(
  tx: Db,
  orderId: string,
  change: { refundedCents?: number; isDisputed?: boolean; bankReturnedCents?: number },
): Promise<void> {
  const { paidCents, ...before } = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  const refundedCents = before.refundedCents + (change.refundedCents ?? 0);
  const bankReturnedCents = change.bankReturnedCents ?? before.bankReturnedCents;
  const isDisputed = change.isDisputed ?? before.paymentStatus === "disputed";
  const returnedCents = refundedCents + bankReturnedCents;
  const paymentStatus = paymentStatusOf({ isDisputed, paidCents, returnedCents });
  await tx.order.update({
    where: { id: orderId },
    data: { refundedCents, bankReturnedCents, paymentStatus },
  });
}

/** An order's payment status, from whether a dispute holds the payment and what went back. Pure. */
export function paymentStatusOf(order: {
  isDisputed: boolean;
  paidCents: number;
  returnedCents: number;
}): PaymentStatus {
  if (order.isDisputed) return "disputed";
  if (order.paidCents === 0) return "unpaid";
  if (order.returnedCents >= order.paidCents) return "refunded";
  return order.returnedCents > 0 ? "partially_refunded" : "paid";
}
