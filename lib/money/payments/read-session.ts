import type Stripe from "stripe";
import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { hasCode } from "@/lib/base/errors";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { listDisputes } from "@/lib/money/disputes/record-dispute";
import { listRefunds } from "@/lib/money/refunds/sync-refunds";
import { callStripe, idOf, type PaymentDeps } from "@/lib/money/stripe/stripe-client";

const subjectSchema = z.object({
  order_id: z.uuid(),
  attempt: z.coerce.number().int().positive().max(10_000),
  shop: z.uuid().optional(),
});

/** The order, the attempt and the shop that a session's metadata names. */
type SessionSubject = { orderId: string; number: number; shop: string | undefined };

/** Reads what a session's metadata names; null when it names no order. */
export function readSubject({ metadata }: Pick<Stripe.Checkout.Session, "metadata">): SessionSubject | null {
  const subject = subjectSchema.safeParse(metadata).data;
  return subject ? { orderId: subject.order_id, number: subject.attempt, shop: subject.shop } : null;
}

/**
 * True when a session without an order here belongs to this shop, by its metadata: shops may share a Stripe account.
 */
export async function isOwnSession(
  db: Database,
  session: Pick<Stripe.Checkout.Session, "metadata">,
): Promise<boolean> {
  return readSubject(session)?.shop === (await getShopId(db));
}

/** The parts of a session that name its payer and its charge, which was read with it. */
type PaidSession = Pick<Stripe.Checkout.Session, "customer_details" | "payment_intent">;

/**
 * The country of a session's billing address; without one, of its card. Two capital letters; null when Stripe names
 * neither. Pure.
 */
export function payerCountry(session: PaidSession): string | null {
  const charge = chargeOf(session);
  const country =
    session.customer_details?.address?.country ??
    charge?.billing_details?.address?.country ??
    charge?.payment_method_details?.card?.country;
  return country?.toUpperCase() ?? null;
}

/** The charge that was read with a session; null without one. Pure. */
export function chargeOf({ payment_intent: intent }: PaidSession): Stripe.Charge | null {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" ? charge : null;
}

/** Stripe's objects that have returned a payment's money, or may return it. */
export type Returned = {
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  warnings: Stripe.Radar.EarlyFraudWarning[];
  /** The warnings that Stripe was asked for; some may be unknown there. */
  warningIds: string[];
};

/**
 * Reads what has gone back of a payment at Stripe, or may go back. A session stays paid after a refund or a dispute; only
 * its charge tells. A charge does not tell of fraud warnings (`arrivedWarnings`). Errors: payment_unavailable,
 * payment_misconfigured.
 */
export async function readReturned(deps: PaymentDeps, session: Stripe.Checkout.Session): Promise<Returned> {
  const charge = chargeOf(session);
  const intent = idOf(session.payment_intent) ?? "";
  return {
    refunds: charge && charge.amount_refunded > 0 ? await listRefunds(deps, intent) : [],
    disputes: charge?.disputed ? await listDisputes(deps, intent) : [],
    warnings: [],
    warningIds: [],
  };
}

/**
 * SQL: Stripe's ids of the fraud warnings about a payment whose events have arrived. An event's outcome does not matter:
 * before the settlement its payment may have been taken for another shop's.
 */
export const arrivedWarnings = ({ payment_intent: intent }: Stripe.Checkout.Session) => Prisma.sql`
  ARRAY(SELECT DISTINCT subject->>'id' FROM stripe_events
    WHERE type IN ('radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated')
      AND subject->>'payment_intent' = ${idOf(intent) ?? ""} AND subject->>'id' IS NOT NULL)`;

/** Reads fraud warnings; Stripe may not know one any more. Errors: payment_unavailable, payment_misconfigured. */
export async function readWarnings(
  { stripe }: PaymentDeps,
  ids: string[],
): Promise<Stripe.Radar.EarlyFraudWarning[]> {
  const warnings: Stripe.Radar.EarlyFraudWarning[] = [];
  for (const id of ids) {
    try {
      warnings.push(await callStripe(stripe.radar.earlyFraudWarnings.retrieve(id), "warning"));
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
    }
  }
  return warnings;
}
