import { Suspense } from "react";
import { getCatalog } from "@/app/_server/page-data";
import {
  listSelectable,
  type PlatformProps,
  platformParams,
  platformView,
  purchaseMetadata,
  readPlatform,
} from "@/app/_server/platform-pages";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { VideoSelection } from "@/components/purchase/selection/post-selection";
import { SelectionSkeleton } from "@/components/purchase/selection/selection-skeleton";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { catalogOf } from "@/lib/shop/catalog/catalog";

export const generateStaticParams = platformParams;

export const generateMetadata = purchaseMetadata("Select reels");

/** The middle step of services for videos. Static; the choice is in the browser. */
export default async function ReelSelectionPage(props: PlatformProps) {
  const entry = await readPlatform(props);
  const platform = platformView(entry);
  const [catalog, services] = await Promise.all([getCatalog(), listSelectable(entry, ["video"])]);
  const [first] = services;
  const { words } = platform;
  return (
    <>
      <CountedView page="selection" platform={platform.slug} service={first.slug} />
      <StepHeading
        platform={platform}
        target="video"
        step="posts"
        title={`Choose your ${platform.label} ${words.reel.many}`}
        backTo={detailsPath(platform.slug, first.slug)}
      />
      <Suspense fallback={<SelectionSkeleton words={words.reel} />}>
        <VideoSelection
          platform={platform}
          services={services}
          catalog={catalogOf(catalog, {
            platform: platform.slug,
            services: services.map(({ slug }) => slug),
            surface: "reel-selection",
          })}
        />
      </Suspense>
    </>
  );
}
