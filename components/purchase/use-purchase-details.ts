"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Platform, ServiceType } from "@/lib/platforms";
import { detailsStore, emptyDetails, type PurchaseDetails } from "./purchase-details";

/**
 * The purchase details of this tab. Empty until `isReady`: the page is prerendered, and only the browser has them.
 */
export function usePurchaseDetails(platform: Platform, service: ServiceType) {
  const isReady = useIsHydrated();
  const details = useSyncExternalStore(
    detailsStore.subscribe,
    () => detailsStore.read(platform, service),
    () => emptyDetails,
  );
  const update = useCallback(
    (change: Partial<PurchaseDetails>) => detailsStore.update(platform, service, change),
    [platform, service],
  );
  return { details, isReady, update };
}
