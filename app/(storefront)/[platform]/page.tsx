import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCatalog } from "@/app/_server/catalog";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { ServiceHub } from "@/components/storefront/service-hub";
import { findClaim } from "@/lib/content/claims";
import { isPlatform, platformLabels, platforms } from "@/lib/platforms";
import { openTicketAction } from "../contact/actions";

type HubProps = { params: Promise<{ platform: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return platforms.map((platform) => ({ platform }));
}

export async function generateMetadata({ params }: HubProps): Promise<Metadata> {
  const { platform } = await params;
  if (!isPlatform(platform)) return {};
  const label = platformLabels[platform];
  const noPassword = findClaim("noPassword", (await getSite()).claims);
  return {
    title: `${label} followers, likes and views`,
    description: `Packages for ${label}: followers, likes and views with every price in the open. ${noPassword ? `${noPassword.text}, card` : "Card"} payment by Stripe, and a live page for every order.`,
    alternates: { canonical: `/${platform}` },
  };
}

export default async function HubPage({ params }: HubProps) {
  const { platform } = await params;
  if (!isPlatform(platform)) notFound();
  const [catalog, { claims }] = await Promise.all([getCatalog(), getSite()]);
  return (
    <>
      <CountedView page="platform" platform={platform} />
      <ServiceHub platform={platform} catalog={catalog} claims={claims} openTicket={openTicketAction} />
    </>
  );
}
