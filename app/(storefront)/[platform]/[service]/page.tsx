import type { Metadata } from "next";
import { getCatalog, getReviewTotals } from "@/app/_server/page-data";
import { readService, type ServiceProps, serviceParams } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { JsonLd } from "@/components/storefront/json-ld";
import { ServiceLanding } from "@/components/storefront/service-landing";
import { lowestPrice, packagesFor } from "@/lib/catalog/catalog";
import { findClaim, withoutHiddenClaims } from "@/lib/content/claims";
import { commonQuestions, serviceContent } from "@/lib/content/services";
import { breadcrumbData, productData, questionsData } from "@/lib/content/structured-data";
import { formatCents } from "@/lib/money";
import { platformLabels, serviceLabels } from "@/lib/platforms";
import { ratingOf } from "@/lib/reviews/rating";
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
