"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { OrderPayment } from "./order-payment";
import { PaymentFailed, PaymentVerifying } from "./payment-states";
import { SessionPayment } from "./session-payment";

/** The result of a payment: of a session, or of an order whose payment page is open in another tab. */
export function PaymentResult({ supportEmail }: { supportEmail: string }) {
  return (
    <Suspense fallback={<PaymentVerifying />}>
      <ResultOfAddress supportEmail={supportEmail} />
    </Suspense>
  );
}

function ResultOfAddress({ supportEmail }: { supportEmail: string }) {
  const address = useSearchParams();
  const sessionId = address.get("session_id");
  const token = address.get("order");
  if (sessionId) return <SessionPayment key={sessionId} sessionId={sessionId} supportEmail={supportEmail} />;
  if (token) return <OrderPayment key={token} token={token} supportEmail={supportEmail} />;
  return <PaymentFailed message="No payment session found" supportEmail={supportEmail} />;
}
