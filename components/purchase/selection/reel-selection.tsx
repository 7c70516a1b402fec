"use client";

import { Suspense } from "react";
import type { Catalog } from "@/lib/catalog/catalog";
import type { UnitRange } from "@/lib/checkout/delivery-limits";
import type { Platform } from "@/lib/platforms";
import { PackageFromAddress } from "../package-from-address";
import type { SelectionPlan } from "./selection-plan";
import { SelectionSkeleton } from "./selection-skeleton";
import { SelectionView } from "./selection-view";

type ReelSelectionProps = {
  platform: Platform;
  /** The packages of views and the add-ons of this page. */
  catalog: Catalog;
  limits: UnitRange;
  arePostsListed: boolean;
};

/** The choice of reels, on TikTok of videos, for views. */
export function ReelSelection(props: ReelSelectionProps) {
  const { platform, catalog } = props;
  const plan: SelectionPlan = { ...props, service: "views", kind: "reel" };
  return (
    <Suspense fallback={<SelectionSkeleton kind="reel" />}>
      <PackageFromAddress platform={platform} packages={catalog.packages} />
      <SelectionView plan={plan} />
    </Suspense>
  );
}
