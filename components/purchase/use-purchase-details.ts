"use client";

import { useCallback, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { plural } from "@/lib/base/text/plural";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import { detailsStore, emptyDetails, type PurchaseDetails } from "./purchase-details";
import { usePageReturn } from "./use-page-return";

/**
 * The purchase details of this tab. Empty until `isReady`: the page is prerendered, and only the browser has them.
 */
export function usePurchaseDetails(platform: string, service: string) {
  const isReady = useIsHydrated();
  const details = useSyncExternalStore(
    detailsStore.subscribe,
    () => detailsStore.read(platform, service),
    () => emptyDetails,
  );
  usePageReturn(detailsStore.refresh);
  const update = useCallback(
    (change: Partial<PurchaseDetails>) => detailsStore.update(platform, service, change),
    [platform, service],
  );
  return { details, isReady, update };
}

/** Says how many posts an order no longer reaches: a smaller one may not give each of them the least amount. */
export function sayPostsDropped(count: number, { one, many }: UnitWords, least: string): void {
  if (count < 1) return;
  toast.info(`${plural(count, one, many)} removed`, { description: `Each ${one} takes at least ${least}.` });
}
