import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { PaymentResult } from "@/components/purchase/payment-result";

export const metadata: Metadata = { title: "Payment", robots: { index: false } };

/** The page after payment. Static; the browser asks for the payment's result. */
export default async function SuccessPage() {
  return <PaymentResult supportEmail={(await getSite()).supportEmail} />;
}
