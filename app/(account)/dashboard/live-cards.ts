import { parseRecord } from "@/components/purchase/read-json";
import type { LiveCard, OrderCard } from "@/lib/orders/views/order-card";
import { orderStatusLabels } from "@/lib/orders/views/order-view";

/**
 * Parses an order's live fields from a stream message; null when it is not one. The stream is the shop's own, so only
 * the fields that decide the card are checked.
 */
export function readLiveCard(text: string): LiveCard | null {
  const value = parseRecord(text);
  return isLiveCard(value) ? value : null;
}

function isLiveCard(value: object | null): value is LiveCard {
  const { id, status, progress }: Record<string, unknown> = { ...value };
  const isProgress = progress === null || (typeof progress === "object" && "percent" in progress);
  return (
    typeof id === "string" &&
    typeof status === "string" &&
    Object.hasOwn(orderStatusLabels, status) &&
    isProgress
  );
}

/** The cards with their latest live fields. */
export function withNews(orders: OrderCard[], news: ReadonlyMap<string, LiveCard>): OrderCard[] {
  return orders.map((order) => ({ ...order, ...news.get(order.id) }));
}

/** The stream's URL for up to a hundred orders, sorted, so that the same orders give the same URL. */
export function liveCardsUrl(orderIds: readonly string[]): string {
  const query = new URLSearchParams(
    orderIds
      .slice(0, 100)
      .sort()
      .map((id) => ["order", id]),
  );
  return `/api/orders/events?${query}`;
}
