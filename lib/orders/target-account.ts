import { z } from "zod";
import type { ProfileResult } from "@/lib/social/schema";

/** What an order keeps of the profile that it is for. */
export function storedProfile(found: Extract<ProfileResult, { exists: true }>) {
  return {
    fullName: found.full_name,
    biography: found.biography,
    pictureUrl: found.profile_picture_url,
    isVerified: found.is_verified,
    followersCount: found.followers_count,
    accountId: found.account_id,
  };
}

const profileSchema = z.object({ accountId: z.string() });

/** The platform's id of the account that an order is for, by its stored profile; null when it is unknown. Pure. */
export function targetAccountId(profile: unknown): string | null {
  return profileSchema.safeParse(profile).data?.accountId ?? null;
}

/**
 * True when a lookup of a name shows another account than the one with this id: a counter belongs to an account, and a
 * name can pass to another one. False while one of the ids is unknown. Pure.
 */
export function isOtherAccount(found: ProfileResult, accountId: string | null): boolean {
  return found.exists && found.account_id !== null && accountId !== null && found.account_id !== accountId;
}
