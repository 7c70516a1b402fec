import type { Database } from "@/lib/db/client";
import type { Refund } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { maySend } from "@/lib/quarantine/database-mark";
import { getShopId } from "@/lib/quarantine/shop-id";
import {
  isRefusal,
  isReplayed,
  isRetryable,
  type StripeClient,
  toAppError,
} from "@/lib/stripe/stripe-client";
import { followRefunds, type Payment, refundMark } from "./follow-refunds";
import { recordRefund, recordRefundRefusal } from "./record-refund";

type RefundDeps = { db: Database; stripe: StripeClient };

/**
 * Carries a requested refund to Stripe, exactly once however often it is called. Stripe forgets idempotency keys
 * after 24 hours and may hold refunds that the shop does not know, so the payment's refunds are listed and recorded
 * before anything is sent: that may find this one, reduce it or drop it. A held or dropped refund is not
 * sent, and none in quarantine; the sweeper brings it back. A refusal for good is kept as `failed` with its reason.
 * Throws payment_unavailable when Stripe can't be reached or moved meanwhile; the job comes again.
 */
export async function sendRefund(deps: RefundDeps, refundId: string): Promise<void> {
  const { db, stripe } = deps;
  const found = await db.refund.findUnique({ where: { id: refundId }, include: { attempt: true } });
  if (found?.status !== "requested" && found?.status !== "pending") return;
  const { attemptId, orderId, attempt } = found;
  if (!attempt.paymentIntentId) throw new AppError("internal", { detail: "a refund without a payment" });
  const payment = { attemptId, orderId, paymentIntentId: attempt.paymentIntentId };
  const refund = await lookAgain(deps, payment, refundId);
  if (refund?.status !== "requested" || !(await maySend(db))) return;
  try {
    const sent = await stripe.refunds.create(
      {
        payment_intent: payment.paymentIntentId,
        amount: refund.amountCents,
        metadata: { ...refundMark(refund), shop: await getShopId(db) },
      },
      { idempotencyKey: refundIdempotencyKey(orderId, refund.number) },
    );
    // An unknown address of the API answers with an object of another kind, which the SDK does not reject.
    if (sent.object !== "refund" || !sent.id)
      throw new AppError("payment_unavailable", { detail: "not a refund" });
    await recordRefund(db, refund.id, sent);
  } catch (error) {
    if (isRefusal(error)) {
      return refuse(deps, payment, refund, error.code ?? "invalid_request");
    }
    if (isReplayed(error) && isRetryable(error)) await renumber(db, refund);
    throw toAppError(error);
  }
}

/** The refund as it stands after Stripe's own list was recorded. */
async function lookAgain(deps: RefundDeps, payment: Payment, refundId: string): Promise<Refund | null> {
  await followRefunds(deps, payment);
  return deps.db.refund.findUnique({ where: { id: refundId } });
}

/** Keeps a refusal, unless a refund that was made at Stripe between our look and our request explains it. */
async function refuse(deps: RefundDeps, payment: Payment, refund: Refund, failure: string): Promise<void> {
  const now = await lookAgain(deps, payment, refund.id);
  if (now?.status === refund.status && now.amountCents === refund.amountCents) {
    return recordRefundRefusal(deps.db, refund.id, failure);
  }
  if (now?.status === "requested") {
    throw new AppError("payment_unavailable", { detail: "another refund was made at Stripe meanwhile" });
  }
}

/**
 * A failure that Stripe has stored under the key would come back for 24 hours. The next try takes another number and
 * so another key; it looks for the refund first, as every try does.
 */
async function renumber(db: Database, refund: Refund): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${refund.orderId}::uuid FOR UPDATE`;
    await tx.$executeRaw`
      UPDATE refunds SET number = (SELECT max(number) + 1 FROM refunds WHERE order_id = ${refund.orderId}::uuid)
      WHERE id = ${refund.id}::uuid AND number = ${refund.number} AND status = 'requested'`;
  });
}

/** One key a refund. */
export function refundIdempotencyKey(orderId: string, number: number): string {
  return `order:${orderId}:refund:${number}`;
}
