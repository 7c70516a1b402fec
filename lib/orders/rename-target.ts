import type { Db } from "@/lib/db/client";
import { type Platform, profileUrl } from "@/lib/platforms";
import type { ProfileResult } from "@/lib/social/schema";
import { storedProfile } from "./target-account";

/** Updates an order's profile to the account's current name, in the caller's transaction. */
export async function renameTarget(
  tx: Db,
  order: { id: string; platform: Platform },
  found: Extract<ProfileResult, { exists: true }>,
): Promise<void> {
  await tx.order.update({
    where: { id: order.id },
    data: {
      username: found.username,
      postUrl: profileUrl(order.platform, found.username),
      profile: storedProfile(found),
    },
  });
}
