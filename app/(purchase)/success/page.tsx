import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { PaymentResult } from "@/components/purchase/payment-result";

export const metadata: Metadata = { title: "Payment", robots: { index: false } };

/** Where the payment page sends the buyer back to. Static; the browser asks what became of the payment. */
export default async function SuccessPage() {
  return <PaymentResult supportEmail={(await getSite()).supportEmail} />;
}
