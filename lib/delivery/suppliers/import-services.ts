import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import { AppError, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { isMappable } from "@/lib/shop/catalog/mappable";
import { noAccess, openProvider, type SupplierDeps } from "./protocol/open-provider";

const batch = 1_000;

/**
 * Imports a supplier's list of services: new ones are added, known ones updated, and none is removed, because orders
 * refer to them. Returns how many; `gone` are the names of mapped services that it no longer lists, `unfit` of those
 * that need more than a link and a quantity now and are asked for nothing. Idempotent. Errors: not_found;
 * upstream_failed when the supplier gives no list.
 */
export async function importServices(
  deps: SupplierDeps,
  { supplierId, ...audit }: AuditContext & { supplierId: string },
) {
  const supplier = await deps.db.supplier.findUnique({ where: { id: supplierId } });
  if (!supplier) throw notFound("There is no such supplier.");
  const answer = await openProvider(supplier, deps.provider)?.services();
  if (!answer?.ok) {
    throw new AppError("upstream_failed", {
      userMessage: `${supplier.name} did not send a list of services. Test its connection first.`,
      detail: answer?.reason ?? noAccess,
    });
  }
  const { services, unreadable, notation } = answer;
  return deps.db.$transaction(async (tx) => {
    if (notation !== null) {
      await tx.supplier.update({ where: { id: supplierId }, data: { numberNotation: notation } });
    }
    let [added, changed] = [0, 0];
    for (let start = 0; start < services.length; start += batch) {
      const rows = services.slice(start, start + batch).map((service) => ({ ...service, id: newId() }));
      const written = await tx.$queryRaw<{ is_new: boolean }[]>`
        INSERT INTO supplier_services AS known (id, supplier_id, external_id, name, type, category, rate_per_1000,
          min_quantity, max_quantity, can_refill, can_cancel)
        SELECT id, ${supplierId}::uuid, "externalId", name, type, category, "ratePer1000", "minQuantity", "maxQuantity",
          "canRefill", "canCancel"
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(id uuid, "externalId" text, name text, type text,
          category text, "ratePer1000" numeric(18, 7), "minQuantity" int, "maxQuantity" int, "canRefill" boolean,
          "canCancel" boolean)
        ON CONFLICT (supplier_id, external_id) DO UPDATE SET name = EXCLUDED.name, type = EXCLUDED.type,
          category = EXCLUDED.category, rate_per_1000 = EXCLUDED.rate_per_1000, min_quantity = EXCLUDED.min_quantity,
          max_quantity = EXCLUDED.max_quantity, can_refill = EXCLUDED.can_refill, can_cancel = EXCLUDED.can_cancel
        WHERE (known.name, known.type, known.category, known.rate_per_1000, known.min_quantity, known.max_quantity,
            known.can_refill, known.can_cancel)
          IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.type, EXCLUDED.category, EXCLUDED.rate_per_1000,
            EXCLUDED.min_quantity, EXCLUDED.max_quantity, EXCLUDED.can_refill, EXCLUDED.can_cancel)
        RETURNING xmax = 0 AS is_new`;
      added += written.filter((row) => row.is_new).length;
      changed += written.filter((row) => !row.is_new).length;
    }
    const mapped = await tx.supplierService.findMany({
      where: { supplierId, mappings: { some: { isActive: true } } },
      select: { name: true, type: true, externalId: true },
    });
    const known = new Set(services.map((service) => service.externalId));
    const gone = mapped.flatMap(({ name, externalId }) => (known.has(externalId) ? [] : [name]));
    const unfit = mapped.flatMap(({ name, type }) => (isMappable(type) ? [] : [name]));
    const result = { listed: services.length, added, changed, unreadable, gone, unfit };
    await recordAudit(tx, audit, "supplier.services_imported", ["supplier", supplierId], { after: result });
    return result;
  });
}

/** The mapped services that an import found missing or changed, in words. */
export function describeLost({ gone, unfit }: { gone: string[]; unfit: string[] }): string {
  const lost = gone.length > 0 ? ` Mapped, but no longer listed: ${gone.join("; ")}.` : "";
  const changed =
    unfit.length > 0
      ? ` Mapped, but needing more than a link and a quantity now, so nothing is ordered there: ${unfit.join("; ")}.`
      : "";
  return lost + changed;
}
