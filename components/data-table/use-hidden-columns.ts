"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";

export const hiddenParameter = "hide";

/** What makes a link of ours keep the columns that are hidden now. */
export function useWithColumns(): (href: string) => string {
  const value = useSearchParams().get(hiddenParameter);
  return (href) => {
    if (!value) return href;
    return `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ [hiddenParameter]: value })}`;
  };
}

/** The columns that the address leaves out (`?hide=date,units`), and a way to change one; links and reload keep them. */
export function useHiddenColumns(): { hidden: ReadonlySet<string>; toggle: (column: string) => void } {
  const search = useSearchParams();
  const value = search.get(hiddenParameter) ?? "";
  const hidden = useMemo(() => new Set(value.split(",").filter(Boolean)), [value]);
  const toggle = (column: string) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    const address = new URLSearchParams(search);
    if (next.size > 0) address.set(hiddenParameter, [...next].join(","));
    else address.delete(hiddenParameter);
    const query = address.toString();
    window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
  };
  return { hidden, toggle };
}
