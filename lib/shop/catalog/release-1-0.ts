import type { AddOnEntry, CatalogDocument } from "./document";

/**
 * Release 1.0 may run beside this one, and its columns know no other words. The next release removes this file: until
 * then anything else can be drafted and published as a draft, but not be sold.
 */
const known = { platforms: ["instagram", "tiktok"], services: ["followers", "likes", "views"] };

/** Whether release 1.0 can read rows of a service of these platforms. */
export function isReadable(platforms: readonly string[], service: string): boolean {
  return known.services.includes(service) && platforms.every((slug) => known.platforms.includes(slug));
}

const wait = "Release 1.0 may still run beside this one and could not read it.";

/** Its index allows one add-on of each page, service and size, hidden or not. */
const isSamePlace = (one: AddOnEntry, other: AddOnEntry) =>
  one.surface === other.surface &&
  one.service === other.service &&
  one.quantity === other.quantity &&
  [one, other].every(({ platforms, service }) => isReadable(platforms, service));

/** What of a document release 1.0 could not stand. Pure. */
export function problemsBeside({ platforms, packages, addOns }: CatalogDocument) {
  const services = platforms.flatMap((platform) =>
    platform.services.map((service) => ({ platform, service, path: `platforms/${platform.slug}` })),
  );
  const lone = (slugs: readonly string[], service: string) =>
    isReadable(slugs, service) || slugs.every((slug) => !isReadable([slug], service));
  return [
    ...platforms
      .filter(({ slug, status }) => status === "live" && !known.platforms.includes(slug))
      .map(({ slug, label }) => ({
        path: `platforms/${slug}`,
        message: `${label} can't be live yet: ${wait} Keep it as a draft until the next release.`,
      })),
    ...services
      .filter(({ service }) => service.status === "live" && !known.services.includes(service.slug))
      .filter(({ platform }) => known.platforms.includes(platform.slug))
      .map(({ platform, service, path }) => ({
        path,
        message: `${platform.label} ${service.label} can't be live yet: ${wait} Keep it as a draft until the next release.`,
      })),
    ...services
      .filter(
        ({ platform, service }) => service.variants.length > 1 && isReadable([platform.slug], service.slug),
      )
      .map(({ platform, service, path }) => ({
        path,
        message: `${platform.label} ${service.label} can't have several qualities yet: ${wait} Remove the others.`,
      })),
    ...addOns
      .filter((entry, place) => addOns.slice(0, place).some((earlier) => isSamePlace(earlier, entry)))
      .map(({ id }) => ({
        path: `add-ons/${id}`,
        message: `Two add-ons of one page and size can't have different platforms yet: ${wait} Keep one of them.`,
      })),
    ...[
      ...packages.map((entry) => [entry, "packages"] as const),
      ...addOns.map((entry) => [entry, "add-ons"] as const),
    ]
      .filter(([entry]) => !lone(entry.platforms, entry.service))
      .map(([{ id }, list]) => ({
        path: `${list}/${id}`,
        message: `${id} is offered for old and new platforms at once: ${wait} Make one of its own for the new platforms.`,
      })),
  ];
}
