import type { OrderView } from "@/lib/orders/order-view";
import { isOrderFinal, readOrderView } from "./read-order-view";
import { type LiveStream, type OpenSource, reconnectingStream } from "./reconnecting-stream";

type StreamEvents = {
  onView: (view: OrderView) => void;
  /** False while the stream is down and the data may be stale. */
  onLive: (isLive: boolean) => void;
};

/** Streams one order. Ends once the order is final. */
export function createOrderStream(
  token: string,
  { onView, onLive }: StreamEvents,
  open?: OpenSource,
): LiveStream {
  const onMessage = (text: string) => {
    const view = readOrderView(text);
    if (!view) return "broken";
    onView(view);
    return isOrderFinal(view) ? "last" : "taken";
  };
  return reconnectingStream(
    { url: `/api/orders/${token}/events`, event: "progress", onMessage, onLive },
    open,
  );
}
