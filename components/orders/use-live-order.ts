"use client";

import { useEffect, useState } from "react";
import type { OrderView } from "@/lib/orders/order-view";
import { createOrderStream } from "./order-stream";
import { isOrderFinal } from "./read-order-view";
import { followWhileVisible } from "./reconnecting-stream";

/**
 * The current order: `initial` (null while unknown), then each change. The stream pauses while the page is hidden.
 */
export function useLiveOrder(
  token: string,
  initial: OrderView | null,
): { view: OrderView | null; isLive: boolean } {
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
    if (!token || isFinal) return;
    const stream = createOrderStream(token, { onView: setLatest, onLive: setIsLive });
    return followWhileVisible(stream);
  }, [token, isFinal]);

  return { view, isLive: isLive || isFinal };
}
