import type { Database, Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { countFailure, isFailure } from "@/lib/suppliers/health";
import { type EvidenceIsOver, repeatWaitMs } from "../evidence-limits";
import type { HeldLease, ItemLease, Outcome } from "../item-lease";
import { resolveItemJob } from "../jobs";
import { endOfCall } from "./supplier-call";

/** Records a call whose outcome is unknown: the item waits for evidence or an operator, and is not sent again. */
export async function recordUnknown(
  db: Database,
  lease: ItemLease,
  outcome: Extract<Outcome, { kind: "unknown" }>,
): Promise<void> {
  const { reason, evidence } = outcome;
  await db.$transaction(async (tx) => {
    const [lost] = await tx.$queryRaw<{ id: string }[]>`
      WITH call AS (${endOfCall(lease, "unknown", reason, evidence)}), lost AS (
        UPDATE fulfillment_items SET state = 'unknown', reason = ${reason}, review_since = now(), updated_at = now()
        WHERE id = ${lease.itemId}::uuid AND state = 'submitting' AND lease_token = ${lease.token}::uuid
        RETURNING id, order_id
      ), event AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', ${reason}::text) FROM lost
      )
      SELECT id FROM lost`;
    if (!lost) {
      // The item is already unknown: a repeated call ended like this, and further repetitions would show no more.
      if (reason === "duplicate_order_id") await giveUpEvidence(tx, lease, reason);
      return;
    }
    if (lease.evidenceMode !== "none") {
      await enqueue(tx, [resolveItemJob.of(lease.itemId, { inMs: repeatWaitMs(0) })]);
    }
    if (isFailure(outcome)) await countFailure(tx, lease.supplierId);
    logger.warn({ itemId: lease.itemId, orderId: lease.orderId, reason }, "an item needs manual review");
  });
}

/** Leaves a lost call to an operator. */
export async function giveUpEvidence(db: Db, lease: HeldLease, reason: EvidenceIsOver): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = NULL, reason = ${reason}, updated_at = now()
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid`;
}
