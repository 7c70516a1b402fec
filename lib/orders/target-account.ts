import { z } from "zod";
import type { ProfileResult } from "@/lib/social/schema";

/** The part of an order's profile that it stores. */
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
 * True when a lookup by name found a different account from the one with this id: a counter belongs to an account, and
 * its name can pass to another one. False while either id is unknown. Pure.
 */
export function isOtherAccount(found: ProfileResult, accountId: string | null): boolean {
  return found.exists && found.account_id !== null && accountId !== null && found.account_id !== accountId;
}
