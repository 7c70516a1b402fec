import { type OrderView, orderStatusLabels } from "@/lib/orders/order-view";

/**
 * The order in one message of the live stream, or null when the text is not one. The stream is the shop's own, so a
 * look at the fields that decide the page is enough to refuse a broken message.
 */
export function readOrderView(text: string): OrderView | null {
  try {
    const value: unknown = JSON.parse(text);
    return isOrderView(value) ? value : null;
  } catch {
    return null;
  }
}

function isOrderView(value: unknown): value is OrderView {
  if (typeof value !== "object" || value === null) return false;
  const { token, version, status, items, lines, timeline }: Record<string, unknown> = { ...value };
  const areTexts = typeof token === "string" && typeof version === "string" && typeof status === "string";
  return (
    areTexts &&
    Object.hasOwn(orderStatusLabels, status) &&
    Array.isArray(items) &&
    Array.isArray(lines) &&
    Array.isArray(timeline)
  );
}

/** True once nothing about the order will change by itself: delivered, or ended with its refund on the way back. */
export function isOrderFinal(view: OrderView): boolean {
  if (view.status === "completed") return true;
  const isEnded = view.status === "failed" || view.status === "partial";
  return isEnded && view.paymentStatus !== "paid";
}

/** True when the money for the order has arrived, whatever became of it later. */
export function isOrderPaid(view: OrderView): boolean {
  return view.paidAt !== null;
}
