import type { Metadata } from "next";
import { getCatalog } from "@/app/_server/page-data";
import { type PlatformProps, platformParams, readPlatform } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { ServiceHub } from "@/components/storefront/service-hub";
import { platformLabels } from "@/lib/shop/catalog/platforms";
import { findClaim } from "@/lib/shop/content/claims";
import { openTicketAction } from "../contact/actions";

export const dynamicParams = false;

export const generateStaticParams = platformParams;

export async function generateMetadata(props: PlatformProps): Promise<Metadata> {
  const platform = await readPlatform(props);
  const label = platformLabels[platform];
  const noPassword = findClaim("noPassword", (await getSite()).claims);
  return {
    title: `${label} followers, likes and views`,
    description: `Packages for ${label}: followers, likes and views with every price in the open. ${noPassword ? `${noPassword.text}, card` : "Card"} payment by Stripe, and a live page for every order.`,
    alternates: { canonical: `/${platform}` },
  };
}

export default async function HubPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, { claims }] = await Promise.all([getCatalog(), getSite()]);
  return (
    <>
      <CountedView page="platform" platform={platform} />
      <ServiceHub platform={platform} catalog={catalog} claims={claims} openTicket={openTicketAction} />
    </>
  );
}
