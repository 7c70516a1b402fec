import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { type Block, Prisma } from "@/lib/base/db/generated/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { NewBlock } from "./block-schema";

/** The facts known of the caller; `network` as rate limits count it (addressKey). */
export type Subject = { email?: string; target?: string; network?: string | null; card?: string };

/**
 * Refuses a caller with anything on the block list. The answer doesn't say which entry matched, so that the list can't
 * be probed. Throws blocked.
 */
export async function requireNotBlocked(db: Db, subject: Subject): Promise<void> {
  if (await isBlocked(db, subject)) throw new AppError("blocked");
}

/** True when anything about the subject is on the block list. */
export async function isBlocked(db: Db, subject: Subject): Promise<boolean> {
  const [row] = await db.$queryRaw<{ blocked: boolean }[]>`SELECT ${isBlockedSql(subject)} AS blocked`;
  return row?.blocked ?? false;
}

/** `isBlocked` as an SQL condition, about given values or columns. Each kind is found by the index of the list. */
export function isBlockedSql(subject: { [Key in keyof Subject]: Subject[Key] | Prisma.Sql }): Prisma.Sql {
  const { email = null, target = null, card = null } = subject;
  const network = subject.network && subject.network !== "unknown" ? subject.network : null;
  // An IPv6 address that an earlier release stored is a /128, which contains no caller's /64.
  return Prisma.sql`(EXISTS (SELECT FROM email_key(${email}::text) AS mailbox, lower(${email}::text) AS address, blocks
      WHERE kind = 'email' AND value IN (mailbox, '@' || split_part(mailbox, '@', 2), address, '@' || split_part(address, '@', 2)))
    OR EXISTS (SELECT FROM blocks WHERE kind = 'target' AND value = ${target}::text)
    OR EXISTS (SELECT FROM blocks WHERE kind = 'card' AND value = ${card}::text)
    OR EXISTS (SELECT FROM blocks WHERE CASE kind WHEN 'network'
      THEN set_masklen(value::inet, LEAST(masklen(value::inet), CASE family(value::inet) WHEN 6 THEN 64 ELSE 32 END))
        >>= ${network}::text::inet END AND kind = 'network'))`;
}

/** The entries that contain `search` in any case, the newest first, at most `limit`. */
export function listBlocks(db: Db, { search, limit }: { search?: string; limit: number }): Promise<Block[]> {
  return db.block.findMany({
    where: search ? { value: { contains: search, mode: "insensitive" } } : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

// Each order is checked against all entries; a longer list belongs in a firewall.
const maxEntries = 10_000;

/** Adds an entry to the block list. Errors: conflict (already listed, or the list is full). */
export async function addBlock(
  db: Database,
  { block, ...audit }: { block: NewBlock } & AuditContext,
): Promise<string> {
  const id = newId();
  try {
    await db.$transaction(async (tx) => {
      if ((await tx.block.count()) >= maxEntries) {
        throw conflict("The block list is full. Remove what is no longer needed.");
      }
      // The key of `+1@example.com` is `@example.com`, which would block the whole domain.
      const [key] = await tx.$queryRaw<{ value: string }[]>`
        SELECT CASE WHEN ${block.kind} = 'email' AND email_key(${block.value}) NOT LIKE '@%'
          THEN email_key(${block.value}) ELSE ${block.value} END AS value`;
      const value = key?.value ?? block.value;
      await tx.block.create({
        data: { id, kind: block.kind, value, reason: audit.reason, createdBy: audit.actor.email },
      });
      await recordAudit(tx, audit, "block.added", ["block", id], { after: { kind: block.kind, value } });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict("This is already on the block list.");
  }
  return id;
}

/** Removes an entry from the block list. Errors: not_found. */
export async function removeBlock(
  db: Database,
  { id, ...audit }: { id: string } & AuditContext,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [removed] = await tx.$queryRaw<{ kind: string; value: string }[]>`
      DELETE FROM blocks WHERE id = ${id}::uuid RETURNING kind::text, value`;
    if (!removed) throw notFound("This is not on the block list any more.");
    await recordAudit(tx, audit, "block.removed", ["block", id], { before: removed });
  });
}
