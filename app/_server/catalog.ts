import "server-only";
import { cache } from "react";
import type { Catalog } from "@/lib/catalog/catalog";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { loadCatalog } from "@/lib/catalog/queries";
import { readForPages } from "./read-for-pages";

/** The catalogue for prerendered pages, read once a page. An image built without a database shows the first one. */
export const getCatalog: () => Promise<Catalog> = cache(() =>
  readForPages({ name: "catalog", read: loadCatalog, otherwise: firstCatalog }),
);
