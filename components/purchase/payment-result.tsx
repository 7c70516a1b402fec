"use client";

import { useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";
import { isOrderToken } from "@/lib/base/order-id";
import { awaitPayment, longWatch, type PaymentOutcome } from "./await-payment";
import { completePurchase } from "./complete-purchase";
import { OrderPayment } from "./order-payment";
import {
  PaymentFailed,
  PaymentRefused,
  PaymentSucceeded,
  PaymentVerifying,
  type ResultTexts,
} from "./payment-states";

/** The result of a payment: of a session, or of an order whose payment page is open in another tab. */
export function PaymentResult(texts: ResultTexts) {
  return (
    <Suspense fallback={<PaymentVerifying />}>
      <ResultOfAddress {...texts} />
    </Suspense>
  );
}

function ResultOfAddress(texts: ResultTexts) {
  const address = useSearchParams();
  const sessionId = address.get("session_id");
  const token = address.get("order");
  if (sessionId) return <SessionPayment key={sessionId} sessionId={sessionId} {...texts} />;
  if (token && isOrderToken(token)) return <OrderPayment key={token} token={token} {...texts} />;
  return <PaymentFailed message="No payment session found" supportEmail={texts.supportEmail} />;
}

/**
 * The result of the payment session in the return address. A failure is shown soon, and a payment that arrives later
 * replaces it.
 */
function SessionPayment({ sessionId, ...texts }: ResultTexts & { sessionId: string }) {
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const controller = new AbortController();
    const show = (result: PaymentOutcome) => {
      setOutcome(result);
      if (result.kind !== "paid") return;
      const { orderUrl, amountCents } = result.paid;
      completePurchase({ sessionId, orderUrl, amountCents });
    };
    const follow = async () => {
      const first = await awaitPayment(sessionId, controller.signal);
      if (!first) return;
      show(first);
      if (first.kind === "paid" || first.kind === "refunding") return;
      toast.error("Payment Verification Failed", {
        description: "There was an issue verifying your payment. Please contact support.",
      });
      if (first.kind === "unknown") return;
      const later = await awaitPayment(sessionId, controller.signal, longWatch);
      if (later?.kind === "paid" || later?.kind === "refunding") show(later);
    };
    void follow();
    return () => controller.abort();
  }, [sessionId, attempt]);

  const retry = () => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };

  if (!outcome) return <PaymentVerifying />;
  if (outcome.kind === "paid") return <PaymentSucceeded {...outcome.paid} whatNext={texts.whatNext} />;
  if (outcome.kind === "refunding")
    return <PaymentRefused supportEmail={texts.supportEmail} orderUrl={outcome.orderUrl} />;
  return (
    <PaymentFailed
      message="Payment verification failed"
      detail={failureDetail(outcome)}
      supportEmail={texts.supportEmail}
      onRetry={outcome.kind === "unknown" ? undefined : retry}
    />
  );
}

function failureDetail(outcome: PaymentOutcome): string | undefined {
  if (outcome.kind === "unpaid")
    return "No payment has arrived yet. If you have paid, leave this page open: it checks for ten minutes and changes once the payment is here.";
  return outcome.kind === "unreachable" ? outcome.message : undefined;
}
