"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { guest, readVisitor, refreshVisitor, subscribeToVisitor, type Visitor } from "./signed-in-user";
import { tracesMark } from "./visitor-traces";

/**
 * The visitor: a guest in the HTML and during hydration, checked again on every page and when the tab is shown again,
 * because another tab may have signed in or out.
 */
export function useVisitor(): Visitor {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to look again
  useEffect(() => refreshVisitor(), [pathname]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") refreshVisitor(true);
    };
    // Another tab signed out: this one does too, visible or not.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === tracesMark && newValue === null)) refreshVisitor(true);
    };
    // The page was restored from the back-forward cache.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refreshVisitor(true);
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("storage", follow);
    window.addEventListener("pageshow", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("storage", follow);
      window.removeEventListener("pageshow", comeBack);
    };
  }, []);
  return useSyncExternalStore(subscribeToVisitor, readVisitor, () => guest);
}
