import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import type { AddOnChange, PackageChange, ServiceChange } from "./schema";

/**
 * Changes a package's prices, platforms and presentation; public pages follow at once, and placed orders keep their
 * price. A trigger keeps the price history. Errors: not_found.
 */
export async function updatePackage(
  db: Database,
  { packageId: id, change, ...deed }: Deed & { packageId: string; change: PackageChange },
): Promise<void> {
  const lock = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT id FROM packages WHERE id = ${id} FOR UPDATE`;
    return tx.package.findUnique({ where: { id } });
  };
  const write = (tx: Prisma.TransactionClient) => tx.package.update({ where: { id }, data: change });
  await update(db, { type: "package", id, change, lock, write }, deed);
}

/** Changes an add-on's prices or hides it; pages follow at once, and placed orders keep their price. Errors: not_found. */
export async function updateAddOn(
  db: Database,
  { addOnId: id, change, ...deed }: Deed & { addOnId: string; change: AddOnChange },
): Promise<void> {
  const lock = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT id FROM add_on_bundles WHERE id = ${id} FOR UPDATE`;
    return tx.addOnBundle.findUnique({ where: { id } });
  };
  const write = (tx: Prisma.TransactionClient) => tx.addOnBundle.update({ where: { id }, data: change });
  await update(db, { type: "add_on", id, change, lock, write }, deed);
}

/** Changes the texts and list price of a service; packages have their own prices. Errors: not_found. */
export async function updateSmmService(
  db: Database,
  { serviceId: id, change, ...deed }: Deed & { serviceId: number; change: ServiceChange },
): Promise<void> {
  const lock = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT id FROM smm_services WHERE id = ${id} FOR UPDATE`;
    return tx.smmService.findUnique({ where: { id } });
  };
  const write = (tx: Prisma.TransactionClient) => tx.smmService.update({ where: { id }, data: change });
  await update(db, { type: "service", id: String(id), change, lock, write }, deed);
}

type Change = PackageChange | AddOnChange | ServiceChange;

type Update = {
  type: string;
  id: string;
  change: Change;
  lock(tx: Prisma.TransactionClient): Promise<object | null>;
  write(tx: Prisma.TransactionClient): Promise<unknown>;
};

/** Writes only real changes; the audit log gets the changed fields. */
async function update(db: Database, { type, id, change, lock, write }: Update, deed: Deed): Promise<void> {
  await db.$transaction(async (tx) => {
    const held = await lock(tx);
    if (!held)
      throw new AppError("not_found", { userMessage: `There is no such ${type.replace("_", "-")}.` });
    const fields = Object.keys(change).filter(
      (field) =>
        JSON.stringify(field in held && held[field as never]) !== JSON.stringify(change[field as never]),
    );
    if (fields.length === 0) return;
    await write(tx);
    const pick = (from: object) =>
      Object.fromEntries(fields.map((field) => [field, from[field as never] as Prisma.InputJsonValue]));
    await recordAudit(tx, {
      ...deed,
      action: `${type}.changed`,
      subjectType: type,
      subjectId: id,
      before: pick(held),
      after: pick(change),
    });
  });
}
