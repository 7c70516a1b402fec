"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { asList, asText, parseRecord } from "@/components/purchase/read-json";
import { tabStorage } from "@/lib/base/safe-storage";

const key = "list-trail";

/** A list as it was last shown in this tab: its address and the addresses of its entries, in order. */
type Trail = { address: string; hrefs: string[]; hasMore: boolean };

function readTrail(text: string | null): Trail | null {
  const stored = parseRecord(text);
  const address = asText(stored?.address);
  const hrefs = asList(stored?.hrefs, (href) => asText(href) || null);
  return address ? { address, hrefs, hasMore: stored?.hasMore === true } : null;
}

/** Remembers the list that the page shows, so that its entries lead to each other and back. */
export function useListTrail(hrefs: string[], hasMore: boolean): void {
  const path = usePathname();
  const search = useSearchParams().toString();
  const text = JSON.stringify({ address: search ? `${path}?${search}` : path, hrefs, hasMore });
  useEffect(() => tabStorage.write(key, text), [text]);
}

const never = () => () => {};

/** The list that led to this page; null before hydration, and on a page that no list led to. */
export function useTrailOf(href: string): (Trail & { at: number }) | null {
  const text = useSyncExternalStore(
    never,
    () => tabStorage.read(key),
    () => null,
  );
  return useMemo(() => {
    const trail = readTrail(text);
    const at = trail?.hrefs.indexOf(href) ?? -1;
    return trail && at >= 0 ? { ...trail, at } : null;
  }, [text, href]);
}
