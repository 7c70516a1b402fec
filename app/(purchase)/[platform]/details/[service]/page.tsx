import { getCatalog, getForecasts } from "@/app/_server/page-data";
import {
  platformView,
  purchaseMetadata,
  readService,
  type ServiceProps,
  serviceParams,
} from "@/app/_server/platform-pages";
import { DetailsForm } from "@/components/purchase/details-form";
import { NotOnSale } from "@/components/purchase/not-on-sale";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { forecastLabel } from "@/lib/orders/forecast/forecast";
import { catalogOf } from "@/lib/shop/catalog/catalog";
import { viewOfService } from "@/lib/shop/catalog/make-views";
import { nameOf } from "@/lib/shop/catalog/platform-view";

export const generateStaticParams = serviceParams;

export const generateMetadata = purchaseMetadata("Order details");

/** The first step of a purchase: account, email and package. Static; the details are in the browser. */
export default async function DetailsPage(props: ServiceProps) {
  const entries = await readService(props);
  const platform = platformView(entries.platform, entries.service);
  const service = viewOfService(entries.platform, entries.service);
  const [catalog, known] = await Promise.all([getCatalog(), getForecasts()]);
  const sold = catalogOf(catalog, { platform: platform.slug, services: [service.slug] });
  const forecasts = Object.fromEntries(
    known
      .filter((one) => one.platform === platform.slug && one.service === service.slug)
      .map(({ variant, size, minutes }) => [
        `${variant}-${size}`,
        `8 in 10 orders of this size are delivered within ${forecastLabel(minutes)}.`,
      ]),
  );
  return (
    <>
      <CountedView page="details" platform={platform.slug} service={service.slug} />
      <StepHeading
        platform={platform}
        target={service.target}
        step="details"
        title={`${platform.label} ${nameOf(service)}`}
        backTo={`/${platform.slug}?service=${service.slug}`}
      />
      {sold.packages.length === 0 && sold.amounts.length === 0 ? (
        <NotOnSale platform={platform} service={service} />
      ) : (
        <DetailsForm platform={platform} service={service} catalog={sold} forecasts={forecasts} />
      )}
    </>
  );
}
