import type { Tx } from "@/lib/db/client";

/** After a restore: refills that may have been sent before `since` wait for an operator. Returns how many. */
export async function holdRefills(tx: Tx, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE refills SET state = 'unknown', reason = 'database_restored', updated_at = now()
    WHERE state = 'requested' AND created_at <= ${since}`;
}
