import type { Database, Tx } from "@/lib/base/db/client";
import { inSet } from "@/lib/base/db/item-status";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { submitItemJob } from "@/lib/delivery/items/item-jobs";
import type { ItemLease, Outcome } from "@/lib/delivery/items/item-lease";
import { lockTargets, promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import {
  countFailure,
  holdSupplier,
  isFailure,
  noteAnswer,
  noteThrottling,
} from "@/lib/delivery/suppliers/health";
import { learnLimits, stopGoneService, watchRefusedService } from "@/lib/delivery/suppliers/refused-service";
import { recordEvents } from "@/lib/orders/order/record-event";
import { eligibleServices } from "./eligible-services";
import { endOfCall } from "./end-call";
import { giveUpEvidence } from "./record-unknown";
import { type RefusalPolicy, refusalPolicy } from "./refusal-policy";

type Refusal = Extract<Outcome, { kind: "rejected" }>;

/**
 * Records that the supplier did nothing: the item is ready again, for later or for the next supplier. It is rejected
 * and in review when no supplier is left to ask, or when the refusal is unfamiliar. An unknown item stays unknown when
 * its refusal is unfamiliar, which an operator decides, or when its call was repeated: the repetition's outcome
 * decides.
 */
export async function recordRefusal(db: Database, lease: ItemLease, refusal: Refusal): Promise<void> {
  const { itemId, orderId, targetKey, attempt, supplierId } = lease;
  const { code } = refusal;
  const policy = refusalPolicy(code, attempt, refusal.retryAfterSeconds);
  await db.$transaction(async (tx) => {
    // First, so that this refusal counts when another supplier is looked for.
    await tx.$executeRaw(endOfCall(lease, refusal));
    // A rejected item gives its target up, whose queue is locked before the item (lockItemsOf).
    await lockTargets(tx, [targetKey]);
    const [before] = await tx.$queryRaw<{ state: string; has_another: boolean; is_repeated: boolean }[]>`
      SELECT state::text, EXISTS (${eligibleServices}) AS has_another,
        EXISTS (SELECT FROM supplier_calls AS again WHERE again.item_id = item.id
          AND again.action = 'repeat:' || item.attempt AND again.outcome IS DISTINCT FROM 'rejected') AS is_repeated
      FROM fulfillment_items AS item
      WHERE id = ${itemId}::uuid AND state ${inSet("leased")} AND lease_token = ${lease.token}::uuid
      FOR UPDATE`;
    // A repetition may have bought what the first call did not.
    if (!before || before.is_repeated) return;
    // This answer came after the call was given up, and may not be a refusal, so no other supplier may be asked.
    if (before.state === "unknown" && policy.needsOperator) {
      return giveUpEvidence(tx, lease, "unfamiliar_refusal");
    }
    // An unknown item can't become rejected. It becomes ready; if no supplier is left, it waits in review for one.
    const isOver =
      before.state === "submitting" && (policy.needsOperator || (policy.isFinal && !before.has_another));
    const to = isOver ? "rejected" : "ready";
    const [after] = await tx.$queryRaw<{ not_before: Date | null }[]>`
      UPDATE fulfillment_items SET state = ${to}::item_state, lease_token = NULL, reason = ${code}, updated_at = now(),
        review_since = CASE WHEN ${isOver} THEN now() END,
        not_before = CASE WHEN ${policy.waitMs} > 0 AND NOT ${isOver}
          THEN now() + ${policy.waitMs} * interval '1 millisecond' END
      WHERE id = ${itemId}::uuid
      RETURNING not_before`;
    const data = { code, attempt, supplierId };
    await recordEvents(tx, [{ orderId, itemId, type: "item.changed", from: before.state, to, data }]);
    if (isOver) {
      await promoteWaiting(tx, [targetKey]);
      logger.warn({ itemId, orderId, reason: code }, "an item needs manual review");
    } else {
      await enqueue(tx, [submitItemJob.of(itemId, { runAt: after?.not_before ?? undefined })]);
    }
    await noteRefusal(tx, lease, refusal, policy);
  });
}

/** Records what the refusal says about the supplier itself. */
async function noteRefusal(tx: Tx, lease: ItemLease, refusal: Refusal, policy: RefusalPolicy): Promise<void> {
  const { supplierId } = lease;
  if (policy.holdMs > 0) await holdSupplier(tx, supplierId, { reason: refusal.code, ms: policy.holdMs });
  else if (refusal.code === "rate_limited") await noteThrottling(tx, supplierId, policy.waitMs);
  else if (isFailure(refusal)) await countFailure(tx, supplierId);
  // Any other refusal means that the panel is up and accepts our key.
  else if (refusal.code !== "not_executed") await noteAnswer(tx, supplierId, { hasBought: false });
  if (refusal.code === "service_unavailable") await watchRefusedService(tx, lease);
  if (refusal.code === "service_gone") await stopGoneService(tx, lease);
  if (refusal.limits) await learnLimits(tx, lease, refusal.limits);
}
