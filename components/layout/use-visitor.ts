"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { guest, readVisitor, refreshVisitor, subscribeToVisitor, type Visitor } from "./signed-in-user";

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
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return useSyncExternalStore(subscribeToVisitor, readVisitor, () => guest);
}
