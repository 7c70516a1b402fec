import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { PaymentResult } from "@/components/purchase/payment-result";
import { listClaims } from "@/lib/content/claims";

export const metadata: Metadata = { title: "Payment", robots: { index: false } };

/** The page after payment. Static; the browser asks for the payment's result. */
export default async function SuccessPage() {
  const { supportEmail, claims } = await getSite();
  const times = listClaims(["quickStart", "gradualDelivery"], claims).map(({ text }) => `${text}.`);
  const whatNext = [...times, "There is nothing more you need to do."].join(" ");
  return <PaymentResult supportEmail={supportEmail} whatNext={whatNext} />;
}
