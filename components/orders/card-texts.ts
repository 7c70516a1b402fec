import type { OrderCard } from "@/lib/orders/views/order-card";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { shortMoneyText } from "./money-text";

/** For a cancelled order, how much arrived and what goes back; null otherwise. */
export function endedText(order: OrderCard): string | null {
  if (!order.money) return null;
  const delivered = order.progress?.delivered ?? 0;
  const came = `${delivered.toLocaleString("en-US")} of ${amountLabel(order.quantity, order.service)} delivered`;
  return `${came}. ${shortMoneyText({ ...order, money: order.money })}`;
}
