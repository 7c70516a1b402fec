import type { UnitWords } from "./catalog";
import type { ServiceEntry } from "./document";
import type { PlatformLinks } from "./links";

/** What a purchase's steps know of a platform in the browser. */
export type PlatformView = {
  slug: string;
  label: string;
  links: PlatformLinks;
  /** The platform's words for its posts and videos, by the kind of a chosen one, and for who follows an account. */
  words: { post: UnitWords; reel: UnitWords; followers: string };
  /** What is said of a link that is not the buyer's. */
  wrongLink: string;
  /** False where nothing can be looked up: names are taken as typed, and posts and lists by their links. */
  hasLookup: boolean;
};

/** What a purchase's steps know of a service in the browser. */
export type ServiceView = {
  slug: string;
  /** `Followers` */
  label: string;
  target: ServiceEntry["target"];
  unit: UnitWords;
  /** The page on which its targets are chosen; null where there is none to choose. */
  selectionPath: string | null;
};

/** A service's name inside a sentence: `followers`. */
export function nameOf({ label }: { label: string }): string {
  return label.toLowerCase();
}
