import { formatCents } from "@/lib/base/money";
import type { OrderDetails } from "./find-order-details";

/** Something that an order waits for, and the place on the admin pages where it is done. */
export type OrderStep = { text: string; href: string };

type SteppedOrder = Pick<OrderDetails, "status" | "money"> & {
  items: Pick<OrderDetails["items"][number], "state" | "reviewSince">[];
  refunds: Pick<OrderDetails["refunds"][number], "status" | "isOwed" | "amountCents">[];
  tickets: Pick<OrderDetails["tickets"][number], "id" | "subject" | "status">[];
};

/** What an operator has to do for an order, apart from its flag, block, alerts and disputes, the most urgent first. Pure. */
export function nextSteps({ items, refunds, tickets }: SteppedOrder): OrderStep[] {
  const inReview = items.filter(({ reviewSince }) => reviewSince !== null).length;
  const steps: OrderStep[] = [];
  if (inReview > 0) {
    const text = inReview === 1 ? "An item needs your decision" : `${inReview} items need your decision`;
    steps.push({ text, href: "#delivery" });
  }
  for (const { status, isOwed, amountCents } of refunds) {
    if (status === "held") {
      steps.push({ text: `Release or drop the refund of ${formatCents(amountCents)}`, href: "#refunds" });
    }
    if (isOwed) {
      const text = `A refund of ${formatCents(amountCents)} did not reach the card. Send it again`;
      steps.push({ text, href: "#refunds" });
    }
  }
  for (const { id, subject, status } of tickets) {
    if (status === "open" || status === "in_progress") {
      steps.push({ text: `Answer the ticket: ${subject}`, href: `/admin/tickets/${id}` });
    }
  }
  return steps;
}

/** What happens next to an order that needs nothing from an operator. Pure. */
export function ownCourse({ status, items, money }: SteppedOrder): string {
  const back = money.owedCents + money.onItsWayCents;
  if (back > 0) return `${formatCents(back)} is on its way back to the buyer. There is nothing to do.`;
  switch (status) {
    case "pending":
      return "The buyer has not paid yet. There is nothing to do.";
    case "expired":
      return "The payment page closed without a payment. The buyer can still open a new one.";
    case "processing":
      return items.some(({ state }) => state === "paused")
        ? "The buyer has to fix the account or post. Otherwise the rest is refunded."
        : "It is being delivered. There is nothing to do.";
    case "completed":
    case "partial":
    case "failed":
      return "It has ended. There is nothing to do.";
  }
}
