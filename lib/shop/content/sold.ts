import { capitalized, inSeries } from "@/lib/base/text/words";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { listPlatforms, listServices } from "@/lib/shop/catalog/vocabulary";
import { serviceTexts } from "./services";

/** A service, and the platforms for which it is sold. */
type Sold = Pick<ServiceEntry, "slug" | "label" | "target"> & { platforms: PlatformEntry[] };

/** Everything that is sold, each service once, in the order of the platforms. */
export function listSold(): Sold[] {
  const sold = new Map<string, Sold>();
  for (const platform of listPlatforms()) {
    for (const { slug, label, target } of listServices(platform)) {
      const known = sold.get(slug);
      if (known) known.platforms.push(platform);
      else sold.set(slug, { slug, label, target, platforms: [platform] });
    }
  }
  return [...sold.values()];
}

/** More names than these would make no sentence. */
const most = 4;

function named(words: string[]): string {
  return inSeries(words.length > most ? [...words.slice(0, most - 1), "more"] : words);
}

/** `Followers, likes and views for Instagram and TikTok` */
export function soldInWords(): string {
  return `${capitalized(named(listSold().map(nameOf)))} for ${namesOf(listPlatforms())}`;
}

/** `Instagram and TikTok` */
export function namesOf(platforms: readonly PlatformEntry[]): string {
  return named(platforms.map(({ label }) => label));
}

/** `on both platforms`, or which ones. */
export function onPlatforms(platforms: readonly PlatformEntry[]): string {
  const all = listPlatforms();
  if (platforms.length < all.length || all.length === 1) return `on ${namesOf(platforms)}`;
  return all.length === 2 ? "on both platforms" : "on all platforms";
}

/** The home page shows no more platforms than these in full; the others by their names and lowest prices. */
export const mostInFull = 6;

/** More platforms than these are listed without their services. */
const mostColumns = 4;

/** The home page's list of all platforms, for signed-in visitors too. */
export const allPlatformsPath = "/?browse=1#pricing";

/** The footer is on every page: with more platforms it links to the home page's list. */
const mostLinks = 12;

/**
 * The links of the footer: each platform's services in a column of its own, or the platforms alone in two. Without a
 * platform's name it leads to all.
 */
export function footerLinks(): { platform: string; service?: string; href: string }[][] {
  const platforms = listPlatforms();
  if (platforms.length <= mostColumns)
    return platforms.map((platform) =>
      listServices(platform).map((service) => ({
        platform: platform.label,
        service: nameOf(service),
        href: `/${platform.slug}/${service.slug}`,
      })),
    );
  const all = platforms.map(({ label, slug }) => ({ platform: label, href: `/${slug}` }));
  const rest = { platform: `All ${all.length} platforms`, href: allPlatformsPath };
  const links = all.length > mostLinks ? [...all.slice(0, mostLinks - 1), rest] : all;
  const half = Math.ceil(links.length / 2);
  return [links.slice(0, half), links.slice(half)];
}

/** A service's page lists no more than these others. */
export const mostOthers = 12;

/** The services that such a page lists, and one more, which may be its own. */
export function firstSold(): { href: string; platform: string; service: string; summary: string }[] {
  return listPlatforms()
    .flatMap((platform) => listServices(platform).map((service) => ({ platform, service })))
    .slice(0, mostOthers + 1)
    .map(({ platform, service }) => ({
      href: `/${platform.slug}/${service.slug}`,
      platform: platform.label,
      service: nameOf(service),
      summary: serviceTexts(service).summary,
    }));
}

/** `Instagram or TikTok` */
export function strangersInWords(): string {
  const names = listPlatforms().map(({ label }) => label);
  const some = names.length > most ? [...names.slice(0, most - 1), "another platform"] : names;
  return some.join(", ").replace(/, ([^,]*)$/, " or $1");
}
