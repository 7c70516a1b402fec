import type { Database } from "@/lib/db/client";
import type { ItemLease, Outcome, RecordOptions } from "../item-lease";
import { recordAccepted } from "./record-accepted";
import { recordRefusal } from "./record-refusal";
import { recordUnknown } from "./record-unknown";

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
      return recordRefusal(db, lease, outcome);
    case "unknown":
      return recordUnknown(db, lease, outcome);
  }
}
