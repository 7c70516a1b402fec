import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SelectableService } from "@/components/purchase/selection/post-selection";
import { hasSocialData } from "@/lib/base/env/env";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { viewOfPlatform, viewOfService } from "@/lib/shop/catalog/make-views";
import { nameOf, type PlatformView } from "@/lib/shop/catalog/platform-view";
import { findLive, listPlatforms, listServices } from "@/lib/shop/catalog/vocabulary";
import { getUnitLimits } from "./page-data";

export type PlatformProps = { params: Promise<{ platform: string }> };

/** The props of a page of each platform's services. */
export type ServiceProps = { params: Promise<{ platform: string; service: string }> };

/** The pages that a build prerenders: one for each platform. Others are rendered when they are first asked for. */
export const platformParams = () => listPlatforms().map(({ slug }) => ({ platform: slug }));

/** The same for a page of each service of each platform. */
export const serviceParams = () =>
  listPlatforms().flatMap((platform) =>
    listServices(platform).map((service) => ({ platform: platform.slug, service: service.slug })),
  );

/** The platform of the address; the not-found page for another word. */
export async function readPlatform({ params }: PlatformProps): Promise<PlatformEntry> {
  return findLive((await params).platform) ?? notFound();
}

/** The platform and the service of the address; the not-found page for other words. */
export async function readService(
  props: ServiceProps,
): Promise<{ platform: PlatformEntry; service: ServiceEntry }> {
  const platform = await readPlatform(props);
  const { service } = await props.params;
  return { platform, service: listServices(platform).find(({ slug }) => slug === service) ?? notFound() };
}

/** What the browser gets of a platform for a purchase; `service` on a page that is about one. */
export function platformView(platform: PlatformEntry, service?: ServiceEntry): PlatformView {
  return viewOfPlatform(platform, hasSocialData(), service);
}

/** The services whose posts are chosen on a page, first those of the first target; the not-found page without any. */
export async function listSelectable(
  platform: PlatformEntry,
  targets: readonly ("post" | "video")[],
): Promise<[SelectableService, ...SelectableService[]]> {
  const services = targets.flatMap((target) =>
    listServices(platform).filter((service) => service.target === target),
  );
  const [first, ...others] = await Promise.all(
    services.map(async (service) => ({
      ...viewOfService(platform, service),
      limits: await getUnitLimits(platform.slug, service.slug),
    })),
  );
  return first ? [first, ...others] : notFound();
}

/** The metadata of a purchase step's page; these stay out of search engines. */
export function purchaseMetadata(title: string) {
  return async (props: PlatformProps | ServiceProps): Promise<Metadata> => {
    const { label } = await readPlatform(props);
    const isOfService = "service" in (await props.params);
    const name = isOfService ? ` ${nameOf((await readService(props as ServiceProps)).service)}` : "";
    return { title: `${title}: ${label}${name}`, robots: { index: false } };
  };
}
