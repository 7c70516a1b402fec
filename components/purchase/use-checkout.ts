"use client";

import { toast } from "@/components/ui/toast";
import { amountLabel, type Catalog } from "@/lib/catalog/catalog";
import { type AddOnChoice, type PricedOrder, priceOrder } from "@/lib/catalog/price-order";
import { allocateRest, fitShares } from "@/lib/checkout/allocation";
import { deliveryProblem, type UnitRange } from "@/lib/checkout/delivery-limits";
import type { Platform, ServiceType } from "@/lib/platforms";
import { addOnsOnSale, withAddOnCount } from "./add-on-choices";
import type { PurchaseDetails, SelectedPost } from "./purchase-details";
import { usePayment } from "./use-payment";
import { usePurchaseDetails } from "./use-purchase-details";

/** The states of the checkout page, once the browser has read the purchase details. */
type CheckoutSubject =
  | { kind: "loading" }
  /** No username or no package on sale. */
  | { kind: "invalid" }
  /** Likes and views need posts, and none are chosen. */
  | { kind: "no_posts"; service: "likes" | "views" }
  | {
      kind: "ready";
      details: PurchaseDetails;
      priced: PricedOrder;
      /** Why it can't be delivered and so not be paid; null when it can. */
      problem: string | null;
    };

const surface = "checkout";

/** The checkout page's state: prices the order, changes its add-ons and starts the payment. */
export function useCheckout(platform: Platform, service: ServiceType, catalog: Catalog, limits: UnitRange) {
  const { details, isReady, update } = usePurchaseDetails(platform, service);
  const payment = usePayment();

  const subjectWith = (choices: AddOnChoice[]): CheckoutSubject => {
    if (!isReady) return { kind: "loading" };
    const addOns = addOnsOnSale(choices, catalog.addOns);
    return readSubject(platform, service, { catalog, limits }, { ...details, addOns });
  };
  const subject = subjectWith(details.addOns);

  const setAddOn = (id: string, count: number) => {
    const addOns = withAddOnCount(details.addOns, id, count);
    update({ addOns });
    payment.clearError();
    sayDropped(subject, subjectWith(addOns), amountLabel(limits.min, service));
  };

  const pay = async () => {
    if (subject.kind !== "ready" || subject.problem !== null) return;
    const accepted = payment.accept();
    if (!accepted) return;
    const started = await payment.start({ platform, service, surface, ...subject, accepted });
    if (started) window.location.assign(started.url);
  };

  return { subject, payment, addOns: addOnsOnSale(details.addOns, catalog.addOns), setAddOn, pay };
}

/** A smaller order may not reach all posts: the last ones are dropped, with a toast. */
function sayDropped(before: CheckoutSubject, after: CheckoutSubject, least: string): void {
  if (before.kind !== "ready" || after.kind !== "ready") return;
  const count = before.details.posts.length - after.details.posts.length;
  if (count < 1) return;
  toast.info(`${count} post${count === 1 ? "" : "s"} removed`, {
    description: `Each post takes at least ${least}.`,
  });
}

function readSubject(
  platform: Platform,
  service: ServiceType,
  { catalog, limits }: { catalog: Catalog; limits: UnitRange },
  details: PurchaseDetails,
): CheckoutSubject {
  const { packageId, addOns } = details;
  const priced = priceOrder(catalog, { platform, service, surface, packageId, addOns });
  if (!details.profile || !priced) return { kind: "invalid" };
  if (service !== "followers" && details.posts.length === 0) return { kind: "no_posts", service };
  const posts = sharesOf(details, priced, limits);
  const shares = service === "followers" ? [priced.quantity] : posts.map((post) => post.quantity);
  const problem = deliveryProblem(service, shares, limits);
  return { kind: "ready", details: { ...details, posts }, priced, problem };
}

/**
 * The posts with their units in this order. The total may differ from the selection page's, whose add-ons are not
 * sold here.
 */
function sharesOf(
  { posts }: PurchaseDetails,
  { quantity: total }: PricedOrder,
  limits: UnitRange,
): SelectedPost[] {
  const fitted = fitShares(posts, { total, ...limits });
  return allocateRest(fitted, total) ?? fitted;
}
