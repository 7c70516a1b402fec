import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordEvents } from "@/lib/orders/record-event";
import { promoteWaiting, submitJob } from "../promote-waiting";
import { lockItem, movedOn, requireNoRepeat } from "./lock-item";

/**
 * Lets an item be sent again: one that was refused joins its target's queue again, and one whose outcome is unknown is
 * sent at once. The latter may buy twice, which is what the administrator vouches for. Refusals from before no
 * longer count against a supplier. A second call finds the item on its way and changes nothing. Errors: not_found;
 * conflict when the item was taken, has ended, its lost call is being repeated, or its order is blocked or over.
 */
export async function resubmitItem(
  db: Database,
  { itemId, actor, reason }: { itemId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    if (item.resubmittedAt && (item.state === "ready" || item.state === "waiting")) return;
    if (item.state !== "unknown" && item.state !== "rejected") throw movedOn(item.state, "sent again");
    await requireNoRepeat(tx, [itemId]);
    if (item.order.status !== "processing") throw movedOn(item.order.status, "sent again");
    if (item.order.blockedAt) {
      throw new AppError("conflict", {
        userMessage: "This order is blocked, so nothing is sent for it. Unblock it first.",
      });
    }
    const to = item.state === "unknown" ? "ready" : "waiting";
    await tx.fulfillmentItem.update({
      where: { id: itemId },
      data: {
        state: to,
        reason: null,
        reviewSince: null,
        leaseToken: null,
        notBefore: null,
        resubmittedAt: databaseNow(),
      },
    });
    await recordEvents(tx, [
      {
        orderId: item.orderId,
        itemId,
        type: "item.changed",
        from: item.state,
        to,
        data: { by: "administrator", resubmitted: true },
      },
    ]);
    if (to === "ready") await enqueue(tx, [submitJob(itemId)]);
    else await promoteWaiting(tx, [item.targetKey]);
    await recordAudit(tx, {
      actor,
      action: "item.resubmitted",
      subjectType: "item",
      subjectId: itemId,
      before: { state: item.state, reason: item.reason, attempt: item.attempt },
      after: { state: to },
      reason,
    });
  });
}
