import { amountLabel } from "@/lib/catalog/catalog";
import { formatCents } from "@/lib/money";
import type { OrderCard } from "@/lib/orders/order-card";

/** A service as people read it: `instagram_followers` is "instagram followers". */
export function serviceText(service: string): string {
  return service.replaceAll("_", " ");
}

/** What the badge alone does not tell: how much of a cancelled order came, and what went back; null otherwise. */
export function endedText(order: OrderCard): string | null {
  if (order.status !== "partial" && order.status !== "failed") return null;
  const delivered = order.progress?.delivered ?? 0;
  const came = `${delivered.toLocaleString("en-US")} of ${amountLabel(order.quantity, order.service)} delivered`;
  return order.refundedCents > 0
    ? `${came}, ${formatCents(order.refundedCents)} went back to your card.`
    : `${came}, the rest is on its way back to your card.`;
}
