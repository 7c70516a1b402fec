import type Stripe from "stripe";

/** The types of Stripe's events that the shop uses; its endpoint at Stripe needs no others. */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.succeeded",
  "charge.failed",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "radar.early_fraud_warning.updated",
] as const satisfies Stripe.Event["type"][];

export type EventType = (typeof eventTypes)[number];

export function isUsedEvent(type: string): type is EventType {
  return eventTypes.some((used) => used === type);
}
