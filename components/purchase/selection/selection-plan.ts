import type { UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import type { Catalog, Surface } from "@/lib/shop/catalog/catalog";
import type { Platform } from "@/lib/shop/catalog/platforms";
import type { SelectedPost } from "../purchase-details";
import type { PostService } from "../purchase-steps";

/** The kind of target: any post, or only reels and videos. */
export type SelectionKind = SelectedPost["kind"];

export type SelectionPlan = {
  platform: Platform;
  service: PostService;
  kind: SelectionKind;
  /** Only the packages of the service and the add-ons of this page. */
  catalog: Catalog;
  limits: UnitRange;
  /** False in a shop without social data: buyers paste links of their posts. */
  arePostsListed: boolean;
};

/** The catalogue's name of each kind's page: add-on prices differ by page. */
export const selectionSurface = {
  post: "post-selection",
  reel: "reel-selection",
} as const satisfies Record<SelectionKind, Surface>;

/** Units per press of plus or minus. */
export const stepUnits: Record<SelectionKind, number> = { post: 10, reel: 50 };

/** How many are shown first, and added each time. */
export const pageSize = 4;

export const selectionTexts = { post: textsOf("post"), reel: textsOf("reel") };

function textsOf(kind: SelectionKind) {
  const many = `${kind}s`;
  return {
    many,
    loading: `Loading your ${many}`,
    emptyTitle: `No ${many} found`,
    emptyDetail: `We couldn't find any ${many} for this account. Please make sure the account is public.`,
    failedTitle: `Error loading ${many}`,
    failedDetail: `Could not load your ${many}. Please try again.`,
    /** The answer was invalid. */
    unreadable: `Failed to fetch ${many}`,
  };
}
