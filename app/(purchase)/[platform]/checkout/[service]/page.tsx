import { Suspense } from "react";
import { getCatalog, getUnitLimits } from "@/app/_server/page-data";
import {
  purchaseMetadata,
  readService,
  type ServiceProps,
  serviceParams,
} from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { Checkout } from "@/components/purchase/checkout";
import { PackageFromAddress } from "@/components/purchase/package-from-address";
import { PaymentNotes } from "@/components/purchase/payment-notes";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { addOnsFor, packagesFor } from "@/lib/shop/catalog/catalog";

export const dynamicParams = false;

export const generateStaticParams = serviceParams;

export const generateMetadata = purchaseMetadata("Checkout");

/** The checkout. Static; the order is in the browser. */
export default async function CheckoutPage(props: ServiceProps) {
  const { platform, service } = await readService(props);
  const [catalog, limits, { claims }] = await Promise.all([
    getCatalog(),
    getUnitLimits(platform, service),
    getSite(),
  ]);
  const packages = packagesFor(catalog, platform, service);
  return (
    <>
      <CountedView page="checkout" platform={platform} service={service} />
      <StepHeading
        service={service}
        step="payment"
        title="Review and pay"
        backTo={detailsPath(platform, service)}
      />
      <Suspense>
        <PackageFromAddress platform={platform} packages={packages} />
      </Suspense>
      <Checkout
        platform={platform}
        service={service}
        catalog={{ packages, addOns: addOnsFor(catalog, "checkout", service) }}
        limits={limits}
        notes={<PaymentNotes claims={claims} />}
      />
    </>
  );
}
