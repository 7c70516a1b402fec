import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { chargeFee, moveBalance } from "./balance";
import { bankDebit, type Card } from "./cards";
import { openDispute } from "./disputes";
import {
  chargeOf,
  type NewEvent,
  newIntent,
  newStripeId,
  type PaymentIntent,
  type PaymentMethod,
  type Session,
} from "./objects";
import { getSession, sessionView } from "./sessions";
import { lookUp, type StoredSession } from "./state";

type Typed = { card: Card; email: string | null; name: string | null; country: string | null };

/** Handles a press of Pay on an open session. Returns the message of a decline, which leaves the session open. */
export function payOnPage(account: Account, stored: StoredSession, typed: Typed): string | null {
  const { card, country, email, name } = typed;
  const payer = { address: country === null ? null : { country }, email, name };
  const { session } = stored;
  const { intent, newEvents } = openIntent(account, stored);
  if (card.outcome === "declined") {
    intent.last_payment_error = card.error;
    // A refused payment is a charge too, but moves no money.
    const failed = chargeOf(intent, { method: card.method, payer, error: card.error });
    account.state.failedCharges[failed.id] = failed;
    intent.latest_charge = failed.id;
    account.publish(
      [
        ...newEvents,
        { type: "charge.failed", object: failed },
        { type: "payment_intent.payment_failed", object: intent },
      ],
      notFromApi,
    );
    return card.error.message;
  }
  session.status = "complete";
  session.customer_details = payer;
  intent.payment_method = newStripeId("pm");
  intent.payment_method_types = [card.method.type];
  intent.last_payment_error = null;
  intent.latest_charge = null;
  if (card.outcome === "delayed") {
    intent.status = "processing";
    newEvents.push({ type: "payment_intent.processing", object: intent });
  } else {
    newEvents.push(...charge(account, session, intent, card.method));
  }
  newEvents.push({ type: "checkout.session.completed", object: sessionView(account, session) });
  account.publish(newEvents, notFromApi);
  if (card.outcome === "paid" && card.isDisputed && intent.latest_charge)
    openDispute(account, intent.latest_charge, { reason: "fraudulent", isInquiry: false });
  return null;
}

/** The delayed method confirms or fails. Throws ApiError 404, or 400 when the session does not wait for one. */
export function settleDelayed(account: Account, sessionId: string, result: "succeeded" | "failed"): void {
  const { session } = getSession(account, sessionId);
  const intent = lookUp(account.state.paymentIntents, session.payment_intent ?? "");
  if (intent?.status !== "processing") {
    throw new ApiError(400, `Checkout session ${sessionId} does not wait for a delayed payment.`);
  }
  const newEvents: NewEvent[] = [];
  if (result === "succeeded") {
    newEvents.push(...charge(account, session, intent, bankDebit));
  } else {
    intent.status = "requires_payment_method";
    intent.last_payment_error = {
      type: "card_error",
      code: "payment_method_provider_decline",
      message: "The bank refused the payment.",
    };
    newEvents.push({ type: "payment_intent.payment_failed", object: intent });
  }
  newEvents.push({
    type: `checkout.session.async_payment_${result}`,
    object: sessionView(account, session),
  });
  account.publish(newEvents, notFromApi);
}

// Stripe makes the payment intent at the first attempt to pay, and keeps it over further ones.
function openIntent(
  account: Account,
  stored: StoredSession,
): { intent: PaymentIntent; newEvents: NewEvent[] } {
  const { session } = stored;
  const known = lookUp(account.state.paymentIntents, session.payment_intent ?? "");
  if (known) return { intent: known, newEvents: [] };
  const intent = newIntent(session, stored.intent.metadata);
  account.state.paymentIntents[intent.id] = intent;
  session.payment_intent = intent.id;
  return { intent, newEvents: [{ type: "payment_intent.created", object: structuredClone(intent) }] };
}

function charge(
  account: Account,
  session: Session,
  intent: PaymentIntent,
  method: PaymentMethod,
): NewEvent[] {
  const { amount, currency } = intent;
  const made = chargeOf(intent, { method, payer: session.customer_details });
  made.balance_transaction = moveBalance(account.state, {
    kind: "charge",
    amount,
    fee: chargeFee(amount),
    currency,
    source: made.id,
  }).id;
  account.state.charges[made.id] = made;
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.latest_charge = made.id;
  session.payment_status = "paid";
  return [
    { type: "charge.succeeded", object: made },
    { type: "payment_intent.succeeded", object: intent },
  ];
}
