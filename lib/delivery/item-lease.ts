import type { EvidenceMode } from "@/lib/suppliers/evidence-modes";
import type { SupplierAccess, SupplierDeps } from "@/lib/suppliers/protocol/open-provider";
import type { AddOutcome, AddRequest, Evidence } from "@/lib/suppliers/protocol/provider";

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

/** The part of a lease that is needed to record the outcome. */
export type HeldLease = Omit<ItemLease, "access" | "evidenceMode">;

/**
 * The answer to a request for an item's lease.
 * - leased: it is `submitting`, and no other caller will send it.
 * - busy: its supplier takes no further call right now; `perSecond` is about how many it takes.
 * - no_supplier: no supplier can be asked now.
 * - gone: it isn't ready, isn't due, or its order allows no sending. There is nothing to do.
 */
export type LeaseResult =
  | { kind: "leased"; lease: ItemLease }
  | { kind: "busy"; perSecond: number }
  | { kind: "no_supplier" | "gone" };

export type Outcome = AddOutcome & { evidence: Evidence };

/** What is needed to call suppliers and record what they answer. */
export type CallDeps = SupplierDeps & {
  /** The shortest time between two polls of an item or a refill, and the time until the first one. */
  baseMs: number;
  /** How long a lease lasts. It is given up after this time; its holder stops sending a little earlier. */
  leaseMs: number;
};
