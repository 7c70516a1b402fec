import type { Platform } from "@/lib/platforms";
import { lookupProfile, profileKey } from "./lookup-profile";
import { requireUsername } from "./require-username";
import type { ProfileResult } from "./schema";
import type { SocialDeps } from "./social-deps";

/** Looks an account up without the cache, after its owner changed it. Errors: invalid_username, lookup_unavailable. */
export async function refreshProfile(
  deps: SocialDeps,
  platform: Platform,
  username: string,
): Promise<ProfileResult> {
  const name = requireUsername(platform, username);
  await deps.db.socialCache.deleteMany({ where: { key: profileKey(platform, name) } });
  return lookupProfile(deps, platform, name);
}
