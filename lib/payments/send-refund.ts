import Stripe from "stripe";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { refundIdempotencyKey } from "./attempt-params";
import { recordRefund, recordRefundRefusal } from "./record-refund";
import { isReplayed, isRetryable, type StripeClient, toAppError } from "./stripe-client";

/**
 * Carries a requested refund to Stripe, exactly once however often it is called. Stripe forgets idempotency keys
 * after 24 hours, so the payment's refunds are searched for ours (metadata.refund_id) before anything is sent.
 * A held or dropped refund is not sent. A refusal for good is kept as `failed` with its reason; an unreachable Stripe throws payment_unavailable and the
 * job comes again.
 */
export async function sendRefund(
  deps: { db: Database; stripe: StripeClient },
  refundId: string,
): Promise<void> {
  const { db, stripe } = deps;
  const refund = await db.refund.findUnique({ where: { id: refundId }, include: { attempt: true } });
  if (refund?.status !== "requested" && refund?.status !== "pending") return;
  const paymentIntent = refund.attempt.paymentIntentId;
  if (!paymentIntent) throw new AppError("internal", { detail: "a refund without a payment" });
  try {
    const sent =
      (await findRefund(stripe, paymentIntent, refund.id)) ??
      (await stripe.refunds.create(
        {
          payment_intent: paymentIntent,
          amount: refund.amountCents,
          metadata: { refund_id: refund.id, order_id: refund.orderId },
        },
        { idempotencyKey: refundIdempotencyKey(refund.orderId, refund.number) },
      ));
    // An unknown address of the API answers with an object of another kind, which the SDK does not reject.
    if (sent.object !== "refund" || !sent.id)
      throw new AppError("payment_unavailable", { detail: "not a refund" });
    await recordRefund(db, refund.id, sent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !isRetryable(error)) {
      await recordRefundRefusal(db, refund.id, error.code ?? "invalid_request");
      return;
    }
    if (isReplayed(error) && isRetryable(error)) await renumber(db, refund);
    throw toAppError(error);
  }
}

/**
 * A failure that Stripe has stored under the key would come back for 24 hours. The next try takes another number and
 * so another key; it looks for the refund first, as every try does.
 */
async function renumber(
  db: Database,
  refund: { id: string; orderId: string; number: number },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${refund.orderId}::uuid FOR UPDATE`;
    await tx.$executeRaw`
      UPDATE refunds SET number = (SELECT max(number) + 1 FROM refunds WHERE order_id = ${refund.orderId}::uuid)
      WHERE id = ${refund.id}::uuid AND number = ${refund.number} AND status = 'requested'`;
  });
}

async function findRefund(
  stripe: StripeClient,
  paymentIntent: string,
  refundId: string,
): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })) {
    if (refund.metadata?.refund_id === refundId) return refund;
  }
  return null;
}
