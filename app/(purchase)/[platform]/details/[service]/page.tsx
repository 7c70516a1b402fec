import { getCatalog, getForecasts } from "@/app/_server/page-data";
import {
  purchaseMetadata,
  readService,
  type ServiceProps,
  serviceParams,
} from "@/app/_server/platform-pages";
import { DetailsForm } from "@/components/purchase/details-form";
import { NotOnSale } from "@/components/purchase/not-on-sale";
import { StepHeading } from "@/components/purchase/step-heading";
import { CountedView } from "@/components/storefront/counted-view";
import { hasSocialData } from "@/lib/base/env/env";
import { forecastFor, forecastLabel } from "@/lib/orders/forecast/forecast";
import { packagesFor } from "@/lib/shop/catalog/catalog";
import { platformLabels } from "@/lib/shop/catalog/platforms";

export const dynamicParams = false;

export const generateStaticParams = serviceParams;

export const generateMetadata = purchaseMetadata("Order details");

/** The first step of a purchase: account, email and package. Static; the details are in the browser. */
export default async function DetailsPage(props: ServiceProps) {
  const { platform, service } = await readService(props);
  const [catalog, known] = await Promise.all([getCatalog(), getForecasts()]);
  const packages = packagesFor(catalog, platform, service);
  const forecasts = Object.fromEntries(
    packages.flatMap(({ id, quantity }) => {
      const minutes = forecastFor(known, { platform, service, quantity });
      return minutes === null
        ? []
        : [[id, `8 in 10 orders of this size are delivered within ${forecastLabel(minutes)}.`]];
    }),
  );
  return (
    <>
      <CountedView page="details" platform={platform} service={service} />
      <StepHeading
        service={service}
        step="details"
        title={`${platformLabels[platform]} ${service}`}
        backTo={`/${platform}?service=${service}`}
      />
      {packages.length === 0 ? (
        <NotOnSale platform={platform} service={service} />
      ) : (
        <DetailsForm
          platform={platform}
          service={service}
          packages={packages}
          forecasts={forecasts}
          areNamesChecked={hasSocialData()}
        />
      )}
    </>
  );
}
