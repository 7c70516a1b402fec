import type { Metadata } from "next";
import { getCatalog } from "@/app/_server/catalog";
import { ContactSection } from "@/components/storefront/contact-section";
import { Hero } from "@/components/storefront/hero";
import { JsonLd } from "@/components/storefront/json-ld";
import { PricingSection } from "@/components/storefront/pricing-section";
import { PromisesSection } from "@/components/storefront/promises-section";
import { PurchaseStepsList } from "@/components/storefront/purchase-steps-list";
import { QuestionList } from "@/components/storefront/question-list";
import { Section } from "@/components/storefront/section";
import { ServicesSection } from "@/components/storefront/services-section";
import { commonQuestions } from "@/lib/content/services";
import { organizationData } from "@/lib/content/structured-data";
import { getShop } from "@/lib/env";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function HomePage() {
  const catalog = await getCatalog();
  const shop = getShop();
  return (
    <>
      <JsonLd data={organizationData(shop)} />
      <Hero catalog={catalog} />
      <ServicesSection catalog={catalog} />
      <Section id="how-it-works" title="Three steps, then watch" lead="Most people are done in two minutes.">
        <PurchaseStepsList />
      </Section>
      <PricingSection catalog={catalog} />
      <PromisesSection />
      <Section id="questions" title="Asked before" lead="Anything else? Write to us; the address is below.">
        <QuestionList questions={commonQuestions} />
      </Section>
      <ContactSection supportEmail={shop.supportEmail} />
    </>
  );
}
