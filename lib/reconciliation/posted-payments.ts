import type { Db } from "@/lib/db/client";
import type { PaymentRecord } from "./compare-payment";

export type PostedPayment = PaymentRecord & { attemptId: string; orderId: string; isFeePosted: boolean };

/** What the shop has posted between two moments, with the payments named in `also`, by payment intent. */
export async function listPostedPayments(
  db: Db,
  { since, until }: { since: Date; until: Date },
  also: string[],
): Promise<Map<string, PostedPayment>> {
  const rows = await db.$queryRaw<PostedPayment[]>`
    SELECT attempt.id AS "attemptId", attempt.order_id AS "orderId", attempt.payment_intent_id AS "paymentIntentId",
      attempt.amount_cents AS "amountCents", attempt.currency,
      COALESCE((SELECT sum(amount_cents) FROM refunds
        WHERE attempt_id = attempt.id AND status IN ('pending', 'succeeded')), 0)::int AS "refundedCents",
      CASE WHEN attempt.status = 'paid' THEN COALESCE((
        SELECT jsonb_agg(jsonb_build_object('id', stripe_dispute_id, 'status', status)) FROM disputes
        WHERE order_id = attempt.order_id), '[]') ELSE '[]' END AS disputes,
      EXISTS (SELECT FROM ledger_entries WHERE movement = 'fee:' || attempt.id) AS "isFeePosted"
    FROM payment_attempts AS attempt
    WHERE attempt.status IN ('paid', 'duplicate') AND attempt.payment_intent_id IS NOT NULL
      AND (attempt.paid_at BETWEEN ${since} AND ${until} OR attempt.payment_intent_id = ANY(${also}::text[]))`;
  return new Map(rows.map((row) => [row.paymentIntentId, row]));
}
