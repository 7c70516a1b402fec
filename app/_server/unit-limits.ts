import "server-only";
import { loadUnitLimits, type UnitLimits } from "@/lib/catalog/queries";
import { connect } from "@/lib/db/client";
import { databaseUrlForBuild } from "@/lib/env";
import type { Platform, ServiceType } from "@/lib/platforms";

/** Where no supplier is known, one unit is the least, and there is no most. */
const unlimited: UnitLimits = { min: 1, max: Number.MAX_SAFE_INTEGER };

/**
 * What one post or reel at least and at most gets, for prerendered pages. Like the catalogue it is read with a
 * connection of its own; an image built without a database knows no limits. The order is checked again when it is
 * placed.
 */
export async function getUnitLimits(platform: Platform, service: ServiceType): Promise<UnitLimits> {
  const url = databaseUrlForBuild();
  if (!url) return unlimited;
  const { db, close } = connect(url, 1);
  try {
    return await loadUnitLimits(db, platform, service);
  } finally {
    await close();
  }
}
