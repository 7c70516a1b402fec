import { amountLabel } from "@/lib/catalog/catalog";
import { formatCents } from "@/lib/money";
import type { OrderCard } from "@/lib/orders/order-card";

/** For a cancelled order, how much arrived and what was refunded; null otherwise. */
export function endedText(order: OrderCard): string | null {
  if (order.status !== "partial" && order.status !== "failed") return null;
  const delivered = order.progress?.delivered ?? 0;
  const came = `${delivered.toLocaleString("en-US")} of ${amountLabel(order.quantity, order.service)} delivered`;
  if (order.refundedCents > 0)
    return `${came}; ${formatCents(order.refundedCents)} has gone back to your card.`;
  // A held refund may still be dropped, which a card can't show, so it promises nothing.
  return order.paymentStatus === "disputed"
    ? `${came}. Your bank is looking into the payment.`
    : `${came}. The order's page says what goes back to your card.`;
}
