"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useMemo, useOptimistic } from "react";
import { queryString } from "@/lib/base/text/query-string";

export const hiddenParameter = "hide";
export const densityParameter = "rows";

/**
 * The columns that the address hides (`?hide=date,units`), and a function to toggle one. The router applies an address
 * in a transition. The choice takes effect at once, so that a box does not flip back and a second choice builds on the
 * first.
 */
export function useHiddenColumns(): { hidden: ReadonlySet<string>; toggle: (column: string) => void } {
  const search = useSearchParams();
  const [value, chooseAtOnce] = useOptimistic(search.get(hiddenParameter) ?? "");
  const hidden = useMemo(() => new Set(value.split(",").filter(Boolean)), [value]);
  const toggle = (column: string) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    const nextValue = [...next].join(",");
    startTransition(() => {
      chooseAtOnce(nextValue);
      replaceParameter(search, hiddenParameter, nextValue);
    });
  };
  return { hidden, toggle };
}

/** Whether the address asks for close rows (`?rows=close`), and a function to change it. */
export function useDensity(): { isClose: boolean; toggle: () => void } {
  const search = useSearchParams();
  const [isClose, chooseAtOnce] = useOptimistic(search.get(densityParameter) === "close");
  const toggle = () => {
    startTransition(() => {
      chooseAtOnce(!isClose);
      replaceParameter(search, densityParameter, isClose ? "" : "close");
    });
  };
  return { isClose, toggle };
}

function replaceParameter(search: URLSearchParams, name: string, value: string): void {
  const query = queryString({ ...Object.fromEntries(search), [name]: value });
  window.history.replaceState(null, "", query || window.location.pathname);
}
