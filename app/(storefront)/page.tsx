import type { Metadata } from "next";
import { getCatalog, getNewestReviews, getReviewTotals } from "@/app/_server/page-data";
import { getSite } from "@/app/_server/site";
import { ReviewsSection } from "@/components/reviews/reviews-section";
import { ContactSection } from "@/components/storefront/contact-section";
import { CountedView } from "@/components/storefront/counted-view";
import { Hero } from "@/components/storefront/hero";
import { JsonLd } from "@/components/storefront/json-ld";
import { PricingSection } from "@/components/storefront/pricing-section";
import { PromisesSection } from "@/components/storefront/promises-section";
import { PurchaseStepsList } from "@/components/storefront/purchase-steps-list";
import { QuestionList } from "@/components/storefront/question-list";
import { Section } from "@/components/storefront/section";
import { ServicesSection } from "@/components/storefront/services-section";
import { ratingOf } from "@/lib/shop/content/rating";
import { commonQuestions } from "@/lib/shop/content/services";
import { organizationData } from "@/lib/shop/content/structured-data";
import { withoutHiddenClaims } from "@/lib/shop/settings/claims";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function HomePage() {
  const [catalog, site, reviews, { stars }] = await Promise.all([
    getCatalog(),
    getSite(),
    getNewestReviews(),
    getReviewTotals(),
  ]);
  const { claims } = site;
  return (
    <>
      <JsonLd data={organizationData(site)} />
      <CountedView page="home" />
      <Hero catalog={catalog} claims={claims} />
      <ServicesSection catalog={catalog} />
      <Section
        id="how-it-works"
        title="Three steps, then watch"
        lead="You choose, you pay once, and you see what happens."
      >
        <PurchaseStepsList />
      </Section>
      <PricingSection catalog={catalog} />
      <ReviewsSection reviews={reviews.rows} rating={ratingOf(stars)} />
      <PromisesSection claims={claims} />
      <Section id="questions" title="Asked before" lead="Anything else? Write to us; the address is below.">
        <QuestionList questions={withoutHiddenClaims(commonQuestions, claims)} />
      </Section>
      <ContactSection supportEmail={site.supportEmail} claims={claims} />
    </>
  );
}
