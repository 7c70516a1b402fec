import "server-only";
import { cache } from "react";
import type { Catalog } from "@/lib/catalog/catalog";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { loadCatalog, loadUnitLimits, type UnitLimits } from "@/lib/catalog/queries";
import type { Platform, ServiceType } from "@/lib/platforms";
import { readForPages } from "./read-for-pages";

/** The catalogue for prerendered pages, read once per page. An image built without a database shows the first one. */
export const getCatalog: () => Promise<Catalog> = cache(() =>
  readForPages({ name: "catalog", read: loadCatalog, otherwise: firstCatalog }),
);

const unlimited: UnitLimits = { min: 1, max: Number.MAX_SAFE_INTEGER };

/**
 * The fewest and the most units one target can get, for prerendered pages. An image built without a database shows no
 * limits: create-order checks them again.
 */
export function getUnitLimits(platform: Platform, service: ServiceType): Promise<UnitLimits> {
  return readForPages({
    name: `limits:${platform}:${service}`,
    read: (db) => loadUnitLimits(db, platform, service),
    otherwise: unlimited,
  });
}
