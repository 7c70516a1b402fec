"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls `onReturn` when the page is restored from the back-forward cache. */
export function usePageReturn(onReturn: () => void): void {
  const onShow = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) onReturn();
  });
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onShow(event);
    window.addEventListener("pageshow", listener);
    return () => window.removeEventListener("pageshow", listener);
  }, []);
}
