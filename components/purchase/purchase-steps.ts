import type { Platform, ServiceType } from "@/lib/platforms";

export type PurchaseStep = "details" | "posts" | "payment";

const stepLabels: Record<ServiceType, Partial<Record<PurchaseStep, string>>> = {
  followers: { details: "Order Details", payment: "Payment" },
  likes: { details: "Order Details", posts: "Post Selection", payment: "Payment" },
  views: { details: "Order Details", posts: "Select Reels", payment: "Payment" },
};

/** The steps of buying a service, in order: likes and views choose what they go to in between. */
export function purchaseSteps(service: ServiceType): { step: PurchaseStep; label: string }[] {
  const labels = stepLabels[service];
  return (["details", "posts", "payment"] as const).flatMap((step) => {
    const label = labels[step];
    return label ? [{ step, label }] : [];
  });
}

/** Where details are entered. */
export function detailsPath(platform: Platform, service: ServiceType, packageId?: string): string {
  return withPackage(`/${platform}/details/${service}`, packageId);
}

/** Where the order is reviewed and paid. */
export function checkoutPath(platform: Platform, service: ServiceType, packageId?: string): string {
  return withPackage(`/${platform}/checkout/${service}`, packageId);
}

/** The step after the details: followers go to the checkout, likes choose posts, views choose reels. */
export function afterDetailsPath(platform: Platform, service: ServiceType, packageId: string): string {
  return service === "followers"
    ? checkoutPath(platform, service, packageId)
    : selectionPath(platform, service, packageId);
}

/** Where the posts or reels of an order are chosen. */
export function selectionPath(platform: Platform, service: "likes" | "views", packageId?: string): string {
  return withPackage(`/${platform}/${service === "likes" ? "post-selection" : "reel-selection"}`, packageId);
}

/** Where views, or likes, are given to any post: for views beside the reels alone. */
export function postSelectionPath(
  platform: Platform,
  service: "likes" | "views",
  packageId?: string,
): string {
  return service === "likes"
    ? selectionPath(platform, service, packageId)
    : `${withPackage(`/${platform}/post-selection`, packageId)}${packageId ? "&" : "?"}service=views`;
}

function withPackage(path: string, packageId: string | undefined): string {
  return packageId ? `${path}?package=${encodeURIComponent(packageId)}` : path;
}
