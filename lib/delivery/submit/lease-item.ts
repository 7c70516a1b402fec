import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
import type { AddRequest } from "@/lib/suppliers/protocol/provider";
import { Batcher } from "./batcher";
import { leaseBatch } from "./lease-batch";
import { returnLease } from "./return-lease";
import { untilRecorded } from "./until-recorded";

/** How a supplier lets an outcome that got lost be proven; `none` leaves it to a person. */
export type EvidenceMode = "none" | "request_id" | "dedupe_window" | "balance";

/** The right to send one item once. Whoever doesn't hold its token can't record what came of it. */
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

/** What is recorded under: a lease without what its call needs. */
export type HeldLease = Omit<ItemLease, "access" | "evidenceMode">;

/**
 * What came of asking for an item.
 * - leased: it is `submitting`, and nobody else will send it.
 * - unchecked: its target has to be looked at first.
 * - busy: its supplier takes no further call right now; `perSecond` is about how many it takes.
 * - nobody: no supplier can be asked now.
 * - gone: it isn't ready, isn't due, or its order is blocked. Nothing is to be done.
 */
export type LeaseResult =
  | { kind: "leased"; lease: ItemLease }
  | { kind: "busy"; perSecond: number }
  | { kind: "unchecked" | "nobody" | "gone" };

/** One item that is asked for. The tokens are new each time. */
export type LeaseRequest = {
  itemId: string;
  token: string;
  callId: string;
  /** The target must have been found reachable lately. */
  needsCheck: boolean;
};

const largestBatch = 50;
const batchers = new WeakMap<Database, Batcher<LeaseRequest, LeaseResult>>();

/**
 * Leases a ready item for one call to the preferred supplier that may be asked now. Committed when this resolves:
 * from then on the item is `submitting`, and the open call stands in the records. Items that are asked for at the
 * same time are leased together. When it rejects, nothing is leased: what the transaction may have done without
 * answering has been given back by then.
 */
export async function leaseItem(
  db: Database,
  itemId: string,
  { needsCheck, supportEmail }: { needsCheck: boolean; supportEmail: string },
): Promise<LeaseResult> {
  const batcher =
    batchers.get(db) ?? new Batcher((asks: LeaseRequest[]) => leaseBatch(db, asks), largestBatch);
  batchers.set(db, batcher);
  const ask = { itemId, token: newId(), callId: newId(), needsCheck };
  try {
    return await batcher.ask(ask);
  } catch (error) {
    await untilRecorded(itemId, () => returnLease(db, ask, supportEmail));
    throw error;
  }
}
