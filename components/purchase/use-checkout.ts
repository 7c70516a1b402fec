"use client";

import { useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { amountLabel, type Catalog, type CatalogAddOn } from "@/lib/catalog/catalog";
import { maxAddOnCount, type PricedOrder, priceOrder } from "@/lib/catalog/price-order";
import { allocateRest, fitShares } from "@/lib/checkout/allocation";
import type { Platform, ServiceType } from "@/lib/platforms";
import { addOnCount, addOnsOnSale, withAddOnCount } from "./add-on-choices";
import type { CallError } from "./call-function";
import { orderErrorText } from "./order-error";
import type { PurchaseDetails, SelectedPost } from "./purchase-details";
import { startPayment } from "./start-payment";
import { usePageReturn } from "./use-page-return";
import { usePurchaseDetails } from "./use-purchase-details";

/** What the checkout page can show, once the browser has said what was entered. */
export type CheckoutSubject =
  | { kind: "loading" }
  /** No username or no package on sale: there is nothing to pay for. */
  | { kind: "invalid" }
  /** Likes and views go to posts, and none are chosen yet. */
  | { kind: "no_posts"; service: "likes" | "views" }
  | { kind: "ready"; details: PurchaseDetails; priced: PricedOrder };

const surface = "checkout";

/** Everything the checkout page does: prices the order, changes its bundles and starts the payment. */
export function useCheckout(platform: Platform, service: ServiceType, catalog: Catalog) {
  const { details, isReady, update } = usePurchaseDetails(platform, service);
  const [isPaying, setIsPaying] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const isUnderway = useRef(false);

  usePageReturn(() => {
    isUnderway.current = false;
    setIsPaying(false);
  });

  const addOns = addOnsOnSale(details.addOns, catalog.addOns);
  const subject = isReady
    ? readSubject(platform, service, catalog, { ...details, addOns })
    : ({ kind: "loading" } as const);

  const setCount = (id: string, count: number) => {
    update({ addOns: withAddOnCount(details.addOns, id, count) });
    setError(null);
  };
  const countOf = (id: string) => addOnCount(addOns, id);

  const add = (addOn: CatalogAddOn) => {
    if (countOf(addOn.id) >= maxAddOnCount) return;
    setCount(addOn.id, countOf(addOn.id) + 1);
    toast.success("Added to Order", { description: `+${amountLabel(addOn.quantity, service)} added!` });
  };

  const pay = async () => {
    if (subject.kind !== "ready" || isUnderway.current) return;
    isUnderway.current = true;
    setIsPaying(true);
    setError(null);
    const result = await startPayment({ platform, service, surface, ...subject });
    if (result.ok) {
      // The button stays busy: this page is on its way out.
      window.location.assign(result.data.url);
      return;
    }
    isUnderway.current = false;
    setIsPaying(false);
    setError(result.error);
    toast.error("Order Failed", { description: orderErrorText(result.error) });
  };

  return {
    subject,
    addOns,
    error,
    isPaying,
    add,
    less: (id: string) => setCount(id, countOf(id) - 1),
    remove: (id: string) => setCount(id, 0),
    pay,
  };
}

function readSubject(
  platform: Platform,
  service: ServiceType,
  catalog: Catalog,
  details: PurchaseDetails,
): CheckoutSubject {
  const { packageId, addOns } = details;
  const priced = priceOrder(catalog, { platform, service, surface, packageId, addOns });
  if (!details.profile || !priced) return { kind: "invalid" };
  if (service !== "followers" && details.posts.length === 0) return { kind: "no_posts", service };
  return { kind: "ready", details: { ...details, posts: sharesOf(details, priced) }, priced };
}

/**
 * What each post gets in this very order: it may hold less than it did where the posts were chosen, whose bundles are
 * not sold here, or more. Limits of a single post are the shop's to check.
 */
function sharesOf({ posts }: PurchaseDetails, { quantity: total }: PricedOrder): SelectedPost[] {
  const fitted = fitShares(posts, { total, min: 1, max: Number.MAX_SAFE_INTEGER });
  return allocateRest(fitted, total) ?? fitted;
}
