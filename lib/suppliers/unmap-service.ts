import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Switches a mapping off; its place in the order of preference is kept. Idempotent. Throws not_found. */
export async function unmapService(
  db: Database,
  { mappingId, ...deed }: Deed & { mappingId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mapping = await tx.serviceMapping.findUnique({ where: { id: mappingId } });
    if (!mapping) throw new AppError("not_found", { userMessage: "There is no such mapping." });
    if (!mapping.isActive) return;
    await tx.serviceMapping.update({ where: { id: mappingId }, data: { isActive: false } });
    await recordAudit(tx, {
      ...deed,
      action: "service.unmapped",
      subjectType: "service",
      subjectId: String(mapping.smmServiceId),
      before: { supplierServiceId: mapping.supplierServiceId },
    });
  });
}
