"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { dropToasts, subscribeToToasts, wantsToasts } from "./toast";

/**
 * Shows toasts, one at a time. The library loads with the first toast. If it fails to load, the page works without:
 * important messages are in the page too.
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
