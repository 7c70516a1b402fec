import type { Db } from "@/lib/db/client";
import type { Platform, ServiceType } from "@/lib/platforms";
import { isMappable } from "./map-service";

/** A supplier as the admin pages shows it; money is decimal text in the supplier's currency. */
export type SupplierSummary = {
  id: string;
  name: string;
  kind: "panel_v2" | "manual";
  isActive: boolean;
  holdUntil: Date | null;
  holdReason: string | null;
  apiUrl: string | null;
  evidenceMode: string;
  balance: string | null;
  balanceCurrency: string | null;
  balanceAt: Date | null;
  lowBalance: string;
  /** What was spent a day over the last week, and how many days the balance lasts at that; null without a figure. */
  spentPerDay: string;
  runwayDays: number | null;
  openItems: number;
  services: number;
};

/** All suppliers with their balances, how long those last, and what is in progress. One statement. */
export async function listSuppliers(db: Db): Promise<SupplierSummary[]> {
  return db.$queryRaw<SupplierSummary[]>`
    SELECT supplier.id, supplier.name, supplier.kind::text, supplier.is_active AS "isActive",
      CASE WHEN supplier.hold_until > now() THEN supplier.hold_until END AS "holdUntil",
      CASE WHEN supplier.hold_until > now() THEN supplier.hold_reason END AS "holdReason",
      supplier.api_url AS "apiUrl", supplier.evidence_mode::text AS "evidenceMode", supplier.balance::text,
      supplier.balance_currency AS "balanceCurrency", supplier.balance_at AS "balanceAt",
      supplier.low_balance::text AS "lowBalance", round(spent.sum / 7, 4)::text AS "spentPerDay",
      floor(supplier.balance / NULLIF(spent.sum / 7, 0))::float AS "runwayDays",
      (SELECT count(*)::int FROM fulfillment_items AS item
        WHERE item.supplier_id = supplier.id AND item.state IN ('submitting', 'submitted', 'in_progress', 'unknown'))
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

export type SupplierServiceRow = {
  id: string;
  externalId: string;
  name: string;
  type: string;
  category: string;
  ratePer1000: string;
  minQuantity: number;
  maxQuantity: number;
  canRefill: boolean;
  canCancel: boolean;
  /** Only these deliver what the shop sells. */
  isMappable: boolean;
};

/**
 * What a supplier sells whose name, category or number holds `search`, in order of category and name. At most
 * `limit`, from behind the first `skip`.
 */
export async function listSupplierServices(
  db: Db,
  input: { supplierId: string; search?: string; limit: number; skip?: number },
): Promise<SupplierServiceRow[]> {
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
    isMappable: isMappable(row.type),
  }));
}

export type MappedService = {
  smmServiceId: number;
  platform: Platform;
  serviceType: ServiceType;
  name: string;
  pricePer1000Cents: number;
  /** In the order in which they are asked. */
  mappings: {
    id: string;
    isActive: boolean;
    supplierName: string;
    serviceName: string;
    externalId: string;
    /** What 1,000 units cost there, in its currency. */
    ratePer1000: string;
    currency: string | null;
    minQuantity: number;
    maxQuantity: number;
  }[];
};

/** The shop's services with who delivers them, what that costs, and the least and most they take. */
export async function listMappedServices(db: Db): Promise<MappedService[]> {
  const services = await db.smmService.findMany({
    orderBy: { id: "asc" },
    include: {
      mappings: {
        orderBy: [{ preference: "asc" }, { id: "asc" }],
        include: { supplierService: { include: { supplier: true } } },
      },
    },
  });
  return services.map((service) => ({
    smmServiceId: service.id,
    platform: service.platform,
    serviceType: service.serviceType,
    name: service.name,
    pricePer1000Cents: service.pricePer1000Cents,
    mappings: service.mappings.map(({ id, isActive, supplierService }) => ({
      id,
      isActive,
      supplierName: supplierService.supplier.name,
      serviceName: supplierService.name,
      externalId: supplierService.externalId,
      ratePer1000: supplierService.ratePer1000.toString(),
      currency: supplierService.supplier.balanceCurrency,
      minQuantity: supplierService.minQuantity,
      maxQuantity: supplierService.maxQuantity,
    })),
  }));
}
