import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { getDb } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";
import { lookupProfile, unknownProfile } from "@/lib/delivery/social/lookup-profile";
import { maxMatches, searchProfiles } from "@/lib/delivery/social/search-profiles";
import type { ProfileResult, SearchHit } from "@/lib/delivery/social/social-data";
import { type SocialDeps, socialDepsOfPages } from "@/lib/delivery/social/social-deps";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { functionHandler, type Handler } from "./function-handler";
import { platformSchema } from "./platform-schema";

/** How long a lookup waits for similar accounts, which are optional. */
const matchesWaitMs = 2 * second;

/**
 * A lookup handler, of one platform or of the one that the body names. `{username}`: that account, and up to five
 * matches, of which it is the first. `{username, search: true}`: only the matches.
 */
function profileHandler(name: string, only?: string): Handler {
  const label = only ? getPlatform(only).label : "A";
  return functionHandler({
    name,
    limit: (input) => (input.search ? "profileSearch" : "profileLookup"),
    schema: z.object({
      platform: only
        ? z
            .unknown()
            .default(only)
            .transform(() => only)
        : platformSchema,
      username: z
        .string({ error: `${label} username is required` })
        .trim()
        .min(1, `${label} username is required`)
        .max(200, "This username is not valid. Please check and try again."),
      search: z.boolean({ error: "search is true or false." }).default(false),
    }),
    handler: async ({ input }) => {
      const { platform } = input;
      const deps = socialDepsOfPages(getDb());
      if (input.search) return { data: (await searchProfiles(deps, platform, input.username)).map(toMatch) };
      const profile = toPublic(await lookupProfile(deps, platform, input.username));
      return { ...toAnswer(profile), data: await matchesBeside(deps, platform, profile) };
    },
  });
}

function toAnswer(profile: PublicProfile): object {
  return profile.exists ? profile : { ...profile, ...unknownProfile };
}

/** A profile without what only the shop needs. */
function toPublic(profile: ProfileResult) {
  if (!profile.exists) return profile;
  const { account_id: _, followers: __, ...shown } = profile;
  return shown;
}

type PublicProfile = ReturnType<typeof toPublic>;

/** Older callers read the picture under its other name. */
function toMatch(hit: SearchHit): object {
  return { ...hit, profile_pic_url: hit.profile_picture_url };
}

/** The account that was asked for, then other matches: five in total. A search that fails or is slow adds none. */
async function matchesBeside(deps: SocialDeps, platform: string, profile: PublicProfile): Promise<object[]> {
  const own = profile.exists ? [profile] : [];
  const search = searchProfiles(deps, platform, profile.username).catch((error: unknown) => {
    logger.debug({ err: String(error) }, "a lookup was answered without matches");
    return [];
  });
  const hits = await Promise.race([search, wait(matchesWaitMs, [], { ref: false })]);
  const others = hits.filter((hit) => hit.username !== profile.username);
  return [...own, ...others].slice(0, maxMatches).map(toMatch);
}

export const lookupProfileHandler = profileHandler("lookup-profile");
export const getTikTokProfile = profileHandler("get-tiktok-profile", "tiktok");
export const instagramProfileLookup = profileHandler("instagram-profile-lookup", "instagram");
