import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import type { HashedAudit } from "./record-audit";
import { sealAction } from "./seal-audit";

/** The audit log's filter from the page's query string; invalid values are ignored. */
export const auditFilterSchema = z.object({
  /** An administrator's whole address, `ops` or `shop`. */
  actor: z.string().trim().toLowerCase().max(254).optional().catch(undefined),
  action: z.string().trim().max(80).optional().catch(undefined),
  /** The id of what was acted on. */
  subject: z.string().trim().max(120).optional().catch(undefined),
  /** The last row of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

export type AuditRow = Omit<HashedAudit, "actorId">;

/**
 * One page of the log by key, newest first, with seals only where the filter asks for them. `next` goes into the
 * filter's `after`; null on the last page.
 */
export async function listAudit(
  db: Db,
  { actor, action, subject, after }: z.infer<typeof auditFilterSchema>,
  size: number,
): Promise<ListPage<AuditRow>> {
  const conditions = [
    ...(actor ? [Prisma.sql`actor = ${actor}`] : []),
    action ? Prisma.sql`action = ${action}` : Prisma.sql`action <> ${sealAction}`,
    ...(subject ? [Prisma.sql`subject_id = ${subject}`] : []),
    ...(after ? [Prisma.sql`id < ${after}::bigint`] : []),
  ];
  const found = await db.$queryRaw<AuditRow[]>`
    SELECT id, at, actor, action, subject_type AS "subjectType", subject_id AS "subjectId", before, after, reason
    FROM audit_log WHERE ${Prisma.join(conditions, " AND ")} ORDER BY id DESC LIMIT ${size + 1}::int`;
  return pageOf(found, size, ({ id }) => String(id));
}

/** All distinct actions in the log, in alphabetical order: one look-up in the index for each, not a scan of the log. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ action: string }[]>`
    WITH RECURSIVE known AS (
      (SELECT action FROM audit_log ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_log WHERE action > known.action ORDER BY action LIMIT 1)
      FROM known WHERE known.action IS NOT NULL
    )
    SELECT action FROM known WHERE action IS NOT NULL`;
  return rows.map((row) => row.action);
}
