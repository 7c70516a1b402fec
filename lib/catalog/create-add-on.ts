import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { amountLabel } from "./catalog";
import type { NewAddOn } from "./schema";

/**
 * Offers a new add-on on one page, behind the others. Returns its id, `<surface>-<service>-<quantity>`. Throws conflict
 * when that page has one of the size, hidden or not.
 */
export async function createAddOn(
  db: Database,
  { entry, actor, reason }: { entry: NewAddOn; actor: Actor; reason: string },
): Promise<string> {
  const id = `${entry.surface}-${entry.service}-${entry.quantity}`;
  try {
    await db.$transaction(async (tx) => {
      const last = await tx.addOnBundle.aggregate({ _max: { position: true } });
      await tx.addOnBundle.create({ data: { id, ...entry, position: (last._max.position ?? -1) + 1 } });
      await recordAudit(tx, {
        actor,
        action: "add_on.added",
        subjectType: "add_on",
        subjectId: id,
        after: { ...entry },
        reason,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", {
      userMessage: `This page offers +${amountLabel(entry.quantity, entry.service)} already. Edit it instead.`,
    });
  }
  return id;
}
