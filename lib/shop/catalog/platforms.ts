import { plainCharacters } from "@/lib/base/text/typed-text";

/** The two platforms and three services the shop knows; the database's enums hold the same words. */
export const platforms = ["instagram", "tiktok"] as const;
export type Platform = (typeof platforms)[number];

export const serviceTypes = ["followers", "likes", "views"] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const platformLabels: Record<Platform, string> = { instagram: "Instagram", tiktok: "TikTok" };
export const serviceLabels: Record<ServiceType, string> = {
  followers: "Followers",
  likes: "Likes",
  views: "Views",
};

/** True for `instagram` and `tiktok`, as URLs write them. */
export function isPlatform(value: unknown): value is Platform {
  return platforms.some((platform) => platform === value);
}

/** True for `followers`, `likes` and `views`. */
export function isServiceType(value: unknown): value is ServiceType {
  return serviceTypes.some((service) => service === value);
}

/** Shorter names are never looked up. */
export const minNameLength = 2;

// Instagram: 1 to 30 letters, digits, dots, underscores; no dot at an end, no two in a row. TikTok: 2 to 30 of the
// same; its pages contradict each other on the upper bound, so the lenient one is used and the provider decides.
const usernameRules: Record<Platform, RegExp> = {
  instagram: /^(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9._]{1,30}$/,
  tiktok: /^(?!.*\.$)[a-z0-9_.]{2,30}$/,
};

// A link of a profile may lead on to one of its tabs.
const profileLinks: Record<Platform, RegExp> = {
  instagram:
    /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/([^/?#]+)(?:\/(?:reels|tagged|followers|following))?\/?(?:[?#].*)?$/i,
  tiktok: /^(?:https?:\/\/)?(?:www\.|m\.)?tiktok\.com\/@([^/?#]+)\/?(?:[?#].*)?$/i,
};

/** Instagram's own paths, which stand where a name would. At TikTok, names have an @ there. */
const reservedNames = new Set(
  "about accounts api audio developer direct emails explore graphql legal oauth p popular press privacy reel reels s share stories terms tv web".split(
    " ",
  ),
);

/**
 * The canonical form of a username: in plain characters, without a leading @, in lower case; a pasted link of a profile
 * becomes its username. Null when the platform has no such names.
 */
export function normalizeUsername(platform: Platform, input: string): string | null {
  const text = plainCharacters(input);
  const name = (profileLinks[platform].exec(text)?.[1] ?? text).replace(/^@\s*/, "").toLowerCase();
  const isReserved = platform === "instagram" && reservedNames.has(name);
  return usernameRules[platform].test(name) && !isReserved ? name : null;
}

const profileUrls: Record<Platform, (username: string) => string> = {
  instagram: (username) => `https://www.instagram.com/${username}/`,
  tiktok: (username) => `https://www.tiktok.com/@${username}`,
};

/** The public address of a profile, as suppliers take it. */
export function profileUrl(platform: Platform, username: string): string {
  return profileUrls[platform](username);
}
