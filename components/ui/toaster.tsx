"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { dropToasts, subscribeToToasts, wantsToasts } from "./toast";

/**
 * Where toasts appear, one at a time. The library comes with the first toast; before that this renders nothing. Where
 * it can't be had (no network), the page goes on without: what matters stands in the page as well.
 */
export function Toaster() {
  const isWanted = useSyncExternalStore(subscribeToToasts, wantsToasts, () => false);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted || Loaded) return;
    import("./loaded-toaster").then((library) => setLoaded(() => library.default), dropToasts);
  }, [isWanted, Loaded]);
  return Loaded ? <Loaded /> : null;
}
