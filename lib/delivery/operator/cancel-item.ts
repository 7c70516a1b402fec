import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { ItemState } from "@/lib/db/generated/enums";
import { recordEvents } from "@/lib/orders/record-event";
import { updateDeliverySummary } from "../delivery-summary";
import { promoteWaiting } from "../promote-waiting";
import { lockItem, movedOn, requireNoRepeat } from "./lock-item";

// What may be at a supplier is canceled there (cancelAtSupplier), and ends with the supplier's word.
const cancelable: readonly ItemState[] = ["waiting", "ready", "paused", "rejected", "unknown"];

/**
 * Gives up an item that is at no supplier, or whose outcome nobody knows. With its order's last item the order ends,
 * and what it did not deliver goes back to the card. The next item of the target gets its turn. Idempotent. Errors:
 * not_found; conflict when the item is being sent, was taken by a supplier, or has ended.
 */
export async function cancelItem(
  db: Database,
  { itemId, actor, reason }: { itemId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    if (item.state === "canceled") return;
    if (!cancelable.includes(item.state)) throw movedOn(item.state, "canceled");
    await requireNoRepeat(tx, [itemId]);
    await tx.fulfillmentItem.update({
      where: { id: itemId },
      data: {
        state: "canceled",
        reason: "canceled_manually",
        reviewSince: null,
        leaseToken: null,
        notBefore: null,
        pausedUntil: null,
        finishedAt: databaseNow(),
      },
    });
    await recordEvents(tx, [
      {
        orderId: item.orderId,
        itemId,
        type: "item.changed",
        from: item.state,
        to: "canceled",
        data: { by: "administrator" },
      },
    ]);
    await updateDeliverySummary(tx, [item.orderId]);
    await promoteWaiting(tx, [item.targetKey]);
    await recordAudit(tx, {
      actor,
      action: "item.canceled",
      subjectType: "item",
      subjectId: itemId,
      before: { state: item.state, reason: item.reason },
      after: { state: "canceled" },
      reason,
    });
  });
}
