import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { findText, loadTextVersions } from "./find-text";
import { legalKinds } from "./kinds";

/** A text's new version, as the form sends it. */
export const newTextSchema = z.object({
  kind: z.enum(legalKinds),
  /** The version that the form started from; 0 where there was none. */
  basedOn: z.coerce.number().int().min(0),
  lead: z.string().trim().max(200, "Use at most 200 characters."),
  body: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().min(1, "Write the text first.").max(60_000, "Use at most 60,000 characters.")),
});

type NewText = z.infer<typeof newTextSchema>;

/**
 * Publishes a text as its next version, for every page from now on. Earlier versions stay readable, and no version ever
 * changes. Returns the new version's number; null when nothing differs. Errors: conflict when another version was
 * published meanwhile.
 */
export async function publishText(db: Database, text: NewText, audit: AuditContext): Promise<number | null> {
  const { kind, basedOn, lead, body } = text;
  return db.$transaction(async (tx) => {
    // Serialises publications: if two administrators publish at the same time, the second one gets the conflict.
    await tx.$executeRaw`LOCK TABLE legal_texts IN SHARE ROW EXCLUSIVE MODE`;
    const newest = (await loadTextVersions(tx))[kind];
    if (newest !== basedOn) {
      throw conflict(
        `Version ${newest} was published in the meantime. Copy your text, reload the page and compare.`,
      );
    }
    const current = newest > 0 ? await findText(tx, kind, newest) : null;
    if (current?.body.trim() === body && current.lead === lead) return null;
    const version = newest + 1;
    await tx.legalText.create({
      data: { kind, version, lead, body, reason: audit.reason, publishedBy: audit.actor.email },
    });
    await recordAudit(tx, audit, "legal_text.published", ["legal_text", kind], {
      before: { version: newest },
      after: { version, lead, bodySha256: sha256(body) },
    });
    return version;
  });
}
