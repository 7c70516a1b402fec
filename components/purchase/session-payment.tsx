"use client";

import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";
import { awaitPayment, type PaymentOutcome } from "./await-payment";
import { completePurchase } from "./complete-purchase";
import { PaymentFailed, PaymentSucceeded, PaymentVerifying } from "./payment-states";

/** The result of the payment session in the return address. */
export function SessionPayment({ sessionId, supportEmail }: { sessionId: string; supportEmail: string }) {
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const isAsking = outcome === null;

  useEffect(() => {
    if (!isAsking) return;
    const controller = new AbortController();
    awaitPayment(sessionId, controller.signal).then((result) => {
      if (!result) return;
      setOutcome(result);
      if (result.kind === "paid") {
        const { orderUrl, amountCents } = result.paid;
        completePurchase({ sessionId, orderUrl, amountCents });
      } else {
        toast.error("Payment Verification Failed", {
          description: "There was an issue verifying your payment. Please contact support.",
        });
      }
    });
    return () => controller.abort();
  }, [sessionId, isAsking]);

  if (!outcome) return <PaymentVerifying />;
  if (outcome.kind === "paid") return <PaymentSucceeded {...outcome.paid} />;
  return (
    <PaymentFailed
      message="Payment verification failed"
      detail={failureDetail(outcome)}
      supportEmail={supportEmail}
      onRetry={outcome.kind === "unknown" ? undefined : () => setOutcome(null)}
    />
  );
}

function failureDetail(outcome: PaymentOutcome): string | undefined {
  if (outcome.kind === "unpaid")
    return "No payment has arrived yet. If you paid a moment ago, check again shortly.";
  return outcome.kind === "unreachable" ? outcome.message : undefined;
}
