"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { SentAcceptance } from "@/lib/shop/legal/acceptance";
import { useConsent } from "./before-paying";
import type { CallError } from "./call-function";
import { isPageOutdated, orderErrorText } from "./order-error";
import { type OrderChoice, type StartedPayment, startPayment } from "./start-payment";
import { usePageReturn } from "./use-page-return";

export type Payment = ReturnType<typeof usePayment>;

/** A page's payment: one at a time. A failure is shown, and the buyer can try again. */
export function usePayment() {
  const [isPaying, setIsPaying] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const isInFlight = useRef(false);
  const isLeft = useRef(false);
  const consent = useConsent();
  const router = useRouter();

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const stop = () => {
    isInFlight.current = false;
    setIsPaying(false);
  };
  usePageReturn(stop);

  /** The terms that the buyer accepts by paying; null during a payment, and while the box has to be ticked first. */
  const accept = (): SentAcceptance | null => (isInFlight.current ? null : consent.accept());

  /**
   * Places the order; null when it failed, and when the buyer has left the page meanwhile: the payment then doesn't open.
   * After a success the page stays busy, because the browser is leaving it.
   */
  const start = async (choice: OrderChoice): Promise<StartedPayment | null> => {
    isInFlight.current = true;
    setIsPaying(true);
    setError(null);
    const result = await startPayment(choice, sayChecking);
    if (isLeft.current) return null;
    if (result.ok) return result.data;
    stop();
    setError(result.error);
    if (isPageOutdated(result.error)) router.refresh();
    toast.error("Order Failed", { description: orderErrorText(result.error) });
    return null;
  };

  return { consent, error, isPaying, accept, start, clearError: () => setError(null) };
}

/** Explains why opening the payment page takes longer. */
function sayChecking(): void {
  toast.info("Checking your browser", {
    description: "This takes a few seconds. Then your order continues.",
  });
}
