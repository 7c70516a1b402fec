import { databaseNow } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import type { ReconcileFinding } from "@/lib/db/generated/client";
import type { Difference } from "@/lib/payments/compare-payment";

/** The differences that are not resolved, the oldest first. */
export async function listFindings(db: Db): Promise<ReconcileFinding[]> {
  return db.reconcileFinding.findMany({
    where: { resolvedAt: null },
    orderBy: [{ foundAt: "asc" }, { id: "asc" }],
  });
}

/** Lists differences, each once under its key. One that comes back begins anew. */
export async function saveNewFindings(tx: Db, differences: Difference[]): Promise<void> {
  if (differences.length === 0) return;
  const rows = JSON.stringify(
    differences.map(({ key, kind, orderId, sentence }) => ({ key, kind, order_id: orderId, sentence })),
  );
  await tx.$executeRaw`
    INSERT INTO reconcile_findings AS finding (id, key, kind, order_id, sentence)
    SELECT uuidv7(), key, kind, order_id, sentence
    FROM jsonb_to_recordset(${rows}::jsonb) AS found(key text, kind text, order_id uuid, sentence text)
    ON CONFLICT (key) DO UPDATE SET sentence = EXCLUDED.sentence, last_seen_at = now(), resolved_at = NULL,
      found_at = CASE WHEN finding.resolved_at IS NULL THEN finding.found_at ELSE now() END`;
}

/**
 * Writes what a run of the reconciler found: each difference once under its key, those that are gone as resolved, and
 * how far the run looked. One that comes back begins anew; one that the run did not look at (`unseen`) stays as it is.
 */
export async function saveFindings(
  db: Database,
  { differences, unseen }: { differences: Difference[]; unseen: { key: string }[] },
  cursor: { name: string; at: Date },
): Promise<void> {
  const value = cursor.at.toISOString();
  const kept = [...differences, ...unseen].map(({ key }) => key);
  await db.$transaction(async (tx) => {
    await saveNewFindings(tx, differences);
    await tx.reconcileFinding.updateMany({
      where: { resolvedAt: null, key: { notIn: kept } },
      data: { resolvedAt: databaseNow() },
    });
    await tx.reconcileCursor.upsert({
      where: { name: cursor.name },
      create: { name: cursor.name, value },
      update: { value },
    });
  });
}
