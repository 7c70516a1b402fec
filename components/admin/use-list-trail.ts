"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { tabStorage } from "@/lib/base/safe-storage";
import { jsonText } from "@/lib/base/text/json-text";

const key = "list-trail";

const trailSchema = jsonText().pipe(
  z.object({ address: z.string(), hrefs: z.array(z.string()), hasMore: z.boolean() }),
);

/** A list as it was last shown in this tab: its address and the addresses of its entries, in order. */
type Trail = z.infer<typeof trailSchema>;

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
    const trail = trailSchema.safeParse(text ?? "");
    const at = trail.data?.hrefs.indexOf(href) ?? -1;
    return trail.data && at >= 0 ? { ...trail.data, at } : null;
  }, [text, href]);
}
