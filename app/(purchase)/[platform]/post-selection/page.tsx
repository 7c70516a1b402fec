import { getCatalog } from "@/app/_server/page-data";
import {
  listSelectable,
  type PlatformProps,
  platformParams,
  platformView,
  purchaseMetadata,
  readPlatform,
} from "@/app/_server/platform-pages";
import { PostSelection } from "@/components/purchase/selection/post-selection";
import { CountedView } from "@/components/storefront/counted-view";
import { catalogOf } from "@/lib/shop/catalog/catalog";

export const generateStaticParams = platformParams;

export const generateMetadata = purchaseMetadata("Post selection");

/** The middle step of services for posts, and of those for videos that go to any post. Static; the choice is in the browser. */
export default async function PostSelectionPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, services] = await Promise.all([getCatalog(), listSelectable(platform, ["post", "video"])]);
  return (
    <>
      {/* Of which service is known in the browser only. */}
      <CountedView page="selection" platform={platform.slug} />
      <PostSelection
        platform={platformView(platform)}
        services={services}
        catalog={catalogOf(catalog, {
          platform: platform.slug,
          services: services.map(({ slug }) => slug),
          surface: "post-selection",
        })}
      />
    </>
  );
}
