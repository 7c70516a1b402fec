import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCatalog } from "@/app/_server/catalog";
import { JsonLd } from "@/components/storefront/json-ld";
import { ServiceLanding } from "@/components/storefront/service-landing";
import { packagesFor } from "@/lib/catalog/catalog";
import { commonQuestions, serviceContent } from "@/lib/content/services";
import { breadcrumbData, productData, questionsData } from "@/lib/content/structured-data";
import { getShop } from "@/lib/env";
import { formatCents } from "@/lib/money";
import {
  isPlatform,
  isServiceType,
  platformLabels,
  platforms,
  serviceLabels,
  serviceTypes,
} from "@/lib/platforms";

type LandingProps = { params: Promise<{ platform: string; service: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return platforms.flatMap((platform) => serviceTypes.map((service) => ({ platform, service })));
}

export async function generateMetadata({ params }: LandingProps): Promise<Metadata> {
  const { platform, service } = await params;
  if (!isPlatform(platform) || !isServiceType(service)) return {};
  const packages = packagesFor(await getCatalog(), platform, service);
  const lowest = Math.min(...packages.map((entry) => entry.priceCents));
  const title = `Buy ${platformLabels[platform]} ${service}`;
  const from = packages.length > 0 ? ` From ${formatCents(lowest)}, paid once.` : "";
  return {
    title,
    description: `${serviceContent[platform][service].summary}${from} No password, gradual delivery, a live page for your order.`,
    alternates: { canonical: `/${platform}/${service}` },
  };
}

export default async function LandingPage({ params }: LandingProps) {
  const { platform, service } = await params;
  if (!isPlatform(platform) || !isServiceType(service)) notFound();
  const catalog = await getCatalog();
  const shop = getShop();
  const { summary, questions } = serviceContent[platform][service];
  const trail = [
    { name: shop.name, path: "/" },
    { name: platformLabels[platform], path: `/${platform}` },
    { name: serviceLabels[service], path: `/${platform}/${service}` },
  ];
  const packages = packagesFor(catalog, platform, service);
  return (
    <>
      <JsonLd data={productData(shop, { platform, service, description: summary, packages })} />
      <JsonLd data={questionsData([...questions, ...commonQuestions])} />
      <JsonLd data={breadcrumbData(shop.origin, trail)} />
      <ServiceLanding catalog={catalog} platform={platform} service={service} />
    </>
  );
}
