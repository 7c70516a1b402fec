import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Maps one of the shop's services to a supplier's, which is asked after those already mapped; a former mapping is
 * switched on again at its old place. Errors: not_found; invalid_input for a type of service that needs more than a
 * link and a quantity.
 */
export async function mapService(
  db: Database,
  { smmServiceId, supplierServiceId, ...deed }: Deed & { smmServiceId: number; supplierServiceId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Concurrent mappings of one service get different places.
    await tx.$queryRaw`SELECT id FROM smm_services WHERE id = ${smmServiceId} FOR UPDATE`;
    const ours = await tx.smmService.findUnique({ where: { id: smmServiceId }, include: { mappings: true } });
    const service = await tx.supplierService.findUnique({ where: { id: supplierServiceId } });
    if (!ours || !service) throw new AppError("not_found", { userMessage: "There is no such service." });
    if (!isMappable(service.type)) {
      throw new AppError("invalid_input", {
        userMessage: `Services of type ${service.type} need more than a link and a quantity, so they can't be used here.`,
      });
    }
    const known = ours.mappings.find((mapping) => mapping.supplierServiceId === supplierServiceId);
    if (known?.isActive) return;
    const last = Math.max(0, ...ours.mappings.map((mapping) => mapping.preference));
    await tx.serviceMapping.upsert({
      where: { smmServiceId_supplierServiceId: { smmServiceId, supplierServiceId } },
      create: { smmServiceId, supplierServiceId, preference: last + 1 },
      update: { isActive: true },
    });
    await recordAudit(tx, {
      ...deed,
      action: "service.mapped",
      subjectType: "service",
      subjectId: String(smmServiceId),
      after: { supplierServiceId, name: service.name, ratePer1000: service.ratePer1000.toString() },
    });
  });
}

/** True for services that take a link and a quantity: only these deliver what this shop sells. */
export function isMappable(type: string): boolean {
  return type.trim().toLowerCase() === "default";
}
