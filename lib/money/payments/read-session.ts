import type Stripe from "stripe";
import { z } from "zod";
import type { Database, Db } from "@/lib/base/db/client";
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

/** The alert about a paid session whose order the database has lost and can't rebuild. */
export const lostPaymentKey = (sessionId: string): string => `lost_payment:${sessionId}`;

/**
 * True for a session that a recovery has left to the operator: its alert is from before the last quarantine's end. It
 * proves no new loss.
 */
export async function isLeftToOperator(db: Db, sessionId: string): Promise<boolean> {
  const alerts = await db.$queryRaw<unknown[]>`
    SELECT FROM operator_alerts AS alert JOIN shop_state ON alert.first_at <= shop_state.released_at
    WHERE alert.key = ${lostPaymentKey(sessionId)}`;
  return alerts.length > 0;
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
};

/**
 * Reads what has gone back of a payment at Stripe, or may go back. A session stays paid after a refund or a dispute; only
 * its charge tells. A charge does not tell of fraud warnings, so those are read whose events have arrived. Errors:
 * payment_unavailable, payment_misconfigured.
 */
export async function readReturned(deps: PaymentDeps, session: Stripe.Checkout.Session): Promise<Returned> {
  const charge = chargeOf(session);
  const intent = idOf(session.payment_intent) ?? "";
  return {
    refunds: charge && charge.amount_refunded > 0 ? await listRefunds(deps, intent) : [],
    disputes: charge?.disputed ? await listDisputes(deps, intent) : [],
    warnings: await listWarnings(deps, intent),
  };
}

/** An event's outcome does not matter: before the settlement its payment may have been taken for another shop's. */
async function listWarnings(
  { db, stripe }: PaymentDeps,
  intent: string,
): Promise<Stripe.Radar.EarlyFraudWarning[]> {
  const arrived = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT subject->>'id' AS id FROM stripe_events
    WHERE type IN ('radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated')
      AND subject->>'payment_intent' = ${intent} AND subject->>'id' IS NOT NULL`;
  const warnings: Stripe.Radar.EarlyFraudWarning[] = [];
  for (const { id } of arrived) {
    try {
      warnings.push(await callStripe(stripe.radar.earlyFraudWarnings.retrieve(id), "warning"));
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
    }
  }
  return warnings;
}
