import type { Database } from "@/lib/db/client";
import type { AddOutcome, Evidence } from "@/lib/suppliers/protocol/provider";
import type { ItemLease } from "./lease-item";
import { recordAccepted } from "./record-accepted";
import { recordRefusal } from "./record-refusal";
import { recordUnknown } from "./record-unknown";

export type Outcome = AddOutcome & { evidence: Evidence };

export type RecordOptions = {
  /** When an order that was taken is first asked about. */
  firstCheckMs: number;
  /** Where alerts go when the settings name nobody. */
  supportEmail: string;
};

/**
 * Records what came of a leased call, with its evidence, in one transaction; safe to repeat. Only the holder of
 * the lease can: an item that has moved on meanwhile keeps its state, and the evidence is kept all the same. An
 * item that the sweeper called unknown in the meantime is brought back by an answer, which is the evidence it lacked.
 */
export async function recordOutcome(
  db: Database,
  lease: ItemLease,
  outcome: Outcome,
  options: RecordOptions,
): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(db, lease, outcome, options);
    case "rejected":
      return recordRefusal(db, lease, outcome, options);
    case "unknown":
      return recordUnknown(db, lease, outcome, options);
  }
}
