import type { Platform, ServiceType } from "@/lib/shop/catalog/platforms";

/** The services that go to posts and reels. */
export type PostService = Exclude<ServiceType, "followers">;

type Step = { step: "details" | "posts" | "payment"; label: string };
export type PurchaseStep = Step["step"];

const details: Step = { step: "details", label: "Order Details" };
const payment: Step = { step: "payment", label: "Payment" };

/** The steps of a purchase in order; likes and views have a step to choose posts or reels. */
export const purchaseSteps: Record<ServiceType, readonly Step[]> = {
  followers: [details, payment],
  likes: [details, { step: "posts", label: "Post Selection" }, payment],
  views: [details, { step: "posts", label: "Select Reels" }, payment],
};

export function detailsPath(platform: Platform, service: ServiceType, packageId?: string): string {
  return withPackage(`/${platform}/details/${service}`, packageId);
}

export function checkoutPath(platform: Platform, service: ServiceType, packageId?: string): string {
  return withPackage(`/${platform}/checkout/${service}`, packageId);
}

/** The page to choose the posts of an order of likes, or the reels of one of views. */
export function selectionPath(platform: Platform, service: PostService, packageId?: string): string {
  return withPackage(`/${platform}/${service === "likes" ? "post-selection" : "reel-selection"}`, packageId);
}

/** The page to give likes or views to any post; for views the alternative to reels. */
export function postSelectionPath(platform: Platform, service: PostService, packageId?: string): string {
  return service === "likes"
    ? selectionPath(platform, service, packageId)
    : `${withPackage(`/${platform}/post-selection`, packageId)}${packageId ? "&" : "?"}service=views`;
}

function withPackage(path: string, packageId: string | undefined): string {
  return packageId ? `${path}?package=${encodeURIComponent(packageId)}` : path;
}
