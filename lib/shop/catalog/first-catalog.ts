import type { Catalog } from "./catalog";
import { firstDocument } from "./vocabulary";

/** What a new shop sells: an image built without a database shows it. */
export const firstCatalog: Catalog = {
  packages: firstDocument.packages.map(({ isActive: _, ...entry }) => entry),
  addOns: firstDocument.addOns.map(({ isActive: _, extra: _extra, ...entry }) => entry),
  amounts: [],
  qualities: [],
};
