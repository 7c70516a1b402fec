import type Stripe from "stripe";
import { z } from "zod";
import type { Db } from "@/lib/db/client";
import { listDisputes } from "@/lib/disputes/record-dispute";
import { idOf, paymentFee, type StripeClient, toAppError } from "@/lib/stripe/stripe-client";
import { unixSeconds } from "@/lib/time";
import type { PaymentRecord } from "./compare-payment";

/** `shop` is the id in the payment's metadata; old payments have none. */
export type StripePayment = PaymentRecord & { hasFee: boolean; shop: string | null };

type Window = { since: Date; until: Date };

/**
 * By payment intent. `moving` had a movement after the window, so their webhooks may be in flight. `failed` could not be
 * read.
 */
type StripePayments = {
  payments: Map<string, StripePayment>;
  moving: Set<string>;
  failed: Map<string, unknown>;
};

/**
 * Stripe's current state of the payments that were paid, refunded or disputed in a window, and of those in `also`. One
 * that can't be read does not stop the others. Errors: payment_unavailable.
 */
export async function listStripePayments(
  stripe: StripeClient,
  { since, until }: Window,
  also: string[],
): Promise<StripePayments> {
  const created = { gte: unixSeconds(since) };
  try {
    const refunds = await stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: most });
    const disputes = await stripe.disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: most });
    const charges = await stripe.charges
      .list({ created, limit: 100, expand: ["data.balance_transaction"] })
      .autoPagingToArray({ limit: most });
    const moved = [...refunds, ...disputes, ...charges];
    const late = moved.filter((entry) => entry.created > unixSeconds(until));
    const moving = new Set(late.flatMap((entry) => idOf(entry.payment_intent) ?? []));
    const named = new Set([...moved.flatMap((entry) => idOf(entry.payment_intent) ?? []), ...also]);
    const known = new Map(charges.filter(isPaid).map((charge) => [idOf(charge.payment_intent), charge]));
    const payments = new Map<string, StripePayment>();
    const failed = new Map<string, unknown>();
    for (const id of named) {
      if (moving.has(id)) continue;
      try {
        const charge = known.get(id) ?? (await findCharge(stripe, id));
        if (charge) payments.set(id, await toPayment(stripe, id, charge, disputes));
      } catch (error) {
        failed.set(id, toAppError(error));
        if (failed.size === outageLength && payments.size === 0) throw error;
      }
    }
    return { payments, moving, failed };
  } catch (error) {
    throw toAppError(error);
  }
}

// After this many failures without one answer, Stripe counts as unavailable.
const outageLength = 3;
// The SDK requires a limit; a day has fewer.
const most = 10_000;

function isPaid(charge: Stripe.Charge): boolean {
  return charge.paid && charge.status === "succeeded";
}

async function findCharge(stripe: StripeClient, paymentIntent: string): Promise<Stripe.Charge | null> {
  const query = { payment_intent: paymentIntent, limit: 100, expand: ["data.balance_transaction"] };
  return (await stripe.charges.list(query)).data.find(isPaid) ?? null;
}

async function toPayment(
  stripe: StripeClient,
  paymentIntentId: string,
  charge: Stripe.Charge,
  newDisputes: Stripe.Dispute[],
): Promise<StripePayment> {
  // An older dispute that changed is not among the new ones.
  const disputes =
    charge.disputed || newDisputes.some((dispute) => idOf(dispute.payment_intent) === paymentIntentId)
      ? await listDisputes({ stripe }, paymentIntentId)
      : [];
  return {
    paymentIntentId,
    orderId: z.uuid().safeParse(charge.metadata.order_id).data ?? null,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    disputes: disputes.map(({ id, status }) => ({ id, status })),
    hasFee: paymentFee(charge) !== null,
    shop: charge.metadata.shop ?? null,
  };
}

export type PostedPayment = PaymentRecord & { attemptId: string; orderId: string; isFeePosted: boolean };

/** The payments that the shop recorded in a window, and those in `also`, by payment intent. */
export async function listPostedPayments(
  db: Db,
  { since, until }: Window,
  also: string[],
): Promise<Map<string, PostedPayment>> {
  const rows = await db.$queryRaw<PostedPayment[]>`
    SELECT attempt.id AS "attemptId", attempt.order_id AS "orderId", attempt.payment_intent_id AS "paymentIntentId",
      attempt.amount_cents AS "amountCents", attempt.currency,
      COALESCE((SELECT sum(amount_cents) FROM refunds
        WHERE attempt_id = attempt.id AND status IN ('pending', 'succeeded')), 0)::int AS "refundedCents",
      COALESCE((SELECT jsonb_agg(jsonb_build_object('id', stripe_dispute_id, 'status', disputes.status)) FROM disputes
        WHERE order_id = attempt.order_id
          AND (attempt_id = attempt.id OR (attempt_id IS NULL AND attempt.status = 'paid'))), '[]') AS disputes,
      EXISTS (SELECT FROM ledger_entries WHERE movement = 'fee:' || attempt.id) AS "isFeePosted"
    FROM payment_attempts AS attempt
    WHERE attempt.status IN ('paid', 'duplicate') AND attempt.payment_intent_id IS NOT NULL
      AND (attempt.paid_at BETWEEN ${since} AND ${until} OR attempt.payment_intent_id = ANY(${also}::text[]))`;
  return new Map(rows.map((row) => [row.paymentIntentId, row]));
}
