import type { FulfillmentItem, Order } from "@/lib/base/db/generated/client";
import type { OrderStatus } from "@/lib/base/db/generated/enums";

/**
 * Why an order ended before all of it was delivered, where somebody called it off: its buyer withdrew, or what was left
 * was cancelled by the buyer, a refund or a dispute.
 */
export type Ending = "withdrawn" | "canceled";

type EndedItem = Pick<FulfillmentItem, "state" | "reason" | "replacesItemId">;

const calledOff = ["canceled_by_buyer", "refunded", "dispute", "withdrawn"];

/** Null while the order runs, and where its delivery ended by itself. Pure. */
export function endingOf(
  { status, withdrawnAt }: Pick<Order, "status" | "withdrawnAt">,
  items: EndedItem[],
): Ending | null {
  if (status !== "partial" && status !== "failed") return null;
  if (withdrawnAt !== null) return "withdrawn";
  const missed = items.filter(({ state, replacesItemId }) => !replacesItemId && state !== "completed");
  const isCalledOff = missed.every(({ reason }) => reason !== null && calledOff.includes(reason));
  return missed.length > 0 && isCalledOff ? "canceled" : null;
}

/** The headline of an order that has ended: one for its page and its mails. Pure. */
export function endTitle(status: "completed" | "partial" | "failed", ending: Ending | null): string {
  if (ending === "withdrawn") return "You withdrew from this order";
  if (ending === "canceled") {
    return status === "failed" ? "Your order was cancelled" : "The rest of your order was cancelled";
  }
  return endTitles[status];
}

const endTitles = {
  completed: "Delivered in full",
  partial: "Delivery ended early",
  failed: "Nothing was delivered",
} as const;

/** The status whose badge an order shows: one that was called off is Cancelled, also if nothing was delivered. Pure. */
export function shownStatus({ status, ending }: { status: OrderStatus; ending: Ending | null }): OrderStatus {
  return status === "failed" && ending ? "partial" : status;
}
