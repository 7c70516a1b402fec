import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { minute } from "@/lib/base/time/time";
import { idLinks, minNameLength, normalizeUsername, readIdLink } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { cachedAnswer } from "./cached-answer";
import { type ProfileResult, profileResultSchema } from "./social-data";
import { adapterOf, type SocialDeps } from "./social-deps";

/**
 * Looks up one account by its exact name, in any spelling of `normalizeUsername`, or by a link with its id (`idLinks`).
 * `exists: false` only when the provider says so or the account has no name; where nothing can be looked up, every valid
 * name exists. The picture is proxied. A caller that has read `freshProfile` passes it, which saves a statement. Errors:
 * invalid_username, lookup_unavailable.
 */
export async function lookupProfile(
  deps: SocialDeps,
  platform: string,
  username: string,
  fresh?: unknown,
): Promise<ProfileResult> {
  const { provider } = deps;
  const adapter = adapterOf(deps, platform);
  const link = adapter && readIdLink(idLinks[adapter], username);
  const name = link ?? requireUsername(platform, username);
  if (!provider || !adapter) return typedProfile(name);
  const found =
    profileResultSchema.safeParse(fresh).data ??
    (await cachedAnswer(
      { ...deps, provider },
      {
        key: profileKey(platform, name),
        schema: profileResultSchema,
        freshMs: freshFor,
        ask: () => provider.lookupProfile(adapter, name),
        unavailable: `Could not verify "${link ?? `@${name}`}". Please ensure the username is correct and the account is public.`,
      },
    ));
  if (!found.exists) return found;
  // An account that has an id only can't be ordered for.
  if (link && normalizeUsername(getPlatform(platform), found.username) === null)
    return { exists: false, username: name };
  return {
    ...found,
    profile_picture_url: proxiedImage(found.profile_picture_url, found.full_name || found.username),
  };
}

/** Looks an account up without the cache, after its owner changed it. Errors: as `lookupProfile`. */
export async function refreshProfile(
  deps: SocialDeps,
  platform: string,
  username: string,
): Promise<ProfileResult> {
  const name = requireUsername(platform, username);
  await deps.db.socialCache.deleteMany({ where: { key: profileKey(platform, name) } });
  return lookupProfile(deps, platform, name);
}

/** What is known of a name that nobody looked up. */
export function typedProfile(name: string): ProfileResult {
  return { exists: true, account_id: null, followers: null, ...unknownProfile, username: name };
}

/** The normalised spelling of a name, by what it is the name of (`normalizeUsername`). Errors: invalid_username. */
export function requireUsername(platform: string, username: string, target?: string): string {
  const name = normalizeUsername(getPlatform(platform), username, target);
  if (name && name.length >= minNameLength) return name;
  const message = "This username is not valid. Please check and try again.";
  throw new AppError("invalid_username", { userMessage: message, fieldErrors: { username: message } });
}

/**
 * The shop's address of a platform's picture; null stays null. The placeholder of a missing one shows `name`'s first
 * letter.
 */
export function proxiedImage(url: string | null, name = ""): string | null {
  if (url === null) return null;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0];
  return `/api/image-proxy?url=${encodeURIComponent(url)}${letter ? `&letter=${encodeURIComponent(letter)}` : ""}`;
}

/** The fields of a profile that was not looked up, or that does not exist. */
export const unknownProfile = {
  full_name: "",
  biography: "",
  followers_count: null,
  following_count: null,
  posts_count: null,
  profile_picture_url: null,
  is_private: false,
  is_verified: false,
} as const;

export function profileKey(platform: string, name: string): string {
  return `profile:${platform}:${name}`;
}

/** SQL: a cached answer that `lookupProfile` would use without asking; null without one. */
export const freshProfile = (platform: string, name: string, now: Date) => Prisma.sql`
  (SELECT value FROM social_cache WHERE key = ${profileKey(platform, name)} AND fresh_until > ${now})`;

/**
 * Selects, as `at`, when the profile of the row `orders` was last looked up, if it was public then. No row if it was
 * not, or if no answer is cached.
 */
export const seenInPublic = Prisma.sql`
  SELECT fetched_at AS at FROM social_cache
  WHERE key = 'profile:' || orders.platform_slug || ':' || orders.username
    AND value @> '{"exists": true, "is_private": false}'`;

/** A private profile is fresh only briefly, because the customer is told to make it public and try again. */
function freshFor(found: ProfileResult): number {
  if (!found.exists) return 5 * minute;
  return found.is_private ? minute : 15 * minute;
}
