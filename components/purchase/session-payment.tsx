"use client";

import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";
import { awaitPayment, longWatch, type PaymentOutcome } from "./await-payment";
import { completePurchase } from "./complete-purchase";
import { PaymentFailed, PaymentSucceeded, PaymentVerifying } from "./payment-states";

/**
 * The result of the payment session in the return address. A failure is shown soon, and a payment that arrives later
 * replaces it.
 */
export function SessionPayment({ sessionId, supportEmail }: { sessionId: string; supportEmail: string }) {
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
      if (first.kind === "paid") return;
      toast.error("Payment Verification Failed", {
        description: "There was an issue verifying your payment. Please contact support.",
      });
      if (first.kind === "unknown") return;
      const later = await awaitPayment(sessionId, controller.signal, longWatch);
      if (later?.kind === "paid") show(later);
    };
    void follow();
    return () => controller.abort();
  }, [sessionId, attempt]);

  const retry = () => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };

  if (!outcome) return <PaymentVerifying />;
  if (outcome.kind === "paid") return <PaymentSucceeded {...outcome.paid} />;
  return (
    <PaymentFailed
      message="Payment verification failed"
      detail={failureDetail(outcome)}
      supportEmail={supportEmail}
      onRetry={outcome.kind === "unknown" ? undefined : retry}
    />
  );
}

function failureDetail(outcome: PaymentOutcome): string | undefined {
  if (outcome.kind === "unpaid")
    return "No payment has arrived yet. If you have paid, leave this page open: it checks for ten minutes and changes once the payment is here.";
  return outcome.kind === "unreachable" ? outcome.message : undefined;
}
