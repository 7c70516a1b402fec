import { Suspense } from "react";
import { getCatalog, getUnitLimits } from "@/app/_server/page-data";
import {
  type PlatformProps,
  platformParams,
  purchaseMetadata,
  readPlatform,
} from "@/app/_server/platform-pages";
import { PackageFromAddress } from "@/components/purchase/package-from-address";
import { detailsPath } from "@/components/purchase/purchase-steps";
import type { SelectionPlan } from "@/components/purchase/selection/selection-plan";
import { SelectionSkeleton } from "@/components/purchase/selection/selection-skeleton";
import { SelectionView } from "@/components/purchase/selection/selection-view";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { hasSocialData } from "@/lib/base/env/env";
import { addOnsFor, packagesFor } from "@/lib/shop/catalog/catalog";
import { platformLabels } from "@/lib/shop/catalog/platforms";

export const dynamicParams = false;

export const generateStaticParams = platformParams;

export const generateMetadata = purchaseMetadata("Select reels");

/** The middle step for views. Static; the choice is in the browser. */
export default async function ReelSelectionPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, limits] = await Promise.all([getCatalog(), getUnitLimits(platform, "views")]);
  const packages = packagesFor(catalog, platform, "views");
  const plan: SelectionPlan = {
    platform,
    service: "views",
    kind: "reel",
    catalog: { packages, addOns: addOnsFor(catalog, "reel-selection", "views") },
    limits,
    arePostsListed: hasSocialData(),
  };
  return (
    <>
      <CountedView page="selection" platform={platform} service="views" />
      <StepHeading
        service="views"
        step="posts"
        title={`Choose your ${platformLabels[platform]} reels`}
        backTo={detailsPath(platform, "views")}
      />
      <Suspense fallback={<SelectionSkeleton kind="reel" />}>
        <PackageFromAddress platform={platform} packages={packages} />
        <SelectionView plan={plan} />
      </Suspense>
    </>
  );
}
