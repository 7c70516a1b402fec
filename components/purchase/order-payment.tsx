"use client";

import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { orderStatusText, refusedPayment } from "@/components/orders/order-status-text";
import { useLiveOrder } from "@/components/orders/use-live-order";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonVariants } from "@/components/ui/button-variants";
import { formatCents } from "@/lib/base/money";
import { second } from "@/lib/base/time/time";
import type { OrderView } from "@/lib/orders/views/order-view";
import { completePurchase } from "./complete-purchase";
import {
  PaymentFailed,
  PaymentRefused,
  PaymentSucceeded,
  PaymentVerifying,
  ResultCard,
  type ResultTexts,
} from "./payment-states";
import { detailsStore } from "./purchase-details";

/** The stream begins with the order; if none has arrived by then, the page says that it could not load it. */
const timeoutMs = 15 * second;

/** Follows the payment of an order whose payment page is open in another tab. */
export function OrderPayment({ token, supportEmail, whatNext }: ResultTexts & { token: string }) {
  const orderUrl = `/order/${token}`;
  const { view } = useLiveOrder(token, null);
  const [isLate, setIsLate] = useState(false);
  const paidCents = view && view.paidAt !== null ? view.totalCents : null;

  // Counts only while this tab is visible: the buyer pays in another one, and a hidden tab has no stream.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(() => setIsLate(true), timeoutMs);
    };
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, []);

  useEffect(() => {
    if (paidCents !== null) completePurchase({ orderUrl, amountCents: paidCents });
  }, [orderUrl, paidCents]);

  if (!view) {
    if (!isLate) return <PaymentVerifying />;
    return (
      <PaymentFailed
        message="Payment verification failed"
        detail="We could not load your order."
        supportEmail={supportEmail}
        orderUrl={orderUrl}
      />
    );
  }
  if (paidCents !== null) {
    const typedEmail = detailsStore.read(view.platform, view.service).email || null;
    return (
      <PaymentSucceeded
        amountCents={paidCents}
        currency="usd"
        email={(view.isGuest && typedEmail) || view.emailMasked}
        orderUrl={orderUrl}
        whatNext={whatNext}
        accountEmail={typedEmail}
      />
    );
  }
  if (refusedPayment(view)) return <PaymentRefused supportEmail={supportEmail} orderUrl={orderUrl} />;
  if (view.status === "pending") return <PaymentAwaited view={view} orderUrl={orderUrl} />;
  const { title, detail } = orderStatusText(view);
  return <PaymentFailed message={title} detail={detail} supportEmail={supportEmail} orderUrl={orderUrl} />;
}

function PaymentAwaited({ view, orderUrl }: { view: OrderView; orderUrl: string }) {
  return (
    <ResultCard
      title="Waiting for your payment"
      detail={`This page continues once ${formatCents(view.totalCents)} has arrived. If you closed the tab with the payment page, open it again: it's the same order, and it can be paid only once.`}
    >
      {view.payUrl ? (
        <a href={view.payUrl} target="_blank" rel="noopener" className={buttonVariants({ size: "lg" })}>
          Open the payment page <ExternalLink aria-hidden="true" />
        </a>
      ) : null}
      <ButtonLink href={orderUrl} variant="outline" size="lg">
        View your order
      </ButtonLink>
    </ResultCard>
  );
}
