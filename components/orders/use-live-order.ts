"use client";

import { useEffect, useState } from "react";
import type { OrderView } from "@/lib/orders/order-view";
import { second } from "@/lib/time";
import { createOrderStream } from "./order-stream";
import { isOrderSettled } from "./read-order-view";

/** A tab that nobody looks at for this long gives its connection back. */
const hiddenGraceMs = 30 * second;

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
  // A page rendered anew (after paying again) knows better than what the stream said before.
  const [known, setKnown] = useState(initial);
  if (initial !== known) {
    setKnown(initial);
    setLatest(null);
  }
  const view = latest ?? initial;
  const isSettled = view !== null && isOrderSettled(view);

  useEffect(() => {
    if (!token || isSettled) return;
    const stream = createOrderStream(token, { onView: setLatest, onLive: setIsLive });
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(rest);
      if (document.visibilityState === "hidden") rest = setTimeout(stream.pause, hiddenGraceMs);
      else stream.start();
    };
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    // An open connection would keep the page out of the browser's back-forward cache.
    window.addEventListener("pagehide", stream.pause);
    window.addEventListener("pageshow", stream.start);
    return () => {
      clearTimeout(rest);
      stream.pause();
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", stream.pause);
      window.removeEventListener("pageshow", stream.start);
    };
  }, [token, isSettled]);

  return { view, isLive: isLive || isSettled };
}
