import type { Metadata } from "next";
import { getCatalog, getReviewTotals } from "@/app/_server/page-data";
import { readService, type ServiceProps, serviceParams } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { JsonLd } from "@/components/storefront/json-ld";
import { ServiceLanding } from "@/components/storefront/service-landing";
import { formatCents } from "@/lib/base/money";
import { lowestPrice, packagesFor } from "@/lib/shop/catalog/catalog";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { ratingOf } from "@/lib/shop/content/rating";
import { commonQuestions, serviceTexts } from "@/lib/shop/content/services";
import { breadcrumbData, productData, questionsData } from "@/lib/shop/content/structured-data";
import { findClaim, withoutHiddenClaims } from "@/lib/shop/settings/claims";
import { openTicketAction } from "../../contact/actions";

export const generateStaticParams = serviceParams;

export async function generateMetadata(props: ServiceProps): Promise<Metadata> {
  const { platform, service } = await readService(props);
  const [catalog, { claims }] = await Promise.all([getCatalog(), getSite()]);
  const lowest = lowestPrice(packagesFor(catalog, platform.slug, service.slug));
  const title = `Buy ${platform.label} ${nameOf(service)}`;
  const from = lowest === null ? "" : ` From ${formatCents(lowest)}, paid once.`;
  const noPassword = findClaim("noPassword", claims);
  const more = `${noPassword ? `${noPassword.text}. ` : ""}A live page for your order.`;
  return {
    title,
    description: `${serviceTexts(service).summary}${from} ${more}`,
    alternates: { canonical: `/${platform.slug}/${service.slug}` },
  };
}

export default async function LandingPage(props: ServiceProps) {
  const { platform, service } = await readService(props);
  const [catalog, site, { stars }] = await Promise.all([
    getCatalog(),
    getSite(platform.slug),
    getReviewTotals(),
  ]);
  const rating = ratingOf(
    stars.filter((entry) => entry.platform === platform.slug && entry.service === service.slug),
  );
  const { summary, questions } = serviceTexts(service);
  const trail = [
    { name: site.name, path: "/" },
    { name: platform.label, path: `/${platform.slug}` },
    { name: service.label, path: `/${platform.slug}/${service.slug}` },
  ];
  const packages = packagesFor(catalog, platform.slug, service.slug);
  const shownQuestions = withoutHiddenClaims([...questions, ...commonQuestions], site.claims);
  return (
    <>
      <JsonLd data={productData(site, { platform, service, description: summary, packages, rating })} />
      <JsonLd data={questionsData(shownQuestions)} />
      <JsonLd data={breadcrumbData(site.origin, trail)} />
      <CountedView page="service" platform={platform.slug} service={service.slug} />
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
