import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { notFound } from "@/lib/base/errors";
import type { AddOnChange, PackageChange, ServiceChange } from "./catalog-forms";

/**
 * Changes a package's prices, platforms and presentation; public pages follow at once, and placed orders keep their
 * price. A trigger keeps the price history. Errors: not_found.
 */
export async function updatePackage(
  db: Database,
  { packageId: id, change, ...audit }: AuditContext & { packageId: string; change: PackageChange },
): Promise<void> {
  const read = (tx: Tx) => tx.package.findUnique({ where: { id } });
  const write = (tx: Tx) => tx.package.update({ where: { id }, data: change });
  await update(db, { type: "package", table: Prisma.sql`packages`, id, change, read, write }, audit);
}

/** Changes an add-on's prices or hides it; pages follow at once, and placed orders keep their price. Errors: not_found. */
export async function updateAddOn(
  db: Database,
  { addOnId: id, change, ...audit }: AuditContext & { addOnId: string; change: AddOnChange },
): Promise<void> {
  const read = (tx: Tx) => tx.addOnBundle.findUnique({ where: { id } });
  const write = (tx: Tx) => tx.addOnBundle.update({ where: { id }, data: change });
  await update(db, { type: "add_on", table: Prisma.sql`add_on_bundles`, id, change, read, write }, audit);
}

/** Changes the texts and list price of a service; packages have their own prices. Errors: not_found. */
export async function updateSmmService(
  db: Database,
  { serviceId: id, change, ...audit }: AuditContext & { serviceId: number; change: ServiceChange },
): Promise<void> {
  const read = (tx: Tx) => tx.smmService.findUnique({ where: { id } });
  const write = (tx: Tx) => tx.smmService.update({ where: { id }, data: change });
  await update(db, { type: "service", table: Prisma.sql`smm_services`, id, change, read, write }, audit);
}

type Update = {
  type: string;
  table: Prisma.Sql;
  id: string | number;
  change: Record<string, unknown>;
  read(tx: Tx): Promise<Record<string, unknown> | null>;
  write(tx: Tx): Promise<unknown>;
};

/** Writes only real changes; the audit log gets the changed fields. */
async function update(
  db: Database,
  { type, table, id, change, read, write }: Update,
  audit: AuditContext,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM ${table} WHERE id = ${id} FOR UPDATE`;
    const held = await read(tx);
    if (!held) throw notFound(`There is no such ${type.replace("_", "-")}.`);
    const fields = Object.keys(change).filter(
      (field) => JSON.stringify(held[field]) !== JSON.stringify(change[field]),
    );
    if (fields.length === 0) return;
    await write(tx);
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(fields.map((field) => [field, from[field] as Prisma.InputJsonValue]));
    await recordAudit(tx, audit, `${type}.changed`, [type, String(id)], {
      before: pick(held),
      after: pick(change),
    });
  });
}
