import type Stripe from "stripe";
import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { PaidOrder } from "@/lib/delivery/items/create-items";
import type { PaymentRefusal } from "@/lib/money/refunds/refund-reasons";
import { isBlockedSql } from "@/lib/people/abuse/blocks";
import { arrivedWarnings, chargeOf, payerCountry } from "./read-session";
import { fingerprintOf } from "./record-card";

/** A session of an order, and the number of its attempt. */
export type Attempted = { orderId: string; number: number; session: Stripe.Checkout.Session };

export type LockedRow = PaidOrder & {
  status: string;
  email: string;
  attemptId: string;
  attemptStatus: string;
  amountCents: number;
  currency: string;
  isWithdrawn: boolean;
  /** True when the settings now exclude the payer's country; a settled payment is not checked again. */
  isExcluded: boolean;
  /** True when the buyer or the target is now on the block list. */
  isBlocked: boolean;
  /** True when the card that paid is now on the block list. */
  isCardBlocked: boolean;
  /** Stripe's ids of the fraud warnings about the payment whose events have arrived. */
  warningIds: string[];
};

const buyerOfOrder = {
  email: Prisma.sql`o.email`,
  target: Prisma.sql`o.platform_slug || ':' || o.username`,
  network: Prisma.sql`NULLIF(o.network, 'unknown')`,
};

/**
 * Locks the order (one settlement at a time) and reads it with the session's attempt. Both rows are locked, because
 * PostgreSQL re-reads only locked rows after a wait: with the order alone, the second of two settlements would see the
 * attempt as unpaid and take the same payment for a duplicate.
 */
export async function lockAttempt(
  tx: Tx,
  { orderId, number, session }: Attempted,
): Promise<LockedRow | undefined> {
  const card = fingerprintOf(chargeOf(session));
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT o.id, o.status::text, o.email, o.platform_slug AS platform, o.service_slug AS "serviceType", o.variant,
      o.target, o.post_url AS "postUrl", o.quantity, o.selected_posts AS "selectedPosts", o.parts,
      a.id AS "attemptId", a.status::text AS "attemptStatus",
      a.amount_cents AS "amountCents", a.currency, o.withdrawn_at IS NOT NULL AS "isWithdrawn",
      COALESCE((SELECT value @> to_jsonb(${payerCountry(session)}::text) FROM site_settings
        WHERE key = 'excludedCountries'), false) AS "isExcluded",
      ${isBlockedSql(buyerOfOrder)} AS "isBlocked", ${isBlockedSql({ card })} AS "isCardBlocked",
      ${arrivedWarnings(session)} AS "warningIds"
    FROM orders o JOIN payment_attempts a ON a.order_id = o.id
      AND (a.stripe_session_id = ${session.id} OR (a.number = ${number} AND a.stripe_session_id IS NULL))
    WHERE o.id = ${orderId}::uuid
    ORDER BY a.stripe_session_id NULLS LAST LIMIT 1
    FOR UPDATE OF o, a`;
  return row;
}

/**
 * Why a payment goes back; null when it is the order's. `isRebuilt`: it may have been delivered for, so neither its
 * buyer's country nor the block list is checked. Pure.
 */
export function refusalOf(
  row: LockedRow,
  session: Stripe.Checkout.Session,
  isRebuilt: boolean,
): PaymentRefusal | null {
  const isRightAmount = session.amount_total === row.amountCents && session.currency === row.currency;
  const isPayable = row.status === "pending" || row.status === "expired";
  if (!isRightAmount) return "wrong_amount";
  if (!isPayable) return "second_payment";
  if (row.isWithdrawn) return "withdrawn";
  if (isRebuilt) return null;
  if (row.isExcluded) return "excluded_country";
  return row.isBlocked ? "blocked" : null;
}
