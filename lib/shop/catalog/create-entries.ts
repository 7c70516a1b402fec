import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { conflict } from "@/lib/base/errors";
import { amountLabel } from "./catalog";
import type { NewAddOn, NewPackage } from "./catalog-forms";

/**
 * Adds a package after the others of its service. Returns its id, `<service>-<quantity>`. Errors: conflict when one of
 * that size exists, hidden or not: old orders refer to it, so it has to be shown again instead.
 */
export async function createPackage(
  db: Database,
  { entry, ...audit }: AuditContext & { entry: NewPackage },
): Promise<string> {
  const id = `${entry.service}-${entry.quantity}`;
  const exists = `There is a package of ${amountLabel(entry.quantity, entry.service)} already. Edit it instead.`;
  return create(db, { type: "package", id, entry, exists }, audit, async (tx) => {
    const last = await tx.package.aggregate({ _max: { position: true } });
    await tx.package.create({ data: { id, ...entry, position: (last._max.position ?? -1) + 1 } });
  });
}

/**
 * Adds an add-on after the others of its page. Returns its id, `<surface>-<service>-<quantity>`. Errors: conflict when
 * the page has one of that size, hidden or not.
 */
export async function createAddOn(
  db: Database,
  { entry, ...audit }: AuditContext & { entry: NewAddOn },
): Promise<string> {
  const id = `${entry.surface}-${entry.service}-${entry.quantity}`;
  const exists = `This page offers +${amountLabel(entry.quantity, entry.service)} already. Edit it instead.`;
  return create(db, { type: "add_on", id, entry, exists }, audit, async (tx) => {
    const last = await tx.addOnBundle.aggregate({ _max: { position: true } });
    await tx.addOnBundle.create({ data: { id, ...entry, position: (last._max.position ?? -1) + 1 } });
  });
}

async function create(
  db: Database,
  { type, id, entry, exists }: { type: string; id: string; entry: NewPackage | NewAddOn; exists: string },
  audit: AuditContext,
  insert: (tx: Tx) => Promise<void>,
): Promise<string> {
  try {
    await db.$transaction(async (tx) => {
      await insert(tx);
      await recordAudit(tx, audit, `${type}.added`, [type, id], { after: { ...entry } });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(exists);
  }
  return id;
}
