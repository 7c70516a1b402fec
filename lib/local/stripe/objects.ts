import { randomUUID } from "node:crypto";

/**
 * Stripe's objects, each defined once by the function that makes it, with the fields that the shop, the tests or the
 * emulator read. Amounts are in the currency's smallest unit, times in Unix seconds. https://docs.stripe.com/api
 */
const apiVersion = "2026-10-28.endive";

/** An id in Stripe's style: `re_` and 24 hex digits. */
export function newStripeId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

/** The current time in Unix seconds, the unit of every timestamp in Stripe's objects. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function lineItem(name: string, currency: string, unitAmount: number, quantity: number) {
  const amount = unitAmount * quantity;
  const price = { id: newStripeId("price"), object: "price", currency, unit_amount: unitAmount };
  return {
    id: newStripeId("li"),
    object: "item",
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    description: name,
    price,
    quantity,
  };
}

export type LineItem = ReturnType<typeof lineItem>;

/** The buyer's entries on the payment page. */
type Payer = { address: { country: string } | null; email: string | null; name: string | null };

/** The parameters of a new session that appear in its object. */
type SessionTerms = {
  currency: string;
  total: number;
  created: number;
  expires_at: number;
  success_url: string;
  cancel_url?: string | undefined;
  client_reference_id?: string | undefined;
  customer_email?: string | undefined;
  allowed_payment_method_types?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
};

/** https://docs.stripe.com/api/checkout/sessions/object */
export function newSession(params: SessionTerms) {
  const { currency, total, created, expires_at } = params;
  return {
    id: newStripeId("cs_test"),
    object: "checkout.session",
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency,
    customer: null,
    customer_details: null as Payer | null,
    customer_email: params.customer_email ?? null,
    expires_at,
    livemode: false,
    metadata: params.metadata ?? {},
    mode: "payment",
    payment_intent: null as string | null,
    payment_method_types: params.allowed_payment_method_types ?? ["card"],
    payment_status: "unpaid" as "paid" | "unpaid",
    status: "open" as "open" | "complete" | "expired",
    success_url: params.success_url,
    /** The payment page while the session is open (sessionView). */
    url: null as string | null,
  };
}

export type Session = ReturnType<typeof newSession>;

export type PaymentError = { type: string; code: string; decline_code?: string; message: string };

/** https://docs.stripe.com/api/payment_intents, made when a buyer first tries to pay. */
export function newIntent(session: Session, metadata: Record<string, string>) {
  return {
    id: newStripeId("pi"),
    object: "payment_intent",
    amount: session.amount_total,
    amount_received: 0,
    created: nowSeconds(),
    currency: session.currency,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: { ...metadata },
    payment_method: null as string | null,
    payment_method_types: [...session.payment_method_types],
    status: "requires_payment_method" as "requires_payment_method" | "processing" | "succeeded",
  };
}

export type PaymentIntent = ReturnType<typeof newIntent>;

/**
 * `fingerprint` is the same for a card number in all payments, like Stripe's. `country` is where the card was issued.
 */
type CardDetails = { brand: string; last4: string; fingerprint: string; country: string };

export type PaymentMethod = { type: string; card?: CardDetails };

type ChargeTerms = { method: PaymentMethod; payer: Payer | null; error?: PaymentError };

/** https://docs.stripe.com/api/charges: one that succeeded or, with `error`, was refused. */
export function chargeOf(intent: PaymentIntent, { method, payer, error }: ChargeTerms) {
  return {
    id: newStripeId("ch"),
    object: "charge",
    amount: intent.amount,
    /** The sum of all refunds that did not fail. */
    amount_refunded: 0,
    balance_transaction: null as string | null,
    billing_details: payer ?? { address: null, email: null, name: null },
    created: nowSeconds(),
    currency: intent.currency,
    disputed: false,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    outcome: {
      network_status: error ? "declined_by_network" : "approved_by_network",
      risk_level: "normal",
      type: error ? "issuer_declined" : "authorized",
    },
    paid: !error,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? newStripeId("pm"),
    payment_method_details: method,
    refunded: false,
    status: error ? "failed" : "succeeded",
  };
}

export type Charge = ReturnType<typeof chargeOf>;

type RefundTerms = {
  amount: number;
  transaction: string;
  metadata?: Record<string, string> | undefined;
  reason?: string | undefined;
};

/** https://docs.stripe.com/api/refunds */
export function newRefund(
  id: string,
  charge: Charge,
  { amount, transaction, metadata, reason }: RefundTerms,
) {
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: transaction,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    destination_details: { type: "card", card: { type: "refund", reference_status: "pending" } },
    failure_balance_transaction: undefined as string | undefined,
    failure_reason: undefined as string | undefined,
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: reason ?? null,
    status: "succeeded" as "pending" | "succeeded" | "failed",
  };
}

export type Refund = ReturnType<typeof newRefund>;

const week = 7 * 24 * 3600;

/** `amount`: by default all that is left of the charge. */
export type DisputeOptions = { reason: string; isInquiry: boolean; amount?: number | undefined };

/** https://docs.stripe.com/api/disputes */
export function newDispute(
  id: string,
  charge: Charge,
  { reason, isInquiry, amount = charge.amount - charge.amount_refunded }: DisputeOptions,
) {
  return {
    id,
    object: "dispute",
    amount,
    /** The money taken, and the money that came back; of an inquiry, none. */
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    evidence_details: { due_by: nowSeconds() + week },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: (isInquiry ? "warning_needs_response" : "needs_response") as DisputeStatus,
  };
}

type DisputeStatus =
  | `${"" | "warning_"}${"needs_response" | "under_review"}`
  | "warning_closed"
  | "won"
  | "lost";

export type Dispute = ReturnType<typeof newDispute>;

export type WarningOptions = { actionable?: boolean | undefined; fraud_type?: string | undefined };

/** https://docs.stripe.com/api/radar/early_fraud_warnings; `actionable` while a refund can still prevent a dispute. */
export function newFraudWarning(charge: Charge, options: WarningOptions) {
  return {
    id: newStripeId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: options.actionable ?? !(charge.refunded || charge.disputed),
    charge: charge.id,
    created: nowSeconds(),
    fraud_type: options.fraud_type ?? "made_with_stolen_card",
    livemode: false,
    payment_intent: charge.payment_intent,
  };
}

export type FraudWarning = ReturnType<typeof newFraudWarning>;

export type Movement = {
  kind: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "stripe_fee" | "adjustment";
  /** Signed: what came in is positive. */
  amount: number;
  fee?: number;
  currency: string;
  /** The charge, refund or dispute it belongs to; null when it is the account's. */
  source: string | null;
};

/** https://docs.stripe.com/api/balance_transactions, available at once; `net` is `amount` less `fee`. */
export function newBalanceTransaction({ kind, amount, fee = 0, currency, source }: Movement) {
  return {
    id: newStripeId("txn"),
    object: "balance_transaction",
    amount,
    created: nowSeconds(),
    currency,
    fee,
    net: amount - fee,
    reporting_category: kind,
    source,
    status: "available",
    type: kind === "dispute" || kind === "dispute_reversal" ? "adjustment" : kind,
  };
}

export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>;

/** An event's type and its object, which is copied: later changes do not reach the event. */
export type NewEvent = { type: string; object: { id: string; payment_intent?: string | null } };

/** The API call that caused an event; both null when the buyer, the passing of time or a control did. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** https://docs.stripe.com/api/events */
export function newEvent({ type, object }: NewEvent, cause: Cause, hooks: number) {
  return {
    id: newStripeId("evt"),
    object: "event",
    api_version: apiVersion,
    created: nowSeconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: hooks,
    request: { ...cause },
    type,
  };
}

export type StripeEvent = ReturnType<typeof newEvent>;

type EndpointTerms = { url: string; enabled_events: string[]; description?: string | undefined };

/** https://docs.stripe.com/api/webhook_endpoints/object, without the secret, which only the answer to its creation has. */
export function newEndpoint({ url, enabled_events, description }: EndpointTerms) {
  return {
    id: newStripeId("we"),
    object: "webhook_endpoint",
    api_version: null,
    created: nowSeconds(),
    description: description ?? null,
    enabled_events,
    livemode: false,
    status: "enabled" as "enabled" | "disabled",
    url,
  };
}

export type WebhookEndpoint = ReturnType<typeof newEndpoint>;
