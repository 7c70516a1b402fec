import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { replaceFile } from "@/lib/base/files/replace-file";
import { logger } from "@/lib/base/logger";

export const anchorSchema = z.object({
  id: z.string().regex(/^\d{1,18}$/),
  hash: z.string(),
  at: z.string(),
});

/** The audit log's newest entry at some time, as it was noted outside the database. */
export type AuditAnchor = z.infer<typeof anchorSchema>;

/**
 * Whether the log no longer has a noted entry as it was. An emptied or shortened log is a whole chain, and so is one
 * that was written again without its seals: only a note outside the database shows the difference.
 */
export async function isLost(db: Db, anchor: AuditAnchor): Promise<boolean> {
  const entry = await db.auditEntry.findUnique({ where: { id: BigInt(anchor.id) }, select: { hash: true } });
  return entry?.hash !== anchor.hash;
}

/**
 * Notes the newest entry in the process's log and, if there is one, in the file. Does nothing while there is no entry.
 */
export async function noteAnchor(db: Db, file: string | null): Promise<void> {
  const last = await db.auditEntry.findFirst({ orderBy: { id: "desc" } });
  if (last === null) return;
  const anchor: AuditAnchor = { id: String(last.id), hash: last.hash, at: last.at.toISOString() };
  logger.info(anchor, "the audit log's newest entry");
  if (file === null) return;
  try {
    replaceFile(file, JSON.stringify(anchor));
  } catch (error) {
    logger.warn({ file, err: String(error) }, "the audit log's newest entry could not be noted in its file");
  }
}

/** Says which entry is lost and what to do. */
export function lostAnchorMessage({ id, at }: AuditAnchor): string {
  return (
    `The audit log has lost entry ${id} of ${at}, or it was changed. After a restore or a failover that lost entries, ` +
    'accept the log with: npm run ops -- accept-audit --reason "…". Otherwise the database was changed outside the ' +
    "shop: check who has access to it, and compare the log with a backup: npm run ops -- audit <backup>."
  );
}

/** The entry that was noted in the file; null when none was. */
export function readAnchor(file: string | null): AuditAnchor | null {
  if (file === null) return null;
  try {
    return anchorSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) logger.error({ file, err: String(error) }, "the audit log's noted entry can't be read");
    return null;
  }
}
