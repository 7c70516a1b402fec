import { hasPosts, isList } from "./catalog";
import type { PlatformEntry, ServiceEntry } from "./document";
import { idLinks, linkRulesOf } from "./links";
import type { PlatformView, ServiceView } from "./platform-view";
import { findUnit, getSold, listServices } from "./vocabulary";

/**
 * What the browser gets of a platform for a purchase of a service. `hasSocialData`: the shop has a provider. Lists are
 * never looked up.
 */
export function viewOfPlatform(
  platform: PlatformEntry,
  hasSocialData: boolean,
  { target }: Pick<ServiceEntry, "target"> = { target: "profile" },
): PlatformView {
  const { slug, label, adapter, texts } = platform;
  const { post, video: reel, wrongLink } = texts;
  const hasLookup = adapter !== null && hasSocialData && !isList(target);
  const idLink = hasLookup && idLinks[adapter];
  return {
    slug,
    label,
    links: { ...linkRulesOf(platform), ...(idLink && { idLink }) },
    words: { post, reel, followers: followersOf(platform) },
    wrongLink:
      wrongLink ??
      "This is not a link to a {post} by @{name}. Open the {post} in a browser and copy its address.",
    hasLookup,
  };
}

/** `followers`, or what the platform's own service counts as them. */
function followersOf(platform: PlatformEntry): string {
  const units = listServices(platform).map(({ unit }) => findUnit(unit));
  return units.find((unit) => unit?.counter === "followers")?.many ?? "followers";
}

/** What the browser gets of a service for a purchase. */
export function viewOfService(platform: PlatformEntry, service: ServiceEntry): ServiceView {
  const { slug, label, target } = service;
  const { one, many } = getSold(platform.slug, slug).unit;
  return { slug, label, target, unit: { one, many }, selectionPath: selectionPathOf(platform, service) };
}

function selectionPathOf(platform: PlatformEntry, { slug, target }: ServiceEntry): string | null {
  if (!hasPosts(target)) return null;
  const page = `/${platform.slug}/${target === "post" ? "post-selection" : "reel-selection"}`;
  const [first] = listServices(platform).filter((service) => service.target === target);
  return first?.slug === slug ? page : `${page}?service=${slug}`;
}
