"use client";

import { useEffect, useState } from "react";
import type { OrderView } from "@/lib/orders/order-view";
import { createOrderStream } from "./order-stream";
import { isOrderFinal } from "./read-order-view";
import { followWhileVisible } from "./reconnecting-stream";

/**
 * The order as it is now: `initial` (null when it is not known yet), then each change as it happens. The stream
 * rests while the page is hidden and is taken up when it is seen again.
 */
export function useLiveOrder(
  token: string,
  initial: OrderView | null,
): { view: OrderView | null; isLive: boolean } {
  const [latest, setLatest] = useState<OrderView | null>(null);
  const [isLive, setIsLive] = useState(true);
  // A page rendered again (after paying again) knows better than what the stream said before.
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
