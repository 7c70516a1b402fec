/**
 * Stripe's objects as they cross the wire, in the API version below: every field the shop may read, and the ones
 * the SDK's types promise beside them. Amounts are in the currency's smallest unit, times in Unix seconds.
 * https://docs.stripe.com/api
 */
export const apiVersion = "2026-10-28.endive";

export type Metadata = Record<string, string>;

export type LineItem = {
  id: string;
  object: "item";
  amount_discount: number;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
  currency: string;
  description: string;
  metadata: Metadata;
  price: {
    id: string;
    object: "price";
    active: boolean;
    billing_scheme: "per_unit";
    created: number;
    currency: string;
    livemode: false;
    lookup_key: null;
    metadata: Metadata;
    nickname: null;
    product: string;
    recurring: null;
    tax_behavior: "unspecified";
    type: "one_time";
    unit_amount: number;
    unit_amount_decimal: string;
  };
  quantity: number;
};

type CustomerDetails = {
  address: null;
  business_name: null;
  email: string | null;
  individual_name: null;
  name: string | null;
  phone: null;
  tax_exempt: "none";
  tax_ids: [];
};

export type Session = {
  id: string;
  object: "checkout.session";
  adaptive_pricing: { enabled: boolean };
  allowed_payment_method_types: string[] | null;
  amount_subtotal: number;
  amount_total: number;
  automatic_tax: { enabled: false; liability: null; provider: null; status: null };
  cancel_url: string | null;
  client_reference_id: string | null;
  client_secret: null;
  created: number;
  currency: string;
  custom_fields: [];
  customer: null;
  customer_creation: "if_required";
  customer_details: CustomerDetails | null;
  customer_email: string | null;
  expires_at: number;
  invoice: null;
  livemode: false;
  locale: string | null;
  metadata: Metadata;
  mode: "payment";
  payment_intent: string | null;
  payment_link: null;
  payment_method_types: string[];
  payment_status: "paid" | "unpaid";
  recovered_from: null;
  setup_intent: null;
  shipping_options: [];
  status: "open" | "complete" | "expired";
  submit_type: string | null;
  subscription: null;
  success_url: string;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  ui_mode: "hosted_page";
  /** The payment page while the session is open, else null. */
  url: string | null;
};

export type PaymentError = {
  type: "card_error";
  code: string;
  decline_code?: string;
  message: string;
};

export type PaymentIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_capturable: number;
  amount_received: number;
  canceled_at: null;
  capture_method: "automatic_async";
  confirmation_method: "automatic";
  created: number;
  currency: string;
  customer: null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: null;
  payment_method: string | null;
  payment_method_types: string[];
  processing: null;
  receipt_email: string | null;
  status: "requires_payment_method" | "processing" | "succeeded";
};

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  /** Cumulative over all refunds that did not fail. */
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: { address: null; email: string | null; name: string | null; phone: null };
  captured: boolean;
  created: number;
  currency: string;
  customer: null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  outcome: {
    network_status: "approved_by_network" | "declined_by_network";
    risk_level: "normal";
    seller_message: string;
    type: "authorized" | "issuer_declined";
  };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: string; card?: { brand: string; last4: string; fingerprint: string } };
  receipt_email: string | null;
  receipt_url: null;
  refunded: boolean;
  status: "succeeded" | "failed";
};

export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  balance_transaction: string;
  charge: string;
  created: number;
  currency: string;
  destination_details: { type: "card"; card: { type: "refund"; reference_status: "pending" | "available" } };
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  receipt_number: null;
  source_transfer_reversal: null;
  status: "pending" | "succeeded" | "failed";
  transfer_reversal: null;
};

export type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  /** The money that was taken, and that came back: none, one or two. */
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  evidence_details: { due_by: number; has_evidence: false; past_due: false; submission_count: 0 };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status: "needs_response" | "under_review" | "won" | "lost";
};

/** A bank's word that a payment may be fraud; `actionable` while a refund can still prevent a dispute. */
export type FraudWarning = {
  id: string;
  object: "radar.early_fraud_warning";
  actionable: boolean;
  charge: string;
  created: number;
  fraud_type: string;
  livemode: false;
  payment_intent: string;
};

/** What one happening did to the account's balance: `net` is `amount` less `fee`. */
export type BalanceTransaction = {
  id: string;
  object: "balance_transaction";
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: string | null;
  exchange_rate: null;
  fee: number;
  fee_details: {
    amount: number;
    application: null;
    currency: string;
    description: string;
    type: "stripe_fee";
  }[];
  net: number;
  reporting_category: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";
  source: string;
  status: "available";
  type: "charge" | "refund" | "refund_failure" | "adjustment";
};

export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};
