"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { allocateRest } from "@/lib/checkout/allocation";
import { deliveryProblem } from "@/lib/checkout/delivery-limits";
import { second } from "@/lib/time";
import { useConsent } from "../before-paying";
import type { CallError } from "../call-function";
import { isPageOutdated, orderErrorText } from "../order-error";
import { detailsStore } from "../purchase-details";
import { sayChecking } from "../say-checking";
import { type StartedPayment, startPayment } from "../start-payment";
import { usePageReturn } from "../use-page-return";
import { nothingChosen, type SelectionPlan, selectionSurface, tooMuchGiven } from "./selection-plan";
import type { Selection } from "./use-selection";

/** How long this tab stays before it continues to the payment result. */
const leaveAfterMs = 2 * second;

type Progress =
  | { kind: "choosing" }
  | { kind: "processing" }
  /** The payment page is open in another tab, and this one is about to navigate. */
  | { kind: "opened"; payment: StartedPayment };

/** Places the order and opens its payment page, in a new tab or, if the browser blocks that, here. */
export function useProceed(plan: SelectionPlan, selection: Selection) {
  const router = useRouter();
  const [progress, setProgress] = useState<Progress>({ kind: "choosing" });
  const [error, setError] = useState<CallError | null>(null);
  const isInFlight = useRef(false);
  const consent = useConsent();

  const stop = () => {
    isInFlight.current = false;
    setProgress({ kind: "choosing" });
  };
  usePageReturn(stop);

  const payment = progress.kind === "opened" ? progress.payment : null;
  useEffect(() => {
    if (!payment) return;
    const timer = setTimeout(() => router.push(waitingPath(payment)), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [payment, router]);

  const proceed = async () => {
    const { details, priced, chosen, rules } = selection;
    if (isInFlight.current || !priced) return;
    setError(null);
    if (chosen.length === 0) {
      toast.error(nothingChosen);
      return;
    }
    const posts = allocateRest(chosen, rules.total);
    if (!posts) {
      toast.error(tooMuchGiven(plan.service));
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
    const accepted = consent.accept();
    if (!accepted) return;
    isInFlight.current = true;
    setProgress({ kind: "processing" });
    const tab = openPaymentTab();
    const { platform, service, kind } = plan;
    const surface = selectionSurface[kind];
    const choice = { platform, service, surface, details: { ...details, posts }, priced, accepted };
    const result = await startPayment(choice, undefined, sayChecking);
    if (!result.ok) {
      tab?.close();
      stop();
      setError(result.error);
      if (isPageOutdated(result.error)) router.refresh();
      toast.error("Order Failed", { description: orderErrorText(result.error) });
      return;
    }
    // Account, email and package stay, for a second order.
    detailsStore.update(platform, service, { posts: [], addOns: [] });
    if (!tab) {
      window.location.assign(result.data.url);
      return;
    }
    tab.go(result.data.url);
    setProgress({ kind: "opened", payment: result.data });
  };

  return { progress, error, consent, proceed };
}

/** The page on which the first tab waits for the payment: `/success?order=<token>`. */
export function waitingPath({ orderUrl }: StartedPayment): string {
  return `/success?order=${encodeURIComponent(orderUrl.split("/").at(-1) ?? "")}`;
}

/** A tab that waits for the payment page's URL. */
type PaymentTab = {
  /** Navigates the tab to the payment page; does nothing if it was closed. */
  go(url: string): void;
  close(): void;
};

/**
 * Opens the tab for the payment page. Call it in the click handler: later it would be a blocked pop-up. Null when the
 * browser blocks it anyway. The tab has no opener.
 */
function openPaymentTab(): PaymentTab | null {
  const tab = window.open("about:blank", "_blank");
  if (!tab || tab.closed) return null;
  tab.document.title = "Opening the payment page";
  tab.document.body.textContent = "Opening the payment page...";
  tab.opener = null;
  return {
    go: (url) => {
      if (!tab.closed) tab.location.replace(url);
    },
    close: () => tab.close(),
  };
}
