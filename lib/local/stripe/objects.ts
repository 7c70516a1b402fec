import { randomUUID } from "node:crypto";

/**
 * Stripe's objects as the API answers with them, each defined once by the function that makes it: every field the shop
 * may read, and those the SDK's types promise. Amounts are in the currency's smallest unit, times in Unix seconds.
 * https://docs.stripe.com/api
 */
const apiVersion = "2026-10-28.endive";

/** An id in Stripe's style: `re_` and 24 hex digits. */
export function newStripeId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

/** The present in Unix seconds, the unit of every timestamp in Stripe's objects. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function lineItem(name: string, currency: string, unitAmount: number, quantity: number) {
  const amount = unitAmount * quantity;
  return {
    id: newStripeId("li"),
    object: "item",
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: name,
    metadata: {},
    price: {
      id: newStripeId("price"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: nowSeconds(),
      currency,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newStripeId("prod"),
      recurring: null,
      tax_behavior: "unspecified",
      type: "one_time",
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
  };
}

export type LineItem = ReturnType<typeof lineItem>;

/** What the payment page learned of the buyer. */
export function customerDetails(email: string | null, name: string | null) {
  return {
    ...{ address: null, business_name: null, email, individual_name: null, name, phone: null },
    ...{ tax_exempt: "none", tax_ids: [] },
  };
}

/** The parameters of a new session that its object shows. */
type SessionTerms = {
  currency: string;
  total: number;
  created: number;
  expires_at: number;
  success_url: string;
} & {
  [Name in "cancel_url" | "client_reference_id" | "customer_email" | "locale" | "submit_type"]?:
    | string
    | undefined;
} & { allowed_payment_method_types?: string[] | undefined; metadata?: Record<string, string> | undefined };

/** https://docs.stripe.com/api/checkout/sessions/object */
export function newSession(params: SessionTerms) {
  const { currency, total, created, expires_at } = params;
  return {
    id: newStripeId("cs_test"),
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    created,
    currency,
    custom_fields: [],
    customer: null,
    customer_creation: "if_required",
    customer_details: null as ReturnType<typeof customerDetails> | null,
    customer_email: params.customer_email ?? null,
    expires_at,
    invoice: null,
    livemode: false,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    mode: "payment",
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_types: params.allowed_payment_method_types ?? ["card"],
    payment_status: "unpaid" as "paid" | "unpaid",
    recovered_from: null,
    setup_intent: null,
    shipping_options: [],
    status: "open" as "open" | "complete" | "expired",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    /** The payment page while the session is open (sessionView). */
    url: null as string | null,
  };
}

export type Session = ReturnType<typeof newSession>;

export type PaymentError = { type: string; code: string; decline_code?: string; message: string };

/** The terms of a payment intent, which is made when a buyer first tries to pay. */
export type IntentTerms = {
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
};

/** https://docs.stripe.com/api/payment_intents */
export function newIntent(session: Session, { description, metadata, receipt_email }: IntentTerms) {
  return {
    id: newStripeId("pi"),
    object: "payment_intent",
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    capture_method: "automatic_async",
    confirmation_method: "automatic",
    created: nowSeconds(),
    currency: session.currency,
    customer: null,
    description,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: { ...metadata },
    next_action: null,
    payment_method: null as string | null,
    payment_method_types: [...session.payment_method_types],
    processing: null,
    receipt_email,
    status: "requires_payment_method" as "requires_payment_method" | "processing" | "succeeded",
  };
}

export type PaymentIntent = ReturnType<typeof newIntent>;

/** `fingerprint` is the same for one card number in all payments, as Stripe's. */
export type CardDetails = { brand: string; last4: string; fingerprint: string };

export type PaymentMethod = { type: string; card?: CardDetails };

/** https://docs.stripe.com/api/charges, as it is when it succeeded. */
export function chargeOf(
  intent: PaymentIntent,
  payer: { email: string | null; name: string | null },
  method: PaymentMethod,
) {
  const { amount, currency } = intent;
  return {
    id: newStripeId("ch"),
    object: "charge",
    amount,
    amount_captured: amount,
    /** The sum of all refunds that did not fail. */
    amount_refunded: 0,
    balance_transaction: null as string | null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null },
    captured: true,
    created: nowSeconds(),
    currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_code: null as string | null,
    failure_message: null as string | null,
    livemode: false,
    metadata: { ...intent.metadata },
    outcome: {
      network_status: "approved_by_network",
      risk_level: "normal",
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? newStripeId("pm"),
    payment_method_details: method,
    receipt_email: intent.receipt_email,
    receipt_url: null,
    refunded: false,
    status: "succeeded",
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
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded" as "pending" | "succeeded" | "failed",
    transfer_reversal: null,
  };
}

export type Refund = ReturnType<typeof newRefund>;

const week = 7 * 24 * 3600;

/** https://docs.stripe.com/api/disputes */
export function newDispute(id: string, charge: Charge, taken: BalanceTransaction, reason: string) {
  return {
    id,
    object: "dispute",
    amount: -taken.amount,
    /** The money taken, and the money that came back. */
    balance_transactions: [taken],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    evidence_details: {
      due_by: nowSeconds() + week,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response" as "needs_response" | "under_review" | "won" | "lost",
  };
}

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
  kind: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";
  /** Signed: what came in is positive. */
  amount: number;
  fee?: number;
  currency: string;
  /** The charge, refund or dispute it belongs to. */
  source: string;
};

/** https://docs.stripe.com/api/balance_transactions, available at once; `net` is `amount` less `fee`. */
export function newBalanceTransaction({ kind, amount, fee = 0, currency, source }: Movement) {
  return {
    id: newStripeId("txn"),
    object: "balance_transaction",
    amount,
    available_on: nowSeconds(),
    created: nowSeconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: "Stripe fees", type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: kind,
    source,
    status: "available",
    type: kind === "dispute" || kind === "dispute_reversal" ? "adjustment" : kind,
  };
}

export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>;

/** https://docs.stripe.com/api/events */
export function newEvent(
  { type, object }: { type: string; object: unknown },
  cause: { id: string | null; idempotency_key: string | null },
  hooks: number,
) {
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
