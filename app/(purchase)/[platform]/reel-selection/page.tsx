import type { Metadata } from "next";
import { getCatalog, getUnitLimits } from "@/app/_server/page-data";
import { type PlatformProps, platformParams, readPlatform } from "@/app/_server/platform-pages";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { ReelSelection } from "@/components/purchase/selection/reel-selection";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { addOnsFor, packagesFor } from "@/lib/catalog/catalog";
import { hasSocialData } from "@/lib/env";
import { platformLabels } from "@/lib/platforms";

export const dynamicParams = false;

export const generateStaticParams = platformParams;

/** Purchase steps stay out of search engines. */
export async function generateMetadata(props: PlatformProps): Promise<Metadata> {
  const platform = await readPlatform(props);
  return { title: `Select reels: ${platformLabels[platform]}`, robots: { index: false } };
}

/** The middle step for views. Static; the choice is in the browser. */
export default async function ReelSelectionPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, limits] = await Promise.all([getCatalog(), getUnitLimits(platform, "views")]);
  return (
    <>
      <CountedView page="selection" platform={platform} service="views" />
      <StepHeading
        service="views"
        step="posts"
        title={`Choose your ${platformLabels[platform]} reels`}
        backTo={{ href: detailsPath(platform, "views"), label: "Back to details" }}
      />
      <ReelSelection
        platform={platform}
        catalog={{
          packages: packagesFor(catalog, platform, "views"),
          addOns: addOnsFor(catalog, "reel-selection", "views"),
        }}
        limits={limits}
        arePostsListed={hasSocialData()}
      />
    </>
  );
}
