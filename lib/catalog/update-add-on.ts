import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { changedFields } from "./changed-fields";
import type { AddOnChange } from "./schema";

/**
 * Changes what an add-on costs on its page, or hides it; pages follow at once, and orders that are placed keep their
 * price. Nothing is written when nothing changes. Throws not_found.
 */
export async function updateAddOn(
  db: Database,
  { addOnId, change, actor, reason }: { addOnId: string; change: AddOnChange; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM add_on_bundles WHERE id = ${addOnId} FOR UPDATE`;
    const held = await tx.addOnBundle.findUnique({ where: { id: addOnId } });
    if (!held) throw new AppError("not_found", { userMessage: "There is no such add-on." });
    const changed = changedFields(held, change);
    if (!changed) return;
    await tx.addOnBundle.update({ where: { id: addOnId }, data: change });
    await recordAudit(tx, {
      actor,
      action: "add_on.changed",
      subjectType: "add_on",
      subjectId: addOnId,
      ...changed,
      reason,
    });
  });
}
