import { plainCharacters } from "@/lib/base/text/typed-text";
import { isAccount, isList } from "./catalog";
import type { AdapterName, PlatformEntry } from "./document";
import { type LinkForm, type LinkRules, partsOf, readLink, readSlot, writeLink } from "./link-form";

/** Shorter names are never looked up. */
export const minNameLength = 2;

type TargetForm = LinkForm & { target: PlatformEntry["linkForms"][number]["target"] };

/** How a platform's links are read and written. The platform itself is such rules, with more than they need. */
export type PlatformLinks = LinkRules & { linkForms: readonly TargetForm[]; idLink?: IdLink };

/** Links that name an account by its id; only a look-up turns one into its name. */
export type IdLink = LinkRules & LinkForm;

/** Those of the platforms whose social data can be asked by a link. */
export const idLinks: Partial<Record<AdapterName, IdLink>> = {
  youtube: {
    hosts: ["youtube.com"],
    slots: { id: { kind: "code", min: 24, max: 24 } },
    templates: ["/channel/{id}", "/channel/{id}/*"],
    canonical: "https://www.youtube.com/channel/{id}",
  },
};

/** The canonical form of such a link; null for every other text. Pure. */
export function readIdLink(idLink: IdLink | undefined, text: string): string | null {
  const found = idLink && readLink(plainCharacters(text), idLink, idLink);
  return found ? writeLink(idLink, found) : null;
}

/** What a browser needs of a platform's links: everything but the examples. */
export function linkRulesOf({ hosts, slots, linkForms }: PlatformEntry): PlatformLinks {
  return {
    hosts,
    slots,
    linkForms: linkForms.map(({ target, templates, canonical }) => ({ target, templates, canonical })),
  };
}

/** A post as its link names it. `isVideo`: the link is of a reel or video. */
type LinkedPost = { id: string; permalink: string; isVideo: boolean };

/**
 * The links of what an order names, and the parts of one that are the name: an account's, or for a service that goes to
 * a list all that its address needs, as `mara/travel` of a board.
 */
function namedBy({ linkForms }: PlatformLinks, target: string) {
  if (!isList(target)) return { form: linkForms.find((form) => isAccount(form.target)), parts: ["name"] };
  const form = linkForms.find((each) => isList(each.target));
  return { form, parts: form ? partsOf(form.canonical) : [] };
}

/**
 * The canonical form of a username: in plain characters, without a leading @, in lower case; a pasted link of a profile
 * becomes its username. For a service that goes to a list (`target`) the same of the list's name. Null when the platform
 * has no such names.
 */
export function normalizeUsername(links: PlatformLinks, input: string, target = "profile"): string | null {
  const text = plainCharacters(input);
  const { form, parts } = namedBy(links, target);
  const found = form && readLink(text, links, form);
  const given = found ? parts.map((part) => found[part]) : text.replace(/^@\s*/, "").split("/");
  if (parts.length === 0 || given.length !== parts.length) return null;
  const values = parts.map((part, place) => {
    const slot = links.slots[part];
    return slot ? readSlot(slot, given[place] ?? "") : null;
  });
  return values.includes(null) ? null : values.join("/");
}

/** The name of an account or, where the text is none, of a list: what an order, a block or a search may be for. Pure. */
export function readTargetName(links: PlatformLinks, text: string): string | null {
  return normalizeUsername(links, text) ?? normalizeUsername(links, text, "list");
}

/**
 * The public address of a profile, or of a list for a service that goes to one, as suppliers take it. Throws for a
 * platform without such links.
 */
export function profileUrl(links: PlatformLinks, username: string, target = "profile"): string {
  const { form, parts } = namedBy(links, target);
  if (!form) throw new Error(`the platform has no links for a ${target}`);
  const values = username.split("/");
  return writeLink(form, Object.fromEntries(parts.map((part, place) => [part, values[place] ?? ""])));
}

/**
 * Reads a pasted link of one post. Only its form is checked, not whether the post exists. `owner`: the account that the
 * link names, as most of Instagram's don't. Null for other links. Pure.
 */
export function readPostLink(
  links: PlatformLinks,
  text: string,
): (LinkedPost & { owner: string | null }) | null {
  const plain = plainCharacters(text);
  for (const form of links.linkForms) {
    const isVideo = form.target === "video";
    const found = isVideo || form.target === "post" ? readLink(plain, links, form) : null;
    if (!found) continue;
    const { post: id = "", name: owner = null } = found;
    return { id, permalink: writeLink(form, found), isVideo, owner };
  }
  return null;
}

/** The same for a link that the buyer of an order for `username` may mean: null for one of another account. Pure. */
export function parsePostLink(links: PlatformLinks, text: string, username: string): LinkedPost | null {
  const found = readPostLink(links, text);
  if (!found) return null;
  const { owner, ...post } = found;
  return owner === null || owner === username ? post : null;
}
