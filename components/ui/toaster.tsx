"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { subscribeToToasts, wantsToasts } from "./toast";

const LoadedToaster = lazy(() => import("./loaded-toaster"));

/** Where toasts appear, one at a time. The library comes with the first toast; before that this renders nothing. */
export function Toaster() {
  const isWanted = useSyncExternalStore(subscribeToToasts, wantsToasts, () => false);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <LoadedToaster />
    </Suspense>
  );
}
