import type { Tx } from "@/lib/base/db/client";
import type { Refund } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { recordOwedAmounts } from "@/lib/orders/order/close-order";
import { paidOfUndelivered } from "@/lib/orders/order/order-money";
import { recordEvents } from "@/lib/orders/order/record-event";
import { updateHeldRefundsAlert } from "./held-refunds";
import { nextRefundNumber, refundableCents } from "./request-refund";

/**
 * Reduces or drops refunds that Stripe has not made, after it has reported one, so that all of them together are at most
 * the payment. Each gets an event: held ones go first, then the newest requested ones. Runs in the caller's transaction,
 * under the order's lock. Throws internal when Stripe alone reports more than was paid.
 */
export async function capRefunds(tx: Tx, attemptId: string): Promise<void> {
  const overCents = -(await refundableCents(tx, attemptId));
  if (overCents <= 0) return;
  const waiting = await tx.refund.findMany({
    where: { attemptId, status: { in: ["held", "requested"] } },
    orderBy: { number: "desc" },
  });
  const heldFirst = waiting.toSorted((a, b) => Number(b.status === "held") - Number(a.status === "held"));
  const stillOverCents = await reduce(tx, heldFirst, overCents, "made_at_stripe");
  // Of a lost dispute in another currency it is not known how much it took, so at most all that was left is assumed.
  const { order } = await tx.paymentAttempt.findUniqueOrThrow({
    where: { id: attemptId },
    include: { order: true },
  });
  if (stillOverCents > order.bankReturnedCents)
    throw new AppError("internal", { detail: "Stripe refunded more than was paid" });
}

/** Does the same to the shop's own refund of what was not delivered, as far as others have paid for it. */
export async function capUndelivered(tx: Tx, orderId: string, because: Because): Promise<void> {
  await recordOwedAmounts(tx, [orderId]);
  const owed = await tx.owedAmount.findUnique({ where: { orderId }, include: { order: true } });
  if (!owed) return;
  const refunds = await tx.refund.findMany({ where: { attemptId: owed.attemptId } });
  const waiting = refunds.filter(
    ({ reason, intent, status }) =>
      reason === "undelivered" && intent === null && (status === "held" || status === "requested"),
  );
  await reduce(tx, waiting, paidOfUndelivered(owed.order, refunds) - owed.cents, because);
}

/** Takes cents from refunds in their order. Returns how many are left once all are dropped. */
async function reduce(tx: Tx, refunds: Refund[], cents: number, because: Because): Promise<number> {
  let leftCents = cents;
  for (const refund of refunds) {
    if (leftCents <= 0) break;
    const amountCents = Math.max(0, refund.amountCents - leftCents);
    leftCents -= refund.amountCents - amountCents;
    if (amountCents === 0) await dropUnsent(tx, refund, because);
    else await changeAmount(tx, refund, amountCents, because);
  }
  return leftCents;
}

/** The other movement that has paid a refund, in part or in full. */
type Because = "made_at_stripe" | "lost_dispute";

/** Drops a refund that Stripe has not made: something else replaces it, or an administrator decided against it. */
export async function dropUnsent(
  tx: Tx,
  { id, orderId, status, amountCents, reason }: Refund,
  because: Because | "full_refund" | "declined" | null,
): Promise<void> {
  await tx.refund.update({
    where: { id },
    data: { status: "dropped", finishedAt: await readDatabaseTime(tx) },
  });
  const data = { amountCents, reason, ...(because && { because }) };
  await recordEvents(tx, [{ orderId, type: "refund.dropped", data }]);
  if (status === "held") await updateHeldRefundsAlert(tx);
}

/** A new amount is a new request to Stripe, so the refund gets a new number and thus a new idempotency key. */
async function changeAmount(
  tx: Tx,
  { id, orderId, status, amountCents: beforeCents, reason }: Refund,
  amountCents: number,
  because: Because,
): Promise<void> {
  const number = await nextRefundNumber(tx, orderId);
  await tx.refund.update({ where: { id }, data: { amountCents, number } });
  const data = { amountCents, beforeCents, reason, because };
  await recordEvents(tx, [{ orderId, type: "refund.reduced", data }]);
  if (status === "held") await updateHeldRefundsAlert(tx);
}
