"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import type { UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import { addOnsFor, type Catalog, packagesFor } from "@/lib/shop/catalog/catalog";
import { type Platform, platformLabels } from "@/lib/shop/catalog/platforms";
import { PackageFromAddress } from "../package-from-address";
import { detailsPath, type PostService } from "../purchase-steps";
import { StepHeading } from "../step-heading";
import type { SelectionPlan } from "./selection-plan";
import { SelectionSkeleton } from "./selection-skeleton";
import { SelectionView } from "./selection-view";

type PostSelectionProps = {
  platform: Platform;
  /** Packages and add-ons of likes and views. */
  catalog: Catalog;
  limits: Record<PostService, UnitRange>;
  arePostsListed: boolean;
};

/** The choice of posts for likes, or for views with `?service=views`. */
export function PostSelection(props: PostSelectionProps) {
  return (
    <Suspense
      fallback={
        <>
          <PostHeading platform={props.platform} service="likes" />
          <SelectionSkeleton kind="post" />
        </>
      }
    >
      <PostSelectionOfAddress {...props} />
    </Suspense>
  );
}

function PostSelectionOfAddress({ platform, catalog, limits, arePostsListed }: PostSelectionProps) {
  const service = useSearchParams().get("service") === "views" ? "views" : "likes";
  const packages = packagesFor(catalog, platform, service);
  const plan: SelectionPlan = {
    platform,
    service,
    kind: "post",
    catalog: { packages, addOns: addOnsFor(catalog, "post-selection", service) },
    limits: limits[service],
    arePostsListed,
  };
  return (
    <>
      <PostHeading platform={platform} service={service} />
      <PackageFromAddress platform={platform} packages={packages} />
      <SelectionView key={service} plan={plan} />
    </>
  );
}

function PostHeading({ platform, service }: { platform: Platform; service: PostService }) {
  return (
    <StepHeading
      // On this page the middle step is always the choice of posts.
      service="likes"
      step="posts"
      title={`Choose your ${platformLabels[platform]} posts`}
      backTo={detailsPath(platform, service)}
    />
  );
}
