import type { Db } from "@/lib/db/client";
import type { Platform } from "@/lib/platforms";

/** True while a package can be bought for a platform. */
export async function isPackageOnSale(
  db: Db,
  { packageId, platform }: { packageId: string; platform: Platform },
): Promise<boolean> {
  const found = await db.package.findFirst({
    where: { id: packageId, isActive: true, platforms: { has: platform } },
    select: { id: true },
  });
  return found !== null;
}
