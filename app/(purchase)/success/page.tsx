import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { PaymentResult } from "@/components/purchase/payment-result";
import { listClaims } from "@/lib/shop/settings/claims";

export const metadata: Metadata = { title: "Payment", robots: { index: false } };

/** The page after payment. Static; the browser asks for the payment's result. */
export default async function SuccessPage() {
  const { supportEmail, claims } = await getSite();
  const times = listClaims(["quickStart", "gradualDelivery"], claims).map(({ text }) => `${text}.`);
  const whatNext = [...times, "There is nothing more you need to do."].join(" ");
  return (
    <>
      <noscript>
        <p className="mx-auto mb-6 max-w-xl rounded-xl bg-muted px-4 py-3 text-sm">
          The result of your payment can't be shown without JavaScript. If you have paid, an email with the
          link to your order is on its way.{" "}
          <a href="/track" className="underline underline-offset-4">
            Get the link again
          </a>
        </p>
      </noscript>
      <PaymentResult supportEmail={supportEmail} whatNext={whatNext} />
    </>
  );
}
