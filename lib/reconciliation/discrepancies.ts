import { databaseNow } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import type { Discrepancy } from "@/lib/db/generated/client";

/** A difference between two records; `key` identifies it across runs, so that it is listed once. */
export type Difference = { key: string; kind: string; orderId: string | null; message: string };

/** The discrepancies that are not resolved, the oldest first. */
export async function listDiscrepancies(db: Db, { limit }: { limit?: number } = {}): Promise<Discrepancy[]> {
  return db.discrepancy.findMany({
    where: { resolvedAt: null },
    orderBy: [{ foundAt: "asc" }, { id: "asc" }],
    ...(limit !== undefined && { take: limit }),
  });
}

/** Stores differences as discrepancies, one per key; a resolved one that comes back is open again. */
export async function saveNewDiscrepancies(tx: Db, differences: Difference[]): Promise<void> {
  if (differences.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO discrepancies AS discrepancy (id, key, kind, order_id, message)
    SELECT uuidv7(), key, kind, "orderId", message
    FROM jsonb_to_recordset(${JSON.stringify(differences)}::jsonb)
      AS found(key text, kind text, "orderId" uuid, message text)
    ON CONFLICT (key) DO UPDATE SET message = EXCLUDED.message, last_seen_at = now(), resolved_at = NULL,
      found_at = CASE WHEN discrepancy.resolved_at IS NULL THEN discrepancy.found_at ELSE now() END`;
}

/**
 * Stores the differences that a run found, resolves the discrepancies that are gone, and moves the run's cursor. Those
 * that the run did not compare (`unseen`) stay as they are.
 */
export async function saveDiscrepancies(
  db: Database,
  { differences, unseen }: { differences: Difference[]; unseen: { key: string }[] },
  cursor: { name: string; at: Date },
): Promise<void> {
  const kept = [...differences, ...unseen].map(({ key }) => key);
  await db.$transaction(async (tx) => {
    await saveNewDiscrepancies(tx, differences);
    await tx.discrepancy.updateMany({
      where: { resolvedAt: null, key: { notIn: kept } },
      data: { resolvedAt: databaseNow() },
    });
    await moveCursor(tx, cursor.name, cursor.at.toISOString());
  });
}

/** How far a run that reads Stripe has come; null before the first. */
export async function findCursor(db: Db, name: string): Promise<string | null> {
  return (await db.reconcileCursor.findUnique({ where: { name } }))?.value ?? null;
}

/** Notes how far a run has come. */
export async function moveCursor(db: Db, name: string, value: string): Promise<void> {
  await db.reconcileCursor.upsert({ where: { name }, create: { name, value }, update: { value } });
}
