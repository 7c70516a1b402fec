import type Stripe from "stripe";
import { z } from "zod";
import { paymentFee } from "@/lib/stripe/payment-fee";
import { type StripeClient, toAppError } from "@/lib/stripe/stripe-client";
import { unixSeconds } from "@/lib/time";
import type { PaymentRecord } from "./compare-payment";

/** `shop` is the mark of the shop that took it; payments from before there were marks have none. */
export type StripePayment = PaymentRecord & { hasFee: boolean; shop: string | null };

type Window = { since: Date; until: Date };

/**
 * By payment intent. `moving` are those whose money moved after the window: their webhook may be on its way. `failed` are
 * those that could not be read.
 */
export type StripePayments = {
  payments: Map<string, StripePayment>;
  moving: Set<string>;
  failed: Map<string, unknown>;
};

/**
 * The payments Stripe moved money for between two moments (paid, refunded or disputed), with the intents in `also`,
 * each as it stands now. What moves at this moment is left for the next time, and a payment that Stripe can't answer
 * about does not keep the others from being listed. Throws payment_unavailable.
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
    const moving = new Set(late.flatMap((entry) => intentOf(entry) ?? []));
    const named = new Set([...moved.flatMap((entry) => intentOf(entry) ?? []), ...also]);
    const known = new Map(charges.filter(isPaid).map((charge) => [intentOf(charge), charge]));
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

// So many failures and no answer: Stripe is away.
const outageLength = 3;
// The SDK wants a limit; no shop has so many in a day.
const most = 10_000;

type Moved = { payment_intent: string | { id: string } | null };

function intentOf({ payment_intent: intent }: Moved): string | null {
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}

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
  // An older dispute changes without being listed among the new ones.
  const disputes =
    charge.disputed || newDisputes.some((dispute) => intentOf(dispute) === paymentIntentId)
      ? (await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 })).data
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
