"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the HTML and while React takes it over, true from then on: what only a browser knows may be shown. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
