"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the HTML and during hydration, then true: gate for what only the browser knows. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
