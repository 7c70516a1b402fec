import type { Database } from "@/lib/db/client";
import { enqueue, type NewJob } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import type { Claim } from "./claim-item";
import { endOfCall } from "./end-of-call";
import { giveUpProof } from "./lost-call";
import { balanceSettlesMs, repeatWaitMs } from "./proof-limits";
import type { Outcome, RecordOptions } from "./record-outcome";
import { countFailure, isFailure } from "./supplier-health";

/** Records that nobody knows what the supplier did: the item waits for a proof or a person, and is not sent again. */
export async function recordUnknown(
  db: Database,
  claim: Claim,
  outcome: Extract<Outcome, { kind: "unknown" }>,
  { supportEmail }: RecordOptions,
): Promise<void> {
  const { reason, evidence } = outcome;
  await db.$transaction(async (tx) => {
    const [lost] = await tx.$queryRaw<{ id: string }[]>`
      WITH call AS (${endOfCall(claim, "unknown", reason, evidence)}), lost AS (
        UPDATE fulfillment_items SET state = 'unknown', reason = ${reason}, review_since = now(), updated_at = now()
        WHERE id = ${claim.itemId}::uuid AND state = 'submitting' AND claim_token = ${claim.token}::uuid
        RETURNING id, order_id
      ), line AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', ${reason}::text) FROM lost
      )
      SELECT id FROM lost`;
    if (!lost) {
      // A repeated call ended so: the item is unknown already, and no further repetition will tell more.
      if (reason === "duplicate_order_id") await giveUpProof(tx, claim, reason);
      return;
    }
    await enqueue(tx, proofJobs(claim));
    if (isFailure(outcome)) await countFailure(tx, claim.supplierId, supportEmail);
    logger.warn({ itemId: claim.itemId, orderId: claim.orderId, reason }, "an item needs a person");
  });
}

/** The job that looks for the proof soon; the sweeper sees to it when it gets lost. */
export function resolveJob(itemId: string, inMs = 0): NewJob<"resolve-item"> {
  return { name: "resolve-item", payload: { id: itemId }, key: `resolve:${itemId}`, inMs };
}

function proofJobs({ itemId, proofMode }: Claim): NewJob[] {
  if (proofMode === "none") return [];
  const waitMs = proofMode === "balance" ? balanceSettlesMs : repeatWaitMs(0);
  return [resolveJob(itemId, waitMs)];
}
