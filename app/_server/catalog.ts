import "server-only";
import { cache } from "react";
import type { Catalog } from "@/lib/catalog/catalog";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { loadCatalog, loadUnitLimits, type UnitLimits } from "@/lib/catalog/queries";
import type { Forecast } from "@/lib/orders/forecast";
import { listForecasts } from "@/lib/orders/refresh-forecasts";
import type { Platform, ServiceType } from "@/lib/platforms";
import { readForPages } from "./read-for-pages";

/** The catalogue for prerendered pages, read once per page. An image built without a database shows the first one. */
export const getCatalog: () => Promise<Catalog> = cache(() =>
  readForPages({ name: "catalog", read: loadCatalog, otherwise: firstCatalog }),
);

/** How long deliveries take, for prerendered pages; nothing is said in an image that was built without a database. */
export function getForecasts(): Promise<Forecast[]> {
  return readForPages({ name: "forecasts", read: listForecasts, otherwise: [] });
}

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
