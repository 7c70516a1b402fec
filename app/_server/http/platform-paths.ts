import { hasPosts } from "@/lib/shop/catalog/catalog";
import { findLive, findPlatform, listServices } from "@/lib/shop/catalog/vocabulary";

/**
 * What to do with an address. `page`: a page of a platform that is sold, which Next renders when it is first asked for
 * and keeps. `home`: a single word that names nothing. `missing`: a file that is none, an address below such a
 * word, of a platform that is no longer sold, or in capitals. `other`: one of the shop's own addresses.
 */
type Destination = "page" | "home" | "missing" | "other";

/**
 * Decides by the catalogue's names in this process what Next's routes can't: they take any word for a platform. `own`:
 * the first parts of the build's own addresses.
 */
export function destinationOf(path: string, own: ReadonlySet<string>): Destination {
  const [, word = "", ...rest] = path.split("/");
  // Next sends an address with a slash at its end to the one without.
  if (word === "" || path.endsWith("/") || own.has(word)) return "other";
  const platform = findLive(word);
  if (!platform) {
    const inSmall = word.toLowerCase();
    const known = findPlatform(inSmall);
    const isNear = own.has(inSmall) || (known && known.status !== "draft");
    return rest.length > 0 || word.includes(".") || isNear ? "missing" : "home";
  }
  const services = listServices(platform);
  const [first = "", second] = rest;
  if (rest.length === 0) return "page";
  if (rest.length === 1) {
    const isOfService = services.some(({ slug }) => slug === first);
    const isSelection =
      (first === "post-selection" && services.some(({ target }) => hasPosts(target))) ||
      (first === "reel-selection" && services.some(({ target }) => target === "video"));
    return isOfService || isSelection ? "page" : "missing";
  }
  const isStep = rest.length === 2 && (first === "details" || first === "checkout");
  return isStep && services.some(({ slug }) => slug === second) ? "page" : "missing";
}

/** No route has so many parts: Next answers it with the prerendered page for what is missing. */
export const missingPath = "/-/-/-/-";
