import { getCatalog, getUnitLimits } from "@/app/_server/page-data";
import {
  type PlatformProps,
  platformParams,
  purchaseMetadata,
  readPlatform,
} from "@/app/_server/platform-pages";
import { PostSelection } from "@/components/purchase/selection/post-selection";
import { CountedView } from "@/components/storefront/counted-view";
import { hasSocialData } from "@/lib/base/env/env";
import { addOnsFor, packagesFor } from "@/lib/shop/catalog/catalog";

export const dynamicParams = false;

export const generateStaticParams = platformParams;

export const generateMetadata = purchaseMetadata("Post selection");

/** The middle step for likes, and for views that go to any post. Static; the choice is in the browser. */
export default async function PostSelectionPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, likes, views] = await Promise.all([
    getCatalog(),
    getUnitLimits(platform, "likes"),
    getUnitLimits(platform, "views"),
  ]);
  return (
    <>
      {/* Likes, or views that go to any post: the choice is in the browser. */}
      <CountedView page="selection" platform={platform} />
      <PostSelection
        platform={platform}
        catalog={{
          packages: [...packagesFor(catalog, platform, "likes"), ...packagesFor(catalog, platform, "views")],
          addOns: [
            ...addOnsFor(catalog, "post-selection", "likes"),
            ...addOnsFor(catalog, "post-selection", "views"),
          ],
        }}
        limits={{ likes, views }}
        arePostsListed={hasSocialData()}
      />
    </>
  );
}
