import type { Metadata } from "next";
import { notFound } from "next/navigation";
import {
  isPlatform,
  isServiceType,
  type Platform,
  platformLabels,
  platforms,
  type ServiceType,
  serviceTypes,
} from "@/lib/shop/catalog/platforms";

export type PlatformProps = { params: Promise<{ platform: string }> };

/** The props of a page of each platform's services. */
export type ServiceProps = { params: Promise<{ platform: string; service: string }> };

/** The pages to prerender: one for each platform. */
export const platformParams = () => platforms.map((platform) => ({ platform }));

/** The pages to prerender: one for each service of each platform. */
export const serviceParams = () =>
  platforms.flatMap((platform) => serviceTypes.map((service) => ({ platform, service })));

/** The platform of the address; the not-found page for another word. */
export async function readPlatform({ params }: PlatformProps): Promise<Platform> {
  const { platform } = await params;
  return isPlatform(platform) ? platform : notFound();
}

/** The platform and the service of the address; the not-found page for other words. */
export async function readService(
  props: ServiceProps,
): Promise<{ platform: Platform; service: ServiceType }> {
  const { service } = await props.params;
  return { platform: await readPlatform(props), service: isServiceType(service) ? service : notFound() };
}

/** The metadata of a purchase step's page; these stay out of search engines. */
export function purchaseMetadata(title: string) {
  return async (props: PlatformProps | ServiceProps): Promise<Metadata> => {
    const label = platformLabels[await readPlatform(props)];
    const params = await props.params;
    const subject = "service" in params ? `${label} ${params.service}` : label;
    return { title: `${title}: ${subject}`, robots: { index: false } };
  };
}
