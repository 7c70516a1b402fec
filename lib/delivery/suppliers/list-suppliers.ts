import type { Db } from "@/lib/base/db/client";
import type { Supplier } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { listOwnServices } from "@/lib/shop/catalog/list-entries";
import { whyNotMappable } from "@/lib/shop/catalog/mappable";
import { type EvidenceMode, evidenceModeOf } from "./evidence-modes";
import { type ErrorRule, readErrorRules } from "./protocol/error-rules";

/** A supplier as the admin lists it; money is decimal text in the supplier's currency. */
export type SupplierSummary = Pick<
  Supplier,
  "id" | "name" | "kind" | "isActive" | "pausedAt" | "holdReason" | "apiUrl" | "balanceCurrency" | "balanceAt"
> & {
  balance: string | null;
  lowBalance: string;
  /**
   * Average spending a day over the last week, and how many days the balance lasts at that rate; null without a
   * balance.
   */
  spentPerDay: string;
  runwayDays: number | null;
  openItems: number;
  services: number;
};

/** All suppliers with their balances, how long those last, and how many items are in progress there. */
export async function listSuppliers(db: Db): Promise<SupplierSummary[]> {
  return db.$queryRaw<SupplierSummary[]>`
    SELECT supplier.id, supplier.name, supplier.kind::text, supplier.is_active AS "isActive",
      supplier.paused_at AS "pausedAt",
      CASE WHEN supplier.hold_until > now() THEN supplier.hold_reason END AS "holdReason",
      supplier.api_url AS "apiUrl", supplier.balance::text,
      supplier.balance_currency AS "balanceCurrency", supplier.balance_at AS "balanceAt",
      supplier.low_balance::text AS "lowBalance", round(spent.sum / 7, 4)::text AS "spentPerDay",
      CASE WHEN supplier.balance < 0 THEN 0 ELSE floor(supplier.balance / NULLIF(spent.sum / 7, 0)) END::float
        AS "runwayDays",
      (SELECT count(*)::int FROM fulfillment_items AS item
        WHERE item.supplier_id = supplier.id AND item.state ${inSet("mayBeAtSupplier")})
        AS "openItems",
      (SELECT count(*)::int FROM supplier_services AS service WHERE service.supplier_id = supplier.id) AS services
    FROM suppliers AS supplier, LATERAL (
      SELECT COALESCE(sum(item.charge), 0) AS sum
      FROM supplier_calls AS call JOIN fulfillment_items AS item ON item.id = call.item_id
      WHERE call.supplier_id = supplier.id AND call.action = 'add' AND call.outcome = 'accepted'
        AND call.started_at > now() - interval '7 days'
    ) AS spent
    ORDER BY supplier.name`;
}

/** A supplier with its settings; instead of its key, only whether there is one. */
export type SupplierDetails = SupplierSummary &
  Pick<
    Supplier,
    "ratePerSecond" | "maxConcurrent" | "evidenceField" | "evidenceWindowSeconds" | "numberNotation"
  > & {
    hasKey: boolean;
    evidenceMode: EvidenceMode;
    errorRules: ErrorRule[];
  };

/** A supplier as its admin page shows it; null when there is none. */
export async function findSupplier(db: Db, supplierId: string): Promise<SupplierDetails | null> {
  const row = await db.supplier.findUnique({ where: { id: supplierId } });
  const summary = (await listSuppliers(db)).find((supplier) => supplier.id === supplierId);
  if (!row || !summary) return null;
  const { apiKeySealed, ratePerSecond, maxConcurrent, evidenceField, evidenceWindowSeconds } = row;
  const { numberNotation } = row;
  const evidenceMode = evidenceModeOf(row.evidenceMode);
  const settings = { ratePerSecond, maxConcurrent, evidenceMode, evidenceField, evidenceWindowSeconds };
  const errorRules = readErrorRules(row.errorRules);
  return { ...summary, ...settings, numberNotation, hasKey: apiKeySealed !== null, errorRules };
}

/**
 * A supplier's services whose name or category contains `search` or whose number is it, by category and name. At most
 * `limit`, after the first `skip`.
 */
export async function listSupplierServices(
  db: Db,
  input: { supplierId: string; search?: string; limit: number; skip?: number },
) {
  const { supplierId, search, limit, skip = 0 } = input;
  const contains = { contains: search ?? "", mode: "insensitive" } as const;
  const rows = await db.supplierService.findMany({
    where: {
      supplierId,
      ...(search && { OR: [{ name: contains }, { category: contains }, { externalId: search }] }),
    },
    orderBy: [{ category: "asc" }, { name: "asc" }, { id: "asc" }],
    take: limit,
    skip,
  });
  return rows.map(({ ratePer1000, supplierId: _, ...row }) => ({
    ...row,
    ratePer1000: ratePer1000.toString(),
    obstacle: whyNotMappable(row.type),
  }));
}

export type SupplierServiceRow = Awaited<ReturnType<typeof listSupplierServices>>[number];

/** The shop's services with the supplier services that deliver them, in the order in which they are asked. */
export async function listMappedServices(db: Db) {
  const ours = await listOwnServices(db);
  const mappings = await db.serviceMapping.findMany({
    orderBy: [{ preference: "asc" }, { id: "asc" }],
    include: { supplierService: { include: { supplier: true } } },
  });
  return ours.map(({ id: smmServiceId, name }) => ({
    smmServiceId,
    name,
    mappings: mappings
      .filter((mapping) => mapping.smmServiceId === smmServiceId)
      .map(({ id, isActive, stopReason, supplierService }) => ({
        id,
        isActive,
        stopReason,
        supplierName: supplierService.supplier.name,
        serviceName: supplierService.name,
        externalId: supplierService.externalId,
        ratePer1000: supplierService.ratePer1000.toString(),
        currency: supplierService.supplier.balanceCurrency,
        minQuantity: supplierService.minQuantity,
        maxQuantity: supplierService.maxQuantity,
        obstacle: whyNotMappable(supplierService.type),
      })),
  }));
}

export type MappedService = Awaited<ReturnType<typeof listMappedServices>>[number];
