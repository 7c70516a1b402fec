import type { Metadata } from "next";
import { PaymentResult } from "@/components/purchase/payment-result";
import { getShop } from "@/lib/env";

export const metadata: Metadata = { title: "Payment", robots: { index: false } };

/** Where the payment page sends the buyer back to. Static; the browser asks what became of the payment. */
export default function SuccessPage() {
  return <PaymentResult supportEmail={getShop().supportEmail} />;
}
