import { formatCents } from "@/lib/base/money";
import type { OrderCard } from "@/lib/orders/views/order-card";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { shortMoneyText } from "./money-text";

/** For an order that has ended, how much arrived where that was not all, and what goes back; null otherwise. */
export function endedText(order: OrderCard): string | null {
  if (order.status === "completed" && order.refundedCents > 0)
    return `${formatCents(order.refundedCents)} has gone back to your card.`;
  if (!order.money) return null;
  const delivered = order.progress?.delivered ?? 0;
  const came = `${delivered.toLocaleString("en-US")} of ${amountLabel(order.quantity, order.unit)} delivered`;
  return `${came}. ${shortMoneyText({ ...order, money: order.money })}`;
}
