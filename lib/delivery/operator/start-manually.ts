import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { recordEvents } from "@/lib/orders/record-event";
import { lockItem, movedOn } from "./lock-item";

/**
 * Notes that an item which is delivered manually has begun, so that its buyer sees it. It stays in review until it is
 * completed. Idempotent. Errors: not_found; conflict when it isn't delivered manually, or is not about to begin.
 */
export async function startManually(
  db: Database,
  { itemId, actor, reason }: { itemId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    const isManual = item.supplier?.kind === "manual";
    if (isManual && item.state === "in_progress") return;
    if (!isManual || item.state !== "submitted") throw movedOn(item.state, "started manually");
    await tx.fulfillmentItem.update({ where: { id: itemId }, data: { state: "in_progress" } });
    const change = { orderId: item.orderId, itemId, from: "submitted", to: "in_progress" };
    await recordEvents(tx, [{ ...change, type: "item.changed", data: { by: "administrator" } }]);
    await recordAudit(tx, {
      actor,
      action: "item.started_manually",
      subjectType: "item",
      subjectId: itemId,
      before: { state: "submitted" },
      after: { state: "in_progress" },
      reason,
    });
  });
}
