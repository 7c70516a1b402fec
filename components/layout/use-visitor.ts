"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { guest, readVisitor, refreshVisitor, subscribeToVisitor, type Visitor } from "./signed-in-user";
import { tracesMark } from "./visitor-traces";

/**
 * Who this browser is. A guest in the HTML and while React takes it over; looked at again on every page, and when the
 * page comes back into view, because another tab may have signed in or out.
 */
export function useVisitor(): Visitor {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to look again
  useEffect(() => refreshVisitor(), [pathname]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") refreshVisitor(true);
    };
    // Another tab has forgotten who was here: this one does too, in view or not.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === tracesMark && newValue === null)) refreshVisitor(true);
    };
    // Out of the browser's own memory of pages, as it was left.
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
