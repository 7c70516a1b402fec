"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isEmbeddedBrowser } from "@/components/ui/embedded-browser";
import { toast } from "@/components/ui/toast";
import { createSafeStorage } from "@/lib/base/safe-storage";
import { second } from "@/lib/base/time/time";
import { allocateRest } from "@/lib/buyer/checkout/allocation";
import { deliveryProblem } from "@/lib/buyer/checkout/delivery-limits";
import { createDetailsStore, detailsStore } from "../purchase-details";
import { usePageReturn } from "../use-page-return";
import { usePayment } from "../use-payment";
import { fillPaymentTab } from "./payment-tab";
import { type SelectionPlan, selectionSurface } from "./selection-plan";
import type { Selection } from "./use-selection";

/** How long this tab stays before it continues to the payment result. */
const leaveAfterMs = 2 * second;

/** The payment page in the other tab, and the page on which this one waits for the payment. */
export type OpenedPayment = { url: string; nextPath: string };

/** Places the order and opens its payment page, in a new tab or, if the browser blocks that, here. */
export function useProceed(plan: SelectionPlan, selection: Selection) {
  const router = useRouter();
  const payment = usePayment();
  // The payment page is open in another tab, and this one is about to navigate.
  const [opened, setOpened] = useState<OpenedPayment | null>(null);
  usePageReturn(() => setOpened(null));

  useEffect(() => {
    if (!opened) return;
    const timer = setTimeout(() => router.push(opened.nextPath), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [opened, router]);

  const proceed = async () => {
    const { details, priced, chosen, rules } = selection;
    const { unit } = plan.service;
    if (!priced) return;
    payment.clearError();
    if (chosen.length === 0) {
      toast.error("Please select at least one post to continue");
      return;
    }
    const posts = allocateRest(chosen, rules.total);
    if (!posts) {
      toast.error(
        `You've allocated more ${unit.many} than available. Please adjust or add more ${unit.many}.`,
      );
      return;
    }
    const problem = deliveryProblem(
      plan.service,
      posts.map((post) => post.quantity),
      plan.limits,
    );
    if (problem) {
      toast.error("This order can't be delivered yet", { description: problem });
      return;
    }
    const accepted = payment.accept();
    if (!accepted) return;
    const tab = openPaymentTab();
    const { platform, service, kind } = plan;
    const surface = selectionSurface[kind];
    const choice = { platform, service, surface, details: { ...details, posts }, priced, accepted };
    const started = await payment.start(choice);
    if (!started) {
      tab?.close();
      return;
    }
    // Account, email and package stay, for a second order.
    const cleared = { posts: [], addOns: [] };
    detailsStore.update(platform.slug, service.slug, cleared);
    if (!tab) {
      window.location.assign(started.url);
      return;
    }
    if (!tab.closed) {
      // The new tab began with a copy of this one's storage.
      const copy = createDetailsStore(createSafeStorage(() => tab.sessionStorage));
      copy.update(platform.slug, service.slug, cleared);
      tab.location.replace(started.url);
    }
    setOpened({ url: started.url, nextPath: waitingPath(started.orderUrl) });
  };

  return { opened, payment, proceed };
}

/** The page on which the first tab waits for the payment: `/success?order=<token>`. */
function waitingPath(orderUrl: string): string {
  return `/success?order=${encodeURIComponent(orderUrl.split("/").at(-1) ?? "")}`;
}

/**
 * Opens the tab for the payment page. Call it in the click handler: later it would be a blocked pop-up. Null when the
 * browser blocks it even then, or has no second tab. The tab has no opener.
 */
function openPaymentTab(): Window | null {
  if (isEmbeddedBrowser(navigator.userAgent)) return null;
  let tab: Window | null = null;
  try {
    tab = window.open("about:blank", "_blank");
    if (!tab || tab.closed || tab === window) return null;
    tab.opener = null;
    fillPaymentTab(tab);
    return tab;
  } catch {
    // The browser forbids opening it, or reaching it.
    tab?.close();
    return null;
  }
}
