import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Sets the order in which the suppliers of one of the shop's services are asked. Throws conflict unless each mapping is
 * named exactly once, because they were changed meanwhile.
 */
export async function reorderMappings(
  db: Database,
  { smmServiceId, mappingIds, ...deed }: Deed & { smmServiceId: number; mappingIds: string[] },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM smm_services WHERE id = ${smmServiceId} FOR UPDATE`;
    const before = await tx.serviceMapping.findMany({
      where: { smmServiceId },
      orderBy: [{ preference: "asc" }, { id: "asc" }],
    });
    const isSame =
      before.length === mappingIds.length && before.every((mapping) => mappingIds.includes(mapping.id));
    if (!isSame) throw new AppError("conflict");
    await tx.$executeRaw`
      UPDATE service_mappings AS mapping SET preference = place.number
      FROM unnest(${mappingIds}::uuid[]) WITH ORDINALITY AS place(id, number) WHERE mapping.id = place.id`;
    await recordAudit(tx, {
      ...deed,
      action: "service.reordered",
      subjectType: "service",
      subjectId: String(smmServiceId),
      before: { mappingIds: before.map((mapping) => mapping.id) },
      after: { mappingIds },
    });
  });
}
