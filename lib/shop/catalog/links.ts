import { plainCharacters } from "@/lib/base/text/typed-text";
import { type LinkForm, readLink, readSlot, type Slot, writeLink } from "./link-form";
import type { Platform } from "./platforms";

/** A post as its link names it. `isVideo`: the link is of a reel or video. */
type LinkedPost = { id: string; permalink: string; isVideo: boolean };

type Links = {
  hosts: readonly string[];
  slots: Record<"name" | "post", Slot>;
  profile: LinkForm;
  picture: LinkForm;
  video: LinkForm;
};

const words = (text: string) => new Set(text.split(" "));

const links: Record<Platform, Links> = {
  instagram: {
    hosts: ["instagram.com"],
    slots: {
      name: {
        kind: "name",
        min: 1,
        max: 30,
        except: words(
          "about accounts api audio developer direct emails explore graphql legal oauth p popular press privacy reel reels s share stories terms tv web",
        ),
      },
      post: { kind: "code", min: 5, max: 40, except: words("audio") },
    },
    // A link of a profile may lead on to one of its tabs.
    profile: {
      templates: ["/{name}", "/{name}/reels", "/{name}/tagged", "/{name}/followers", "/{name}/following"],
      canonical: "https://www.instagram.com/{name}/",
    },
    picture: {
      templates: ["/p/{post}", "/{name}/p/{post}"],
      canonical: "https://www.instagram.com/p/{post}/",
    },
    video: {
      templates: ["/reel/{post}", "/reels/{post}", "/tv/{post}"].flatMap((path) => [path, `/{name}${path}`]),
      canonical: "https://www.instagram.com/reel/{post}/",
    },
  },
  tiktok: {
    hosts: ["tiktok.com"],
    slots: {
      // TikTok's pages contradict each other on the upper bound, so the lenient one is used and the provider decides.
      name: { kind: "name with dots", min: 2, max: 30 },
      post: { kind: "number", min: 15, max: 25 },
    },
    profile: { templates: ["/@{name}"], canonical: "https://www.tiktok.com/@{name}" },
    picture: {
      templates: ["/@{name}/photo/{post}"],
      canonical: "https://www.tiktok.com/@{name}/photo/{post}",
    },
    video: {
      templates: ["/@{name}/video/{post}"],
      canonical: "https://www.tiktok.com/@{name}/video/{post}",
    },
  },
};

/**
 * The canonical form of a username: in plain characters, without a leading @, in lower case; a pasted link of a profile
 * becomes its username. Null when the platform has no such names.
 */
export function normalizeUsername(platform: Platform, input: string): string | null {
  const rules = links[platform];
  const text = plainCharacters(input);
  const name = readLink(text, rules, rules.profile)?.name ?? text.replace(/^@\s*/, "");
  return readSlot(rules.slots.name, name);
}

/** The public address of a profile, as suppliers take it. */
export function profileUrl(platform: Platform, username: string): string {
  return writeLink(links[platform].profile, { name: username });
}

/**
 * Reads a pasted link of one post. Only its form is checked, not whether the post exists. `owner`: the account that the
 * link names, as most of Instagram's don't. Null for other links. Pure.
 */
export function readPostLink(
  platform: Platform,
  text: string,
): (LinkedPost & { owner: string | null }) | null {
  const { picture, video, ...rules } = links[platform];
  const plain = plainCharacters(text);
  for (const form of [picture, video]) {
    const found = readLink(plain, rules, form);
    if (!found) continue;
    const { post: id = "", name: owner = null } = found;
    return { id, permalink: writeLink(form, found), isVideo: form === video, owner };
  }
  return null;
}

/** The same for a link that the buyer of an order for `username` may mean: null for one of another account. Pure. */
export function parsePostLink(platform: Platform, text: string, username: string): LinkedPost | null {
  const found = readPostLink(platform, text);
  if (!found) return null;
  const { owner, ...post } = found;
  return owner === null || owner === username ? post : null;
}
