import type { Database } from "@/lib/db/client";
import { auditOrigin, hashAudit } from "./record-audit";

const batch = 1_000;

/** Verifies the whole log; `brokenAt` is the first row whose hash, or whose link to the row before, is wrong. */
export async function checkAudit(db: Database): Promise<{ rows: number; brokenAt: bigint | null }> {
  let previous = auditOrigin;
  let rows = 0;
  let after = 0n;
  for (;;) {
    const entries = await db.auditEntry.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: batch,
    });
    for (const entry of entries) {
      const isNext = entry.id === after + 1n;
      if (!isNext || entry.previous !== previous || entry.hash !== hashAudit(entry, previous)) {
        return { rows, brokenAt: entry.id };
      }
      previous = entry.hash;
      after = entry.id;
      rows++;
    }
    if (entries.length < batch) return { rows, brokenAt: null };
  }
}
