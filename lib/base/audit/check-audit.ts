import type { Database } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { type AuditAnchor, isLost, lostAnchorMessage } from "./audit-anchor";
import { auditOrigin, hashAudit } from "./record-audit";
import { foreignSealMessage, isOwnSeal, sealAction } from "./seal-audit";

const batch = 1_000;

type AuditCheck = {
  rows: number;
  /** The first row whose hash, or whose link to the row before, is wrong. */
  brokenAt: bigint | null;
  /** The last row that a seal of SHOP_SECRET vouches for; 0 when none does. */
  sealedTo: bigint;
  /** No key of SHOP_SECRET made the newest seal. */
  isSealForeign: boolean;
};

/** Walks the whole log, up to the first broken row. */
async function walkAudit(db: Database, secret: string): Promise<AuditCheck> {
  const check: AuditCheck = { rows: 0, brokenAt: null, sealedTo: 0n, isSealForeign: false };
  let previous = auditOrigin;
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
        return { ...check, brokenAt: entry.id };
      }
      if (entry.action === sealAction) {
        check.isSealForeign = !isOwnSeal(secret, entry);
        if (!check.isSealForeign) check.sealedTo = after;
      }
      previous = entry.hash;
      after = entry.id;
      check.rows++;
    }
    if (entries.length < batch) return check;
  }
}

/**
 * Verifies the whole log: its chain, its seals, and that it has the entries that were noted outside the database. Says
 * what was verified. Errors: `conflict` with the first entry that does not fit, and what to do.
 */
export async function checkAudit(
  db: Database,
  secret: string,
  anchors: (AuditAnchor | null)[],
): Promise<string> {
  const { rows, brokenAt, sealedTo, isSealForeign } = await walkAudit(db, secret);
  if (brokenAt !== null) {
    throw conflict(
      `The chain breaks at entry ${brokenAt}: that entry, or one before it, was changed outside the shop. Check who has access to the database.`,
    );
  }
  if (isSealForeign) throw conflict(foreignSealMessage);
  for (const anchor of anchors) {
    if (anchor && (await isLost(db, anchor))) throw conflict(lostAnchorMessage(anchor));
  }
  const entries = rows === 1 ? "1 entry" : `${rows.toLocaleString("en-US")} entries`;
  const sealed =
    sealedTo > 0n ? `a seal covers the first ${sealedTo}` : "none is sealed yet, which the worker does";
  return `The log is intact: ${entries}, each chained to the one before; ${sealed}.`;
}
