import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import { resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { whyNotMappable } from "@/lib/shop/catalog/mappable";
import { goneAlertOf } from "./refused-service";
import { priceAlertOf } from "./watch-charges";

export const mapInput = z.object({
  smmServiceId: z.coerce
    .number<string>("Choose one of our services.")
    .int()
    .positive("Choose one of our services."),
  supplierServiceId: z.uuid(),
});

/**
 * Maps one of the shop's services to a supplier's, which is asked after those already mapped; a former mapping is
 * switched on again at its old place. Returns false for one that keeps its place. Errors: not_found; invalid_input for
 * a type of service that needs more than a link and a quantity.
 */
export async function mapService(
  db: Database,
  { smmServiceId, supplierServiceId, ...audit }: AuditContext & z.infer<typeof mapInput>,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    // Concurrent mappings of one service get different places.
    await tx.$queryRaw`SELECT id FROM smm_services WHERE id = ${smmServiceId} FOR UPDATE`;
    const ours = await tx.smmService.findUnique({ where: { id: smmServiceId }, include: { mappings: true } });
    const service = await tx.supplierService.findUnique({ where: { id: supplierServiceId } });
    if (!ours || !service) throw notFound("There is no such service.");
    const obstacle = whyNotMappable(service.type);
    if (obstacle !== null) throw new AppError("invalid_input", { userMessage: obstacle });
    const known = ours.mappings.find((mapping) => mapping.supplierServiceId === supplierServiceId);
    if (known?.isActive) return false;
    const last = Math.max(0, ...ours.mappings.map((mapping) => mapping.preference));
    await tx.serviceMapping.upsert({
      where: { smmServiceId_supplierServiceId: { smmServiceId, supplierServiceId } },
      create: { smmServiceId, supplierServiceId, preference: last + 1 },
      update: { isActive: true, stopReason: null },
    });
    await resolveAlert(tx, priceAlertOf(supplierServiceId));
    await resolveAlert(tx, goneAlertOf(supplierServiceId));
    await recordAudit(tx, audit, "service.mapped", ["service", String(smmServiceId)], {
      after: { supplierServiceId, name: service.name, ratePer1000: service.ratePer1000.toString() },
    });
    return !known;
  });
}

/** Switches a mapping off; its place in the order of preference is kept. Idempotent. Throws not_found. */
export async function unmapService(
  db: Database,
  { mappingId, ...audit }: AuditContext & { mappingId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mapping = await tx.serviceMapping.findUnique({ where: { id: mappingId } });
    if (!mapping) throw notFound("There is no such mapping.");
    if (!mapping.isActive && mapping.stopReason === null) return;
    await tx.serviceMapping.update({ where: { id: mappingId }, data: { isActive: false, stopReason: null } });
    await recordAudit(tx, audit, "service.unmapped", ["service", String(mapping.smmServiceId)], {
      before: { supplierServiceId: mapping.supplierServiceId },
    });
  });
}

/**
 * Sets the order in which the suppliers of one of the shop's services are asked. Throws conflict unless each mapping is
 * named exactly once, because they were changed meanwhile.
 */
export async function reorderMappings(
  db: Database,
  { smmServiceId, mappingIds, ...audit }: AuditContext & { smmServiceId: number; mappingIds: string[] },
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
    await recordAudit(tx, audit, "service.reordered", ["service", String(smmServiceId)], {
      before: { mappingIds: before.map((mapping) => mapping.id) },
      after: { mappingIds },
    });
  });
}
