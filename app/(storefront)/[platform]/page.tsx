import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCatalog } from "@/app/_server/catalog";
import { ServiceHub } from "@/components/storefront/service-hub";
import { isPlatform, platformLabels, platforms } from "@/lib/platforms";

type HubProps = { params: Promise<{ platform: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return platforms.map((platform) => ({ platform }));
}

export async function generateMetadata({ params }: HubProps): Promise<Metadata> {
  const { platform } = await params;
  if (!isPlatform(platform)) return {};
  const label = platformLabels[platform];
  return {
    title: `${label} followers, likes and views`,
    description: `Packages for ${label}: followers, likes and views with every price in the open. No password, card payment by Stripe, and a live page for every order.`,
    alternates: { canonical: `/${platform}` },
  };
}

export default async function HubPage({ params }: HubProps) {
  const { platform } = await params;
  if (!isPlatform(platform)) notFound();
  return <ServiceHub platform={platform} catalog={await getCatalog()} />;
}
