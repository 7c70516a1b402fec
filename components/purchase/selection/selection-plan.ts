import type { UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import type { Catalog, Surface, UnitWords } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import type { SelectedPost } from "../purchase-details";

/** The kind of target: any post, or only reels and videos. */
export type SelectionKind = SelectedPost["kind"];

export type SelectionPlan = {
  platform: PlatformView;
  service: ServiceView;
  kind: SelectionKind;
  /** Only what is sold of the service in the chosen quality, and the add-ons of this page. */
  catalog: Catalog;
  limits: UnitRange;
};

/** The catalogue's name of each kind's page: add-on prices differ by page. */
export const selectionSurface = {
  post: "post-selection",
  reel: "reel-selection",
} as const satisfies Record<SelectionKind, Surface>;

/** The words for what a plan is about. */
export const wordsOf = ({ platform, kind }: SelectionPlan) => platform.words[kind];

/** True for a platform that has other posts beside videos. */
export const hasOtherPosts = ({ links }: PlatformView) =>
  links.linkForms.some(({ target }) => target === "post");

/** Units per press of plus or minus. */
export const stepUnits: Record<SelectionKind, number> = { post: 10, reel: 50 };

/** How many are shown first, and added each time. */
export const pageSize = 4;

export function selectionTexts({ many }: UnitWords) {
  return {
    loading: `Loading your ${many}`,
    emptyTitle: `No ${many} found`,
    emptyDetail: `We couldn't find any ${many} for this account. Please make sure the account is public.`,
    failedTitle: `Error loading ${many}`,
    failedDetail: `Could not load your ${many}. Please try again.`,
    /** The answer was invalid. */
    unreadable: `Failed to fetch ${many}`,
  };
}
