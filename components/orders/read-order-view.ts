import { parseRecord } from "@/components/purchase/read-json";
import { type OrderView, orderStatusLabels } from "@/lib/orders/views/order-view";

/**
 * Parses an order from a stream message; null when it is not one. The stream is the shop's own, so only the fields
 * that decide the page are checked.
 */
export function readOrderView(text: string): OrderView | null {
  const value = parseRecord(text);
  return isOrderView(value) ? value : null;
}

function isOrderView(value: object | null): value is OrderView {
  const { token, version, status, money, items, lines, decided, timeline }: Record<string, unknown> = {
    ...value,
  };
  const areTexts = typeof token === "string" && typeof version === "string" && typeof status === "string";
  const areLists = [items, lines, decided, timeline].every(Array.isArray);
  return (
    areTexts &&
    areLists &&
    typeof money === "object" &&
    money !== null &&
    Object.hasOwn(orderStatusLabels, status)
  );
}

/**
 * True once the order no longer changes by itself: it has ended, nothing is owed or on its way, and nothing is being
 * delivered again or looked at later. Until then its page streams or, without JavaScript, offers to be loaded again.
 */
export function isOrderFinal(view: OrderView): boolean {
  if (!isEnded(view) || view.money.isOpen) return false;
  const isDeliveredAgain = view.items.some(
    ({ refill, replacement }) => refill === "in_progress" || replacement?.isOver === false,
  );
  const isLookedAtLater = view.decided.some(({ decisions }) =>
    decisions.some(({ lookAgainAt }) => lookAgainAt !== null),
  );
  return !isDeliveredAgain && !isLookedAtLater;
}

/** True once nothing more is sent for the order, so that what has not arrived is not to be waited for. */
export function isDeliveryOver({ status, stop }: Pick<OrderView, "status" | "stop">): boolean {
  return isEnded({ status }) || stop === "refunded" || stop === "disputed" || stop === "withdrawn";
}

function isEnded({ status }: Pick<OrderView, "status">): boolean {
  return status === "completed" || status === "failed" || status === "partial";
}
