import "server-only";
import { loadUnitLimits, type UnitLimits } from "@/lib/catalog/queries";
import type { Platform, ServiceType } from "@/lib/platforms";
import { readForPages } from "./read-for-pages";

/** Where no supplier is known, one unit is the least, and there is no most. */
const unlimited: UnitLimits = { min: 1, max: Number.MAX_SAFE_INTEGER };

/**
 * What one target at least and at most gets, for prerendered pages; an image built without a database knows no
 * limits. The order is checked again when it is placed.
 */
export function getUnitLimits(platform: Platform, service: ServiceType): Promise<UnitLimits> {
  return readForPages({
    name: `limits:${platform}:${service}`,
    read: (db) => loadUnitLimits(db, platform, service),
    otherwise: unlimited,
  });
}
