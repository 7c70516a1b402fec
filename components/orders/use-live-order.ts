"use client";

import { useEffect, useState } from "react";
import type { OrderView } from "@/lib/orders/views/order-view";
import { isOrderFinal, readOrderView } from "./read-order-view";
import { followWhileVisible, type OpenSource, reconnectingStream } from "./reconnecting-stream";

/**
 * The current order: `initial` (null while unknown), then each change. The stream pauses while the page is hidden; there
 * is none without a token.
 */
export function useLiveOrder(token: string, initial: OrderView | null) {
  const [latest, setLatest] = useState<OrderView | null>(null);
  const [isLive, setIsLive] = useState(true);
  // A newer render (after paying again) replaces what the stream said before.
  const [known, setKnown] = useState(initial);
  if (initial !== known) {
    setKnown(initial);
    setLatest(null);
  }
  const view = latest ?? initial;
  const isFinal = view !== null && isOrderFinal(view);

  useEffect(() => {
    if (isFinal || token === "") return;
    const stream = createOrderStream(token, { onView: setLatest, onLive: setIsLive });
    return followWhileVisible(stream);
  }, [token, isFinal]);

  return { view, isLive: isLive || isFinal };
}

type StreamEvents = {
  onView: (view: OrderView) => void;
  /** False while the stream is down and the data may be stale. */
  onLive: (isLive: boolean) => void;
};

/** Streams one order. Ends once the order is final. */
export function createOrderStream(token: string, { onView, onLive }: StreamEvents, open?: OpenSource) {
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
