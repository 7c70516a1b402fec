import type { OrderStatus, PaymentStatus } from "@/lib/db/generated/enums";
import { addMs, day } from "@/lib/time";

/** What a buyer may request under the terms. */
export const requestKinds = ["refill", "refund"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Whether a request is not available, available until a time, or made and not answered yet. */
export type RequestOffer =
  | { state: "none" }
  | { state: "offered"; until: string }
  | { state: "asked"; at: string };

export type RequestOffers = Record<RequestKind, RequestOffer>;

/** The terms: a refill when counts drop within 5 days of completion, a refund within 30 days of payment. */
const termsMs: Record<RequestKind, number> = { refill: 5 * day, refund: 30 * day };

type RequestFacts = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paidAt: Date | null;
  finishedAt: Date | null;
  /** A part of the delivery comes with refills. */
  hasRefills: boolean;
  /** The order's unanswered requests. */
  openRequests: readonly { kind: string; createdAt: Date }[];
};

/**
 * What the buyer of an order may request at `now`. A refill when the order was delivered in full by a service with refills. A refund when it was
 * paid and not delivered in full, unless the payment is disputed or refunded. Each once while one is open. Pure.
 */
export function requestOffers(order: RequestFacts, now: Date): RequestOffers {
  const isRefundable = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  const isRefillable = order.status === "completed" && order.hasRefills;
  const isUndelivered = order.status === "processing" || order.status === "partial";
  return {
    refill: offerOf("refill", isRefillable ? order.finishedAt : null, order, now),
    refund: offerOf("refund", isRefundable && isUndelivered ? order.paidAt : null, order, now),
  };
}

/** `since` is when the term began; null when the order does not qualify. */
function offerOf(kind: RequestKind, since: Date | null, order: RequestFacts, now: Date): RequestOffer {
  const open = order.openRequests.find((request) => request.kind === kind);
  if (open) return { state: "asked", at: open.createdAt.toISOString() };
  if (!since) return { state: "none" };
  const until = addMs(since, termsMs[kind]);
  return now < until ? { state: "offered", until: until.toISOString() } : { state: "none" };
}
