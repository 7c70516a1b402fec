import { type PageView, pageViewPath } from "@/lib/shop/analytics/page-views";

/**
 * Counts a view of the page by an empty picture that the browser fetches when it shows the page: no script, no cookie.
 * Low priority keeps React from preloading it, which would count a page that was only prefetched.
 */
export function CountedView(view: PageView) {
  return (
    // biome-ignore lint/performance/noImgElement: one transparent point has nothing to optimise.
    <img
      src={pageViewPath(view)}
      alt=""
      width={1}
      height={1}
      decoding="async"
      fetchPriority="low"
      className="pointer-events-none absolute opacity-0"
    />
  );
}
