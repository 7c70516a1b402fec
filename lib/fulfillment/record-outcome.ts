import type { Database } from "@/lib/db/client";
import type { Claim } from "./claim-item";
import type { AddOutcome, Evidence } from "./providers/provider";
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
 * Records what came of a claimed call, with its evidence, in one transaction; safe to repeat. Only the holder of
 * the claim can: an item that has moved on meanwhile keeps its state, and the evidence is kept all the same. An
 * item that the sweeper called unknown in the meantime is brought back by an answer, which is the proof it lacked.
 */
export async function recordOutcome(
  db: Database,
  claim: Claim,
  outcome: Outcome,
  options: RecordOptions,
): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(db, claim, outcome, options);
    case "rejected":
      return recordRefusal(db, claim, outcome, options);
    case "unknown":
      return recordUnknown(db, claim, outcome, options);
  }
}
