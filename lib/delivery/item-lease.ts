import type { EvidenceMode } from "@/lib/db/generated/enums";
import type { SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
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

/** The part of a lease that recording needs. */
export type HeldLease = Omit<ItemLease, "access" | "evidenceMode">;

/**
 * What came of asking for an item.
 * - leased: it is `submitting`, and no other caller will send it.
 * - unchecked: its target has to be looked up first.
 * - busy: its supplier takes no further call right now; `perSecond` is about how many it takes.
 * - no_supplier: no supplier can be asked now.
 * - gone: it isn't ready, isn't due, or its order is blocked. Nothing is to be done.
 */
export type LeaseResult =
  | { kind: "leased"; lease: ItemLease }
  | { kind: "busy"; perSecond: number }
  | { kind: "unchecked" | "no_supplier" | "gone" };

/** One item that is asked for. The tokens are new each time. */
export type LeaseRequest = {
  itemId: string;
  token: string;
  callId: string;
  /** The target must have been found reachable lately. */
  needsCheck: boolean;
};

/** What a leased call came to. */
export type Outcome = AddOutcome & { evidence: Evidence };

export type RecordOptions = {
  /** How long after it was taken an order is first polled. */
  firstCheckMs: number;
};
