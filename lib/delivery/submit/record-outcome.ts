import type { Database } from "@/lib/db/client";
import type { AddOutcome, Evidence } from "@/lib/suppliers/protocol/provider";
import type { ItemLease } from "./lease-item";
import { recordAccepted } from "./record-accepted";
import { recordRefusal } from "./record-refusal";
import { recordUnknown } from "./record-unknown";

export type Outcome = AddOutcome & { evidence: Evidence };

export type RecordOptions = {
  /** How long after it was taken an order is first polled. */
  firstCheckMs: number;
  /** Where alerts go when the settings name no address. */
  supportEmail: string;
};

/**
 * Records the outcome of a leased call with its evidence, in one transaction. Idempotent. An item that has moved on keeps
 * its state, and only the evidence is recorded; one that the sweeper made unknown meanwhile follows the answer.
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
