"use client";

import { allocateRest, fitShares } from "@/lib/buyer/checkout/allocation";
import { deliveryProblem, type UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import { amountLabel, type Catalog, hasPosts } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { type AddOnChoice, type PricedOrder, priceOrder } from "@/lib/shop/catalog/price-order";
import { addOnsOnSale, withAddOnCount } from "./add-on-choices";
import { chosenQuality } from "./chosen-quality";
import type { PurchaseDetails } from "./purchase-details";
import { usePayment } from "./use-payment";
import { sayPostsDropped, usePurchaseDetails } from "./use-purchase-details";

/** The states of the checkout page, once the browser has read the purchase details. */
type CheckoutSubject =
  | { kind: "loading" }
  /** No username or no package on sale. */
  | { kind: "invalid" }
  /** The service needs posts, and none are chosen. */
  | { kind: "no_posts" }
  | {
      kind: "ready";
      details: PurchaseDetails;
      priced: PricedOrder;
      /** Why it can't be delivered and so not be paid; null when it can. */
      problem: string | null;
    };

const surface = "checkout";

/** The checkout page's state: prices the order, changes its add-ons and starts the payment. */
export function useCheckout(
  platform: PlatformView,
  service: ServiceView,
  sold: Catalog,
  limitsByVariant: Record<string, UnitRange>,
) {
  const { details, isReady, update } = usePurchaseDetails(platform.slug, service.slug);
  const { catalog, limits } = chosenQuality(sold, details.packageId, limitsByVariant);
  const payment = usePayment();

  const subjectWith = (choices: AddOnChoice[]): CheckoutSubject => {
    if (!isReady) return { kind: "loading" };
    const addOns = addOnsOnSale(choices, catalog.addOns);
    const { packageId, profile } = details;
    const priced = priceOrder(catalog, {
      platform: platform.slug,
      service: service.slug,
      unit: service.unit,
      surface,
      packageId,
      addOns,
    });
    if (!profile || !priced) return { kind: "invalid" };
    const isShared = hasPosts(service.target);
    if (isShared && details.posts.length === 0) return { kind: "no_posts" };
    const total = priced.ownQuantity;
    // The total may differ from the selection page's, whose add-ons are not sold here.
    const fitted = fitShares(details.posts, { total, ...limits });
    const posts = allocateRest(fitted, total) ?? fitted;
    const shares = isShared ? posts.map((post) => post.quantity) : [total];
    const problem = deliveryProblem(service, shares, limits);
    return { kind: "ready", details: { ...details, addOns, posts }, priced, problem };
  };
  const subject = subjectWith(details.addOns);

  const setAddOn = (id: string, count: number) => {
    const addOns = withAddOnCount(details.addOns, id, count);
    update({ addOns });
    payment.clearError();
    const after = subjectWith(addOns);
    if (subject.kind !== "ready" || after.kind !== "ready") return;
    const dropped = subject.details.posts.length - after.details.posts.length;
    sayPostsDropped(dropped, platform.words.post, amountLabel(limits.min, service.unit));
  };

  const pay = async () => {
    if (subject.kind !== "ready" || subject.problem !== null) return;
    const accepted = payment.accept();
    if (!accepted) return;
    const started = await payment.start({ platform, service, surface, ...subject, accepted });
    if (started) window.location.assign(started.url);
  };

  return { subject, catalog, payment, setAddOn, pay };
}
