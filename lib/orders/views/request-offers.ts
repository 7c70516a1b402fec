import type { ItemState, OrderStatus, PaymentStatus } from "@/lib/base/db/generated/enums";
import { statesIn } from "@/lib/base/db/item-status";
import { addMs, day } from "@/lib/base/time/time";
import { refundTermsEndAt } from "@/lib/orders/order/withdrawal-period";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";

/** The problems that a buyer can report on the order's page. */
export const requestKinds = ["refill", "nothing_arrived", "slow", "cancel", "refund"] as const;
export type RequestKind = (typeof requestKinds)[number];

type RequestOffers = {
  /** The requests that can be made now. */
  kinds: RequestKind[];
  /** How many days after completion a drop is made good; 0 for none. */
  refillDays: number;
  /** Since when a request waits for an operator's answer; null when none does. */
  ticketAt: string | null;
};

type RequestFacts = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Why nothing more is sent for the order; null while something may be. */
  stop: string | null;
  paidAt: Date | null;
  items: readonly { state: ItemState; finishedAt: Date | null; refillDays: number | null }[];
  /** The order's unanswered requests. */
  openRequests: readonly { createdAt: Date }[];
};

/**
 * The requests that the buyer of an order may make at `now`: about its delivery while that runs, and about delivered
 * units for as long as a promise covers them. None for an order that was not paid, was refunded in full, or is the bank's
 * to decide about. Pure.
 */
export function requestOffers(order: RequestFacts, now: Date): RequestOffers {
  const refillDays = Math.max(0, ...order.items.map((item) => item.refillDays ?? defaultRefillDays));
  const ticketAt = order.openRequests[0]?.createdAt.toISOString() ?? null;
  return { kinds: kindsOf(order, now), refillDays, ticketAt };
}

const notBegun: readonly ItemState[] = [...statesIn("unsent"), "submitted"];

function kindsOf({ status, paymentStatus, stop, paidAt, items }: RequestFacts, now: Date): RequestKind[] {
  if (!paidAt || paymentStatus === "unpaid" || stop === "refunded" || stop === "disputed") return [];
  // A withdrawal has asked for all that can be asked for while the rest is delivered.
  if (status === "processing" && stop === "withdrawn") return [];
  if (status === "processing") {
    const mayCancel = items.some(({ state }) => notBegun.includes(state));
    return mayCancel
      ? ["slow", "nothing_arrived", "cancel", "refund"]
      : ["slow", "nothing_arrived", "refund"];
  }
  // Each item is decided by its own end, and so it is offered.
  const isRefillable = items.some(
    ({ finishedAt, refillDays }) =>
      finishedAt !== null && now < addMs(finishedAt, (refillDays ?? defaultRefillDays) * day),
  );
  if (!isRefillable && now >= refundTermsEndAt(paidAt)) return [];
  // What was not delivered is refunded without being asked for.
  return status === "completed" || status === "partial" ? ["refill", "nothing_arrived"] : [];
}
