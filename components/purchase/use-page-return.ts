"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls `onReturn` when the browser brings this very page back from its cache: the buyer left and came back. */
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
