import type { LiveCard, OrderCard } from "@/lib/orders/order-card";
import { isActive } from "@/lib/orders/order-card";
import { orderStatusLabels } from "@/lib/orders/order-view";

/**
 * The moving part of an order in one message of the stream, or null when the text is not one. The stream is the
 * shop's own, so a look at the fields that decide the card is enough to refuse a broken message.
 */
export function readLiveCard(text: string): LiveCard | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLiveCard(value) ? value : null;
  } catch {
    return null;
  }
}

function isLiveCard(value: unknown): value is LiveCard {
  if (typeof value !== "object" || value === null) return false;
  const { id, status, progress }: Record<string, unknown> = { ...value };
  const isProgress = progress === null || (typeof progress === "object" && "percent" in progress);
  return (
    typeof id === "string" &&
    typeof status === "string" &&
    Object.hasOwn(orderStatusLabels, status) &&
    isProgress
  );
}

/** The cards as they are now: what was heard since wins over what the page came with. */
export function withNews(orders: OrderCard[], news: ReadonlyMap<string, LiveCard>): OrderCard[] {
  return orders.map((order) => ({ ...order, ...news.get(order.id) }));
}

/** Where the stream of some orders is: at most a hundred of them, sorted, so that the same orders are the same address. */
export function liveCardsUrl(orderIds: readonly string[]): string {
  const query = new URLSearchParams(
    orderIds
      .slice(0, 100)
      .toSorted()
      .map((id) => ["order", id]),
  );
  return `/api/orders/events?${query}`;
}

/** True when a card leaves the active list by what was heard of it. */
export function hasEnded(card: LiveCard): boolean {
  return !isActive(card.status);
}
