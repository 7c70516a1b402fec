import type Stripe from "stripe";
import type { Db } from "@/lib/base/db/client";
import { formatAmount } from "@/lib/base/money";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";

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

/** Tells the operator about a payment whose order the database has lost and the session can't rebuild. */
export async function alertLostPayment(db: Db, session: Stripe.Checkout.Session): Promise<void> {
  const money = formatAmount(session.amount_total ?? 0, session.currency ?? "usd");
  const message = `${money} was paid for an order that the database has lost (Stripe session ${session.id}), and the session can't rebuild it. Refund it in Stripe's dashboard, or place the order again for the buyer.`;
  await raiseAlert(db, { key: lostPaymentKey(session.id), kind: "lost_payment", message });
}
