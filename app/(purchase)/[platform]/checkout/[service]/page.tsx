import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCatalog, getUnitLimits } from "@/app/_server/catalog";
import { getSite } from "@/app/_server/site";
import { Checkout } from "@/components/purchase/checkout";
import { PaymentNotes } from "@/components/purchase/payment-notes";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { addOnsFor, packagesFor } from "@/lib/catalog/catalog";
import { isPlatform, isServiceType, platformLabels, platforms, serviceTypes } from "@/lib/platforms";

type CheckoutPageProps = { params: Promise<{ platform: string; service: string }> };

export const dynamicParams = false;

export function generateStaticParams(): { platform: string; service: string }[] {
  return platforms.flatMap((platform) => serviceTypes.map((service) => ({ platform, service })));
}

/** Purchase steps stay out of search engines. */
export async function generateMetadata({ params }: CheckoutPageProps): Promise<Metadata> {
  const { platform, service } = await params;
  if (!isPlatform(platform)) return {};
  return { title: `Checkout: ${platformLabels[platform]} ${service}`, robots: { index: false } };
}

/** The checkout. Static; the order is in the browser. */
export default async function CheckoutPage({ params }: CheckoutPageProps) {
  const { platform, service } = await params;
  if (!isPlatform(platform) || !isServiceType(service)) notFound();
  const [catalog, limits, { claims }] = await Promise.all([
    getCatalog(),
    getUnitLimits(platform, service),
    getSite(),
  ]);
  return (
    <>
      <CountedView page="checkout" platform={platform} service={service} />
      <StepHeading
        service={service}
        step="payment"
        title="Review and pay"
        backTo={{ href: detailsPath(platform, service), label: "Back to details" }}
      />
      <Checkout
        platform={platform}
        service={service}
        catalog={{
          packages: packagesFor(catalog, platform, service),
          addOns: addOnsFor(catalog, "checkout", service),
        }}
        limits={limits}
        notes={<PaymentNotes claims={claims} />}
      />
    </>
  );
}
