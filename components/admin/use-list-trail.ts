"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { asList, asRecord, asText, parseRecord } from "@/components/purchase/read-json";
import { tabStorage } from "@/lib/base/safe-storage";
import { pageAddress } from "./page-marks";

const key = "list-trail";

/** The fragment of a list's address that opens the page's first entry. */
const firstEntry = "#first";

/** A page of a list, with the addresses of its entries in order. */
type TrailPage = { address: string; hrefs: string[] };

/** A list as it was last shown in this tab: its pages as far as they were opened, and the address of the next one. */
type Trail = { pages: TrailPage[]; next: string | null };

function readTrail(text: string | null): Trail {
  const stored = parseRecord(text);
  const pages = asList(stored?.pages, (page) => {
    const address = asText(asRecord(page)?.address);
    const hrefs = asList(asRecord(page)?.hrefs, (href) => asText(href) || null);
    return address ? { address, hrefs } : null;
  });
  return { pages, next: asText(stored?.next) || null };
}

export type ListPlace = {
  hrefs: string[];
  /** The mark of the list's next page, and the parameter for it. */
  next: string | null;
  mark?: string;
};

/** Remembers the list that the page shows, so that its entries lead to each other and back, also into the next page. */
export function useListTrail({ hrefs, next, mark = "after" }: ListPlace): void {
  const path = usePathname();
  const search = useSearchParams();
  const router = useRouter();
  const address = search.size > 0 ? `${path}?${search}` : path;
  const nextAddress = next && pageAddress(path, search, { mark, place: next });
  const text = JSON.stringify([address, hrefs, nextAddress]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the place, which is new at each render
  useEffect(() => {
    const trail = readTrail(tabStorage.read(key));
    const pages = pagesBefore(trail, address);
    pages.push({ address, hrefs });
    tabStorage.write(key, JSON.stringify({ pages, next: nextAddress }));
    if (window.location.hash === firstEntry && hrefs[0]) router.replace(hrefs[0]);
  }, [text]);
}

/** The pages of the list that lead to the one at this address; none if it is another list, or its first page. */
function pagesBefore({ pages, next }: Trail, address: string): TrailPage[] {
  const at = pages.findIndex((page) => page.address === address);
  if (at >= 0) return pages.slice(0, at);
  return next === address ? pages : [];
}

const never = () => () => {};

type Neighbours = {
  /** The list's page with the case in it. */
  address: string;
  at: number;
  /** How many entries are known. */
  known: number;
  hasMore: boolean;
  previous: string | undefined;
  next: string | undefined;
};

/** The neighbours of a case in the list that led to it; null before hydration, and on a page that no list led to. */
export function useTrailOf(href: string): Neighbours | null {
  const text = useSyncExternalStore(
    never,
    () => tabStorage.read(key),
    () => null,
  );
  return useMemo(() => neighboursOf(readTrail(text), href), [text, href]);
}

function neighboursOf({ pages, next }: Trail, href: string): Neighbours | null {
  const page = pages.find(({ hrefs }) => hrefs.includes(href));
  if (!page) return null;
  const all = pages.flatMap(({ hrefs }) => hrefs);
  const at = all.indexOf(href);
  return {
    address: page.address,
    at,
    known: all.length,
    hasMore: next !== null,
    previous: all[at - 1],
    next: all[at + 1] ?? (next ? `${next}${firstEntry}` : undefined),
  };
}
