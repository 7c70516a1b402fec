import type { Metadata } from "next";
import { getCatalog } from "@/app/_server/page-data";
import { type PlatformProps, platformParams, readPlatform } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";
import { CountedView } from "@/components/storefront/counted-view";
import { ServiceHub } from "@/components/storefront/service-hub";
import { inSeries } from "@/lib/base/text/words";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { listServices } from "@/lib/shop/catalog/vocabulary";
import { findClaim } from "@/lib/shop/settings/claims";
import { openTicketAction } from "../contact/actions";

export const generateStaticParams = platformParams;

export async function generateMetadata(props: PlatformProps): Promise<Metadata> {
  const platform = await readPlatform(props);
  const { label, slug } = platform;
  const services = inSeries(listServices(platform).map(nameOf));
  const noPassword = findClaim("noPassword", (await getSite()).claims);
  return {
    title: `${label} ${services}`,
    description: `Packages for ${label}: ${services} with every price in the open. ${noPassword ? `${noPassword.text}, card` : "Card"} payment by Stripe, and a live page for every order.`,
    alternates: { canonical: `/${slug}` },
  };
}

export default async function HubPage(props: PlatformProps) {
  const platform = await readPlatform(props);
  const [catalog, { claims }] = await Promise.all([getCatalog(), getSite(platform.slug)]);
  return (
    <>
      <CountedView page="platform" platform={platform.slug} />
      <ServiceHub platform={platform} catalog={catalog} claims={claims} openTicket={openTicketAction} />
    </>
  );
}
