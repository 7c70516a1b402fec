"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toaster";
import { amountLabel, type Catalog, type CatalogAddOn } from "@/lib/catalog/catalog";
import { type AddOnChoice, maxAddOnCount, type PricedOrder, priceOrder } from "@/lib/catalog/price-order";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { CallError } from "./call-function";
import type { PurchaseDetails } from "./purchase-details";
import { startPayment } from "./start-payment";
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

  useEffect(() => {
    // The browser may bring this very page back from its cache when the buyer returns from the payment page.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isUnderway.current = false;
      setIsPaying(false);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  const addOns = details.addOns.filter((choice) => catalog.addOns.some((addOn) => addOn.id === choice.id));
  const subject = isReady
    ? readSubject(platform, service, catalog, { ...details, addOns })
    : ({ kind: "loading" } as const);

  const setCount = (id: string, count: number) => {
    const isNew = !addOns.some((choice) => choice.id === id);
    const next: AddOnChoice[] = isNew
      ? [...addOns, { id, count }]
      : addOns.map((choice) => (choice.id === id ? { id, count } : choice));
    update({ addOns: next.filter((choice) => choice.count > 0) });
    setError(null);
  };
  const countOf = (id: string) => addOns.find((choice) => choice.id === id)?.count ?? 0;

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
    toast.error("Order Failed", { description: errorText(result.error) });
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
  return { kind: "ready", details, priced };
}

/** The sentence for a failed order: what is wrong with a field says more than that something is. */
export function errorText(error: CallError): string {
  const first = Object.values(error.fieldErrors ?? {})[0];
  return error.code === "invalid_input" && first ? first : error.message;
}
