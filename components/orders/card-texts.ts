import { amountLabel } from "@/lib/catalog/catalog";
import type { OrderCard } from "@/lib/orders/order-card";
import { shortMoneyText } from "./money-text";

/** For a cancelled order, how much arrived and what goes back; null otherwise. */
export function endedText(order: OrderCard): string | null {
  if (!order.money) return null;
  const delivered = order.progress?.delivered ?? 0;
  const came = `${delivered.toLocaleString("en-US")} of ${amountLabel(order.quantity, order.service)} delivered`;
  return `${came}. ${shortMoneyText({ ...order, money: order.money })}`;
}
