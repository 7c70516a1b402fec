"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import type { UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import { type Catalog, catalogOf } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { chosenQuality } from "../chosen-quality";
import { PackageFromAddress } from "../package-from-address";
import { detailsPath } from "../purchase-steps";
import { StepHeading } from "../step-heading";
import { usePurchaseDetails } from "../use-purchase-details";
import { type SelectionPlan, selectionSurface } from "./selection-plan";
import { SelectionSkeleton } from "./selection-skeleton";
import { SelectionView } from "./selection-view";

/** A service whose posts can be chosen on a page, with the units that one of them takes, by quality. */
export type SelectableService = ServiceView & { limits: Record<string, UnitRange> };

type PostSelectionProps = {
  platform: PlatformView;
  /** `?service=` names one of them; without it, the first is meant. */
  services: [SelectableService, ...SelectableService[]];
  /** Packages and add-ons of these services. */
  catalog: Catalog;
};

/** The choice of posts for a service. */
export function PostSelection(props: PostSelectionProps) {
  const { platform, services } = props;
  return (
    <Suspense
      fallback={
        <>
          <PostHeading platform={platform} service={services[0]} />
          <SelectionSkeleton words={platform.words.post} />
        </>
      }
    >
      <PostSelectionOfAddress {...props} />
    </Suspense>
  );
}

function PostSelectionOfAddress({ platform, services, catalog }: PostSelectionProps) {
  const service = useServiceOfAddress(services);
  const plan = usePlan(platform, service, "post", catalog);
  return (
    <>
      <PostHeading platform={platform} service={service} />
      <PackageFromAddress platform={platform.slug} service={service.slug} catalog={catalog} />
      <SelectionView key={service.slug} plan={plan} />
    </>
  );
}

/** The choice of videos for a service, below the page's heading. */
export function VideoSelection({ platform, services, catalog }: PostSelectionProps) {
  const plan = usePlan(platform, useServiceOfAddress(services), "reel", catalog);
  return (
    <>
      <PackageFromAddress platform={platform.slug} service={plan.service.slug} catalog={catalog} />
      <SelectionView key={plan.service.slug} plan={plan} />
    </>
  );
}

function useServiceOfAddress(services: PostSelectionProps["services"]): SelectableService {
  const wanted = useSearchParams().get("service");
  return services.find(({ slug }) => slug === wanted) ?? services[0];
}

function usePlan(
  platform: PlatformView,
  service: SelectableService,
  kind: SelectionPlan["kind"],
  catalog: Catalog,
): SelectionPlan {
  const { details } = usePurchaseDetails(platform.slug, service.slug);
  const asked = { platform: platform.slug, services: [service.slug], surface: selectionSurface[kind] };
  const chosen = chosenQuality(catalogOf(catalog, asked), details.packageId, service.limits);
  return { platform, service, kind, ...chosen };
}

function PostHeading({ platform, service }: { platform: PlatformView; service: ServiceView }) {
  return (
    <StepHeading
      platform={platform}
      // On this page the middle step is always the choice of posts.
      target="post"
      step="posts"
      title={`Choose your ${platform.label} ${platform.words.post.many}`}
      backTo={detailsPath(platform.slug, service.slug)}
    />
  );
}
