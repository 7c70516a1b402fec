import { Prisma } from "@/lib/base/db/generated/client";
import type { EvidenceMode } from "@/lib/delivery/suppliers/evidence-modes";
import {
  type SupplierAccess,
  type SupplierDeps,
  supplierAccess,
} from "@/lib/delivery/suppliers/protocol/open-provider";
import type { AddOutcome, AddRequest, Evidence } from "@/lib/delivery/suppliers/protocol/provider";

/** The right to send one item once. Only the holder of its token can record the outcome. */
export type ItemLease = {
  itemId: string;
  orderId: string;
  targetKey: string;
  attempt: number;
  token: string;
  supplierId: string;
  access: SupplierAccess;
  evidenceMode: EvidenceMode;
  request: AddRequest;
};

/**
 * SQL: the columns of an `ItemLease`, from the rows `item`, `supplier` and `call`. A call from before the supplier's
 * address, key or evidence mode changed has no evidence; nor has one of mode `balance`, which release 1.0 writes.
 */
export const leaseColumns = Prisma.sql`
  item.id AS "itemId", item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt,
  item.lease_token AS token, item.supplier_id AS "supplierId", ${supplierAccess}, call.request,
  CASE WHEN call.started_at <= supplier.evidence_since OR supplier.evidence_mode = 'balance' THEN 'none'
    ELSE supplier.evidence_mode::text END AS "evidenceMode"`;

/** SQL: joins the supplier of the row `item` and its newest call. */
export const leaseJoins = Prisma.sql`
  JOIN suppliers AS supplier ON supplier.id = item.supplier_id
  JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt`;

export type Outcome = AddOutcome & { evidence: Evidence };

/** The dependencies for calling suppliers and recording their answers. */
export type CallDeps = SupplierDeps & {
  /** The shortest time between two polls of an item or a refill, and the time until the first one. */
  baseMs: number;
  /** How long a lease lasts. It is given up after this time; its holder stops sending a little earlier. */
  leaseMs: number;
};
