import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { changedFields } from "./changed-fields";
import type { ServiceChange } from "./schema";

export type ServiceInput = { serviceId: number; change: ServiceChange; actor: Actor; reason: string };

/**
 * Changes what customers read about a service. Its price is a list price: packages have their own. Nothing is written
 * when nothing changes. Throws not_found.
 */
export async function updateSmmService(
  db: Database,
  { serviceId, change, actor, reason }: ServiceInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM smm_services WHERE id = ${serviceId} FOR UPDATE`;
    const held = await tx.smmService.findUnique({ where: { id: serviceId } });
    if (!held) throw new AppError("not_found", { userMessage: "There is no such service." });
    const changed = changedFields(held, change);
    if (!changed) return;
    await tx.smmService.update({ where: { id: serviceId }, data: change });
    await recordAudit(tx, {
      actor,
      action: "service.changed",
      subjectType: "service",
      subjectId: String(serviceId),
      ...changed,
      reason,
    });
  });
}
