import type { Db } from "@/lib/base/db/client";
import type { Discrepancy } from "@/lib/base/db/generated/client";

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
export async function saveDiscrepancies(tx: Db, differences: Difference[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO discrepancies AS discrepancy (id, key, kind, order_id, message)
    SELECT uuidv7(), key, kind, "orderId", message
    FROM jsonb_to_recordset(${JSON.stringify(differences)}::jsonb)
      AS found(key text, kind text, "orderId" uuid, message text)
    ON CONFLICT (key) DO UPDATE SET message = EXCLUDED.message, last_seen_at = now(), resolved_at = NULL,
      found_at = CASE WHEN discrepancy.resolved_at IS NULL THEN discrepancy.found_at ELSE now() END`;
}

/** How far a run that reads Stripe has come; null before the first. */
export async function findCursor(db: Db, name: string): Promise<string | null> {
  return (await db.reconcileCursor.findUnique({ where: { name } }))?.value ?? null;
}

export async function moveCursor(db: Db, name: string, value: string): Promise<void> {
  await db.reconcileCursor.upsert({ where: { name }, create: { name, value }, update: { value } });
}
