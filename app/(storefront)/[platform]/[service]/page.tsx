import type { Metadata } from "next";
import { getCatalog, getReviewTotals } from "@/app/_server/page-data";
import { readService, type ServiceProps, serviceParams } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { JsonLd } from "@/components/storefront/json-ld";
import { ServiceLanding } from "@/components/storefront/service-landing";
import { formatCents } from "@/lib/base/money";
import { lowestPrice, packagesFor } from "@/lib/shop/catalog/catalog";
import { platformLabels, serviceLabels } from "@/lib/shop/catalog/platforms";
import { findClaim, withoutHiddenClaims } from "@/lib/shop/content/claims";
import { ratingOf } from "@/lib/shop/content/rating";
import { commonQuestions, serviceContent } from "@/lib/shop/content/services";
import { breadcrumbData, productData, questionsData } from "@/lib/shop/content/structured-data";
import { openTicketAction } from "../../contact/actions";

export const dynamicParams = false;

export const generateStaticParams = serviceParams;

export async function generateMetadata(props: ServiceProps): Promise<Metadata> {
  const { platform, service } = await readService(props);
  const [catalog, { claims }] = await Promise.all([getCatalog(), getSite()]);
  const lowest = lowestPrice(packagesFor(catalog, platform, service));
  const title = `Buy ${platformLabels[platform]} ${service}`;
  const from = lowest === null ? "" : ` From ${formatCents(lowest)}, paid once.`;
  const noPassword = findClaim("noPassword", claims);
  const more = `${noPassword ? `${noPassword.text}. ` : ""}A live page for your order.`;
  return {
    title,
    description: `${serviceContent[platform][service].summary}${from} ${more}`,
    alternates: { canonical: `/${platform}/${service}` },
  };
}

export default async function LandingPage(props: ServiceProps) {
  const { platform, service } = await readService(props);
  const [catalog, site, { stars }] = await Promise.all([getCatalog(), getSite(), getReviewTotals()]);
  const rating = ratingOf(stars.filter((entry) => entry.platform === platform && entry.service === service));
  const { summary, questions } = serviceContent[platform][service];
  const trail = [
    { name: site.name, path: "/" },
    { name: platformLabels[platform], path: `/${platform}` },
    { name: serviceLabels[service], path: `/${platform}/${service}` },
  ];
  const packages = packagesFor(catalog, platform, service);
  const shownQuestions = withoutHiddenClaims([...questions, ...commonQuestions], site.claims);
  return (
    <>
      <JsonLd data={productData(site, { platform, service, description: summary, packages, rating })} />
      <JsonLd data={questionsData(shownQuestions)} />
      <JsonLd data={breadcrumbData(site.origin, trail)} />
      <CountedView page="service" platform={platform} service={service} />
      <ServiceLanding
        catalog={catalog}
        platform={platform}
        service={service}
        claims={site.claims}
        rating={rating}
        openTicket={openTicketAction}
      />
    </>
  );
}
