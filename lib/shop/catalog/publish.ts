import type { Actor } from "@/lib/base/audit/record-audit";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import { problemsOf } from "./check-document";
import { changesBetween } from "./diff-documents";
import { type CatalogDocument, readStored } from "./document";
import { loadLocked, storeDraft } from "./draft";
import { withWhatIsSold } from "./edit-document";
import { lockCatalog, writeDocument } from "./write-document";

const mostAudited = 200;

/**
 * Makes the draft what buyers see, as a new version. Returns its number. `seen` is what the publisher's page compared.
 * Placed orders keep their prices and names. Errors: conflict when draft or catalogue were changed meanwhile, when the
 * draft has problems, or when it changes nothing.
 */
export async function publishDraft(
  db: Database,
  { edits, seen, ...audit }: AuditContext & { edits: number; seen: string },
): Promise<number> {
  return db.$transaction(async (tx) => {
    await lockCatalog(tx);
    const draft = await loadLocked(tx, edits);
    const { document, now } = draft;
    if (draft.edits === 0) throw conflict("There is no draft to publish.");
    if (draft.seen !== seen) {
      throw conflict(
        "The catalogue was changed since this page was opened. Reload it, and look at the changes again.",
      );
    }
    const [problem] = problemsOf(document, now);
    if (problem) throw conflict(problem.message);
    const changes = changesBetween(now, document).flatMap(({ about, texts }) =>
      texts.map((text) => `${about}: ${text}`),
    );
    if (changes.length === 0) throw conflict("The draft changes nothing. Discard it.");
    await writeDocument(tx, document, now);
    const last = await tx.catalogVersion.aggregate({ _max: { number: true } });
    const number = (last._max.number ?? 0) + 1;
    await tx.catalogVersion.create({
      data: { number, document, reason: audit.reason, publishedBy: audit.actor.email },
    });
    await tx.catalogDraft.deleteMany();
    await recordAudit(tx, audit, "catalogue.published", ["catalogue", `version-${number}`], {
      after: { changes: changes.slice(0, mostAudited) },
    });
    return number;
  });
}

/**
 * Makes a draft of an old version, which is then published as any other. What was added since stays, retired or hidden,
 * because orders refer to it. Errors: not_found; conflict where there is a draft, or the version is a newer release's.
 */
export async function revertTo(
  db: Database,
  { number, actor }: { number: number; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const version = await tx.catalogVersion.findUnique({ where: { number } });
    if (!version) throw notFound("There is no such version.");
    const stored = readStored(version.document);
    if (!stored)
      throw conflict("A newer release made this version. Start that release again to revert to it.");
    const { now } = await loadLocked(tx, 0).catch((error) => {
      throw error.code === "conflict"
        ? conflict("There is a draft already. Publish or discard it first.")
        : error;
    });
    const document = withWhatIsSold(stored, now);
    await storeDraft(tx, { document, edits: 1, actor });
  });
}

export type VersionView = { number: number; reason: string; publishedBy: string; publishedAt: Date };

// A large catalogue's version takes a second of work to read and compare.
const versionsAPage = 5;

/**
 * A page of the versions that this release can read, the newest first, before the version `before`. Each has its
 * document and the one before, to compare.
 */
export async function listVersions(
  db: Db,
  before?: number,
): Promise<ListPage<VersionView & { document: CatalogDocument; before: CatalogDocument | null }>> {
  const found = await db.catalogVersion.findMany({
    where: before === undefined ? {} : { number: { lt: before } },
    orderBy: { number: "desc" },
    take: versionsAPage + 1,
  });
  const versions = found.flatMap(({ document: stored, ...version }) => {
    const document = readStored(stored);
    return document ? { ...version, document } : [];
  });
  const { next } = pageOf(found, versionsAPage, ({ number }) => String(number));
  const rows = versions
    .slice(0, versionsAPage)
    .map((version, place) => ({ ...version, before: versions[place + 1]?.document ?? null }));
  return { rows, next };
}
