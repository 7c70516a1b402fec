import type { Database } from "@/lib/base/db/client";
import type { CatalogDocument } from "@/lib/shop/catalog/document";
import { editDraft, loadDraft } from "@/lib/shop/catalog/draft";
import { publishDraft } from "@/lib/shop/catalog/publish";
import { byOps } from "./factories";

/** Edits the catalogue's draft and publishes it. Returns the version's number. */
export async function changeCatalog(
  db: Database,
  change: (document: CatalogDocument) => CatalogDocument,
): Promise<number> {
  const { edits } = await loadDraft(db);
  await editDraft(db, { edits, change, actor: byOps.actor });
  return publishDraft(db, { ...(await loadDraft(db)), ...byOps });
}
