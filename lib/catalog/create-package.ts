import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { amountLabel } from "./catalog";
import type { NewPackage } from "./schema";

/**
 * Puts a new package on sale, behind those of its service. Returns its id, `<service>-<quantity>`. Throws conflict when
 * there is one of that size, hidden or not: old orders refer to it, so it is shown again instead.
 */
export async function createPackage(
  db: Database,
  { entry, actor, reason }: { entry: NewPackage; actor: Actor; reason: string },
): Promise<string> {
  const id = `${entry.service}-${entry.quantity}`;
  try {
    await db.$transaction(async (tx) => {
      const last = await tx.package.aggregate({ _max: { position: true } });
      await tx.package.create({ data: { id, ...entry, position: (last._max.position ?? -1) + 1 } });
      await recordAudit(tx, {
        actor,
        action: "package.added",
        subjectType: "package",
        subjectId: id,
        after: { ...entry },
        reason,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", {
      userMessage: `There is a package of ${amountLabel(entry.quantity, entry.service)} already. Edit it instead.`,
    });
  }
  return id;
}
