import { capitalized } from "@/lib/base/text/words";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";

export type Step = { step: "details" | "posts" | "payment"; label: string };
export type PurchaseStep = Step["step"];

const details: Step = { step: "details", label: "Order Details" };
const payment: Step = { step: "payment", label: "Payment" };

/** The steps of a purchase in order; where posts or videos are bought for, there is one to choose them. */
export function purchaseSteps({ words }: Pick<PlatformView, "words">, target: ServiceView["target"]): Step[] {
  const labels: Partial<Record<ServiceView["target"], string>> = {
    post: `${capitalized(words.post.one)} Selection`,
    video: `Select ${capitalized(words.reel.many)}`,
  };
  const label = labels[target];
  return label ? [details, { step: "posts", label }, payment] : [details, payment];
}

export function detailsPath(platform: string, service: string, packageId?: string): string {
  return withPackage(`/${platform}/details/${service}`, packageId);
}

export function checkoutPath(platform: string, service: string, packageId?: string): string {
  return withPackage(`/${platform}/checkout/${service}`, packageId);
}

/** The page to choose the posts or videos of an order; the checkout where there is nothing to choose. */
export function selectionPath(platform: PlatformView, service: ServiceView, packageId?: string): string {
  const { selectionPath: path } = service;
  return path ? withPackage(path, packageId) : checkoutPath(platform.slug, service.slug, packageId);
}

/** The page to choose any post; for a service that goes to videos the alternative to these. */
export function postSelectionPath(platform: PlatformView, service: ServiceView, packageId?: string): string {
  return service.target === "post"
    ? selectionPath(platform, service, packageId)
    : withPackage(`/${platform.slug}/post-selection?service=${service.slug}`, packageId);
}

function withPackage(path: string, packageId: string | undefined): string {
  if (!packageId) return path;
  const [page, query] = path.split("?");
  return `${page}?package=${encodeURIComponent(packageId)}${query ? `&${query}` : ""}`;
}
