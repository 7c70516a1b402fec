"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Calls `open` when the address has this fragment: on arrival, or later on the same page. The fragment goes then, so
 * that a reload does not open it again.
 */
export function useOpenedByAddress(fragment: string | undefined, open: () => void): void {
  const openIfAsked = useEffectEvent(() => {
    if (!fragment || window.location.hash !== `#${fragment}`) return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    open();
  });
  useEffect(() => {
    const look = () => openIfAsked();
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
}
