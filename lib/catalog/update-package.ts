import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { changedFields } from "./changed-fields";
import type { PackageChange } from "./schema";

/**
 * Changes what a package costs, where it is sold and how it is shown; public pages follow at once. Orders that are
 * placed keep the price they were placed at. The price history is the database's own. Nothing is written when nothing
 * changes. Throws not_found.
 */
export async function updatePackage(
  db: Database,
  {
    packageId,
    change,
    actor,
    reason,
  }: { packageId: string; change: PackageChange; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM packages WHERE id = ${packageId} FOR UPDATE`;
    const held = await tx.package.findUnique({ where: { id: packageId } });
    if (!held) throw new AppError("not_found", { userMessage: "There is no such package." });
    const changed = changedFields(held, change);
    if (!changed) return;
    await tx.package.update({ where: { id: packageId }, data: change });
    await recordAudit(tx, {
      actor,
      action: "package.changed",
      subjectType: "package",
      subjectId: packageId,
      ...changed,
      reason,
    });
  });
}
