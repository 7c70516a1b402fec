import { Suspense } from "react";
import { getCatalog, getUnitLimits } from "@/app/_server/page-data";
import {
  platformView,
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
import { catalogOf } from "@/lib/shop/catalog/catalog";
import { viewOfService } from "@/lib/shop/catalog/make-views";

export const generateStaticParams = serviceParams;

export const generateMetadata = purchaseMetadata("Checkout");

/** The checkout. Static; the order is in the browser. */
export default async function CheckoutPage(props: ServiceProps) {
  const entries = await readService(props);
  const platform = platformView(entries.platform, entries.service);
  const service = viewOfService(entries.platform, entries.service);
  const [catalog, limits, { claims }] = await Promise.all([
    getCatalog(),
    getUnitLimits(platform.slug, service.slug),
    getSite(),
  ]);
  const sold = catalogOf(catalog, {
    platform: platform.slug,
    services: [service.slug],
    surface: "checkout",
  });
  return (
    <>
      <CountedView page="checkout" platform={platform.slug} service={service.slug} />
      <StepHeading
        platform={platform}
        target={service.target}
        step="payment"
        title="Review and pay"
        backTo={detailsPath(platform.slug, service.slug)}
      />
      <Suspense>
        <PackageFromAddress platform={platform.slug} service={service.slug} catalog={sold} />
      </Suspense>
      <Checkout
        platform={platform}
        service={service}
        catalog={sold}
        limits={limits}
        notes={<PaymentNotes claims={claims} />}
      />
    </>
  );
}
