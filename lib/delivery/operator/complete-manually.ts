import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { recordEvents } from "@/lib/orders/record-event";
import { updateDeliverySummary } from "../delivery-summary";
import { promoteWaiting } from "../promote-waiting";
import { lockItem, movedOn } from "./lock-item";

export type HandCompletion = { itemId: string; deliveredUnits: number; actor: Actor; reason: string };

/**
 * Ends an item with the units an administrator vouches for: one that was delivered manually, or one in review whose
 * supplier can't tell how it ended. All units complete it, none cancel it, some leave it partial; its order follows,
 * and what was not delivered goes back to the card. The same ending again changes nothing. Errors: invalid_input for
 * units that the item does not have; not_found; conflict when the item's supplier still reports on it, or it ended
 * otherwise.
 */
export async function completeManually(
  db: Database,
  { itemId, deliveredUnits, actor, reason }: HandCompletion,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    if (!Number.isSafeInteger(deliveredUnits) || deliveredUnits < 0 || deliveredUnits > item.quantity) {
      throw new AppError("invalid_input", {
        userMessage: `This item has ${item.quantity} units. Enter how many of them were delivered.`,
      });
    }
    const remains = item.quantity - deliveredUnits;
    const to = remains === 0 ? "completed" : deliveredUnits === 0 ? "canceled" : "partial";
    if (item.state === to && item.remains === remains) return;
    const isManual = item.supplier?.kind === "manual" || item.reviewSince !== null;
    if ((item.state !== "submitted" && item.state !== "in_progress") || !isManual) {
      throw movedOn(item.state, "ended manually");
    }
    await tx.fulfillmentItem.update({
      where: { id: itemId },
      data: {
        state: to,
        remains,
        reason: null,
        reviewSince: null,
        nextCheckAt: null,
        finishedAt: databaseNow(),
      },
    });
    await recordEvents(tx, [
      {
        orderId: item.orderId,
        itemId,
        type: "item.changed",
        from: item.state,
        to,
        data: { by: "administrator", delivered: deliveredUnits },
      },
    ]);
    await updateDeliverySummary(tx, [item.orderId]);
    await promoteWaiting(tx, [item.targetKey]);
    await recordAudit(tx, {
      actor,
      action: "item.completed_manually",
      subjectType: "item",
      subjectId: itemId,
      before: { state: item.state, remains: item.remains, reason: item.reason },
      after: { state: to, remains },
      reason,
    });
  });
}
