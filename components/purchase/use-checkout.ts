"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { amountLabel, type Catalog, type CatalogAddOn } from "@/lib/catalog/catalog";
import { maxAddOnCount, type PricedOrder, priceOrder } from "@/lib/catalog/price-order";
import { allocateRest, fitShares } from "@/lib/checkout/allocation";
import { deliveryProblem, type UnitRange } from "@/lib/checkout/delivery-limits";
import type { Platform, ServiceType } from "@/lib/platforms";
import { addOnCount, addOnsOnSale, withAddOnCount } from "./add-on-choices";
import { useConsent } from "./before-paying";
import type { CallError } from "./call-function";
import { isPageOutdated, orderErrorText } from "./order-error";
import type { PurchaseDetails, SelectedPost } from "./purchase-details";
import { sayChecking } from "./say-checking";
import { startPayment } from "./start-payment";
import { usePageReturn } from "./use-page-return";
import { usePurchaseDetails } from "./use-purchase-details";

/** The states of the checkout page, once the browser has read the purchase details. */
export type CheckoutSubject =
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
  const [isPaying, setIsPaying] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const isInFlight = useRef(false);
  const consent = useConsent();
  const router = useRouter();

  usePageReturn(() => {
    isInFlight.current = false;
    setIsPaying(false);
  });

  const addOns = addOnsOnSale(details.addOns, catalog.addOns);
  const subject = isReady
    ? readSubject(platform, service, { catalog, limits }, { ...details, addOns })
    : ({ kind: "loading" } as const);

  const setCount = (id: string, count: number) => {
    const changed = withAddOnCount(details.addOns, id, count);
    update({ addOns: changed });
    setError(null);
    const next = readSubject(
      platform,
      service,
      { catalog, limits },
      { ...details, addOns: addOnsOnSale(changed, catalog.addOns) },
    );
    sayDropped(subject, next, amountLabel(limits.min, service));
  };
  const countOf = (id: string) => addOnCount(addOns, id);

  const add = (addOn: CatalogAddOn) => {
    if (countOf(addOn.id) >= maxAddOnCount) return;
    setCount(addOn.id, countOf(addOn.id) + 1);
    toast.success("Added to Order", { description: `+${amountLabel(addOn.quantity, service)} added!` });
  };

  const pay = async () => {
    if (subject.kind !== "ready" || subject.problem !== null || isInFlight.current) return;
    const accepted = consent.accept();
    if (!accepted) return;
    isInFlight.current = true;
    setIsPaying(true);
    setError(null);
    const result = await startPayment(
      { platform, service, surface, ...subject, accepted },
      undefined,
      sayChecking,
    );
    if (result.ok) {
      // The button stays busy: the page is being left.
      window.location.assign(result.data.url);
      return;
    }
    isInFlight.current = false;
    setIsPaying(false);
    setError(result.error);
    if (isPageOutdated(result.error)) router.refresh();
    toast.error("Order Failed", { description: orderErrorText(result.error) });
  };

  return {
    subject,
    addOns,
    error,
    consent,
    isPaying,
    add,
    less: (id: string) => setCount(id, countOf(id) - 1),
    remove: (id: string) => setCount(id, 0),
    pay,
  };
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
 * The allocation of this order, which may hold less or more than on the selection page, whose add-ons are not sold
 * here.
 */
function sharesOf(
  { posts }: PurchaseDetails,
  { quantity: total }: PricedOrder,
  limits: UnitRange,
): SelectedPost[] {
  const fitted = fitShares(posts, { total, ...limits });
  return allocateRest(fitted, total) ?? fitted;
}
