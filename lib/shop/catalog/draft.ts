import { isDeepStrictEqual } from "node:util";
import type { Actor } from "@/lib/base/audit/record-audit";
import type { Database, Db, Tx } from "@/lib/base/db/client";
import { conflict, invalidField } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";
import { type CatalogDocument, documentSchema, readStored } from "./document";
import { readDocument } from "./read-document";
import { lockCatalog } from "./write-document";

export type Draft = {
  /** The draft, or where there is none the catalogue as it is now. */
  document: CatalogDocument;
  now: CatalogDocument;
  /** Counts the draft's edits; 0 without a draft. */
  edits: number;
  editedBy: string | null;
  /** Names both documents: who publishes has seen exactly these. */
  seen: string;
};

/** The draft beside the catalogue that buyers see. Errors: conflict for a draft that this release can't read. */
export async function loadDraft(db: Db): Promise<Draft> {
  const [now, held] = [await readDocument(db), await db.catalogDraft.findFirst()];
  const stored = held && readStored(held.document);
  if (held && !stored) throw conflict("A newer release made the draft. Start that release again to see it.");
  const document = stored ?? now;
  const { edits = 0, editedBy = null } = held ?? {};
  return { document, now, edits, editedBy, seen: sha256(JSON.stringify([now, document])) };
}

type Edit = {
  /** The count that the editor's page showed. */
  edits: number;
  actor: Actor;
  /** `now` is the catalogue that buyers see. */
  change: (document: CatalogDocument, now: CatalogDocument) => CatalogDocument;
};

/**
 * Changes the draft, and begins one where there is none. A draft that says what the catalogue says already is dropped.
 * Errors: conflict when somebody else edited it meanwhile; invalid_input for a change that makes no document.
 */
export async function editDraft(db: Database, { edits, change, actor }: Edit): Promise<void> {
  await db.$transaction(async (tx) => {
    const draft = await loadLocked(tx, edits);
    const changed = documentSchema.safeParse(change(draft.document, draft.now));
    if (!changed.success) {
      const [issue] = changed.error.issues;
      throw invalidField(String(issue?.path.at(-1) ?? ""), issue?.message ?? "Check the fields.");
    }
    if (isDeepStrictEqual(changed.data, draft.document)) return;
    if (isDeepStrictEqual(changed.data, draft.now)) await tx.catalogDraft.deleteMany();
    else await storeDraft(tx, { document: changed.data, edits: edits + 1, actor });
  });
}

/** Drops the draft; the catalogue stays as it is. Errors: conflict when somebody edited the draft meanwhile. */
export async function discardDraft(db: Database, { edits }: { edits: number }): Promise<void> {
  await db.$transaction(async (tx) => {
    await loadLocked(tx, edits);
    await tx.catalogDraft.deleteMany();
  });
}

/** The draft under the catalogue's lock. Errors: conflict unless it has been edited as often as the caller knows. */
export async function loadLocked(tx: Tx, edits: number): Promise<Draft> {
  await lockCatalog(tx);
  const draft = await loadDraft(tx);
  if (draft.edits === edits) return draft;
  throw conflict(
    draft.edits === 0
      ? "The draft was published or discarded meanwhile. Reload the page, and make your change again."
      : `${draft.editedBy} edited the draft meanwhile. Reload the page, look at it, and make your change again.`,
  );
}

export async function storeDraft(
  tx: Tx,
  { document, edits, actor }: { document: CatalogDocument; edits: number; actor: Actor },
): Promise<void> {
  const row = { document, edits, editedBy: actor.email, editedAt: databaseNow() };
  await tx.catalogDraft.upsert({ where: { id: 1 }, create: row, update: row });
}
