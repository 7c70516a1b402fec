import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";

/** A profile as a look-up finds it. */
type FoundProfile = {
  username: string;
  full_name: string;
  biography: string;
  profile_picture_url: string | null;
  is_verified: boolean;
  followers_count: number | null;
  account_id: string | null;
};

/** The part of an order's profile that it stores. */
export function storedProfile(found: FoundProfile) {
  return {
    fullName: found.full_name,
    biography: found.biography,
    pictureUrl: found.profile_picture_url,
    isVerified: found.is_verified,
    followersCount: found.followers_count,
    accountId: found.account_id,
  };
}

/** Updates an order's profile to the account's current name, in the caller's transaction. */
export async function renameTarget(
  tx: Db,
  order: { id: string; platform: string },
  found: FoundProfile,
): Promise<void> {
  await tx.order.update({
    where: { id: order.id },
    data: {
      username: found.username,
      postUrl: profileUrl(getPlatform(order.platform), found.username),
      profile: storedProfile(found),
    },
  });
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
export function isOtherAccount(
  found: { exists: false } | (Pick<FoundProfile, "account_id"> & { exists: true }),
  accountId: string | null,
): boolean {
  return found.exists && found.account_id !== null && accountId !== null && found.account_id !== accountId;
}
