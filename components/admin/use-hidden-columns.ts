"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useMemo, useOptimistic } from "react";
import { queryString } from "@/lib/base/text/query-string";

export const hiddenParameter = "hide";

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
    const query = queryString({ ...Object.fromEntries(search), [hiddenParameter]: nextValue });
    startTransition(() => {
      chooseAtOnce(nextValue);
      window.history.replaceState(null, "", query || window.location.pathname);
    });
  };
  return { hidden, toggle };
}
