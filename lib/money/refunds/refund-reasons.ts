/** Why the shop refunds by its own decision, within the limits of automatic refunds. */
export const automaticReasons = ["undelivered", "fraud_warning", "missing_units"] as const;

/** Why a payment can't be the order's and goes back. */
export type PaymentRefusal = "wrong_amount" | "second_payment" | "withdrawn" | "excluded_country" | "blocked";

/**
 * Every `reason` with which this shop makes a refund. A row may have another one: `dashboard`, or what the metadata of a
 * refund at Stripe says.
 */
export type RefundReason =
  | (typeof automaticReasons)[number]
  | PaymentRefusal
  | "refund_in_full"
  | "refund_in_part";
