import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCatalog, getUnitLimits } from "@/app/_server/catalog";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { ReelSelection } from "@/components/purchase/selection/reel-selection";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { addOnsFor, packagesFor } from "@/lib/catalog/catalog";
import { hasSocialData } from "@/lib/env";
import { isPlatform, platformLabels, platforms } from "@/lib/platforms";

type ReelSelectionPageProps = { params: Promise<{ platform: string }> };

export const dynamicParams = false;

export function generateStaticParams(): { platform: string }[] {
  return platforms.map((platform) => ({ platform }));
}

/** Purchase steps stay out of search engines. */
export async function generateMetadata({ params }: ReelSelectionPageProps): Promise<Metadata> {
  const { platform } = await params;
  if (!isPlatform(platform)) return {};
  return { title: `Select reels: ${platformLabels[platform]}`, robots: { index: false } };
}

/** The middle step for views. Static; the choice is in the browser. */
export default async function ReelSelectionPage({ params }: ReelSelectionPageProps) {
  const { platform } = await params;
  if (!isPlatform(platform)) notFound();
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
