import "server-only";
import type { Catalog } from "@/lib/catalog/catalog";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { loadCatalog } from "@/lib/catalog/queries";
import { connect } from "@/lib/db/client";
import { databaseUrlForBuild } from "@/lib/env";

/**
 * The catalogue for prerendered pages. It is read when pages are built or made anew, with a connection of its own
 * (a build has no running shop); an image built without a database shows the first catalogue.
 */
export async function getCatalog(): Promise<Catalog> {
  const url = databaseUrlForBuild();
  if (!url) return firstCatalog;
  const { db, close } = connect(url, 1);
  try {
    return await loadCatalog(db);
  } finally {
    await close();
  }
}
