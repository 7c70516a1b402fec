import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { recordEvents } from "./record-event";

/**
 * An administrator has looked at an order that asked for it: its flag goes, with a line in its timeline. Clearing it
 * again changes nothing; a new cause flags it again. Throws not_found.
 */
export async function clearFlag(
  db: Database,
  { orderId, actor, reason }: { orderId: string; actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<{ flag_reason: string | null; flagged_at: Date | null }[]>`
      SELECT flag_reason, flagged_at FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order) throw new AppError("not_found", { userMessage: "There is no such order." });
    if (!order.flagged_at) return;
    await tx.order.update({ where: { id: orderId }, data: { flaggedAt: null, flagReason: null } });
    await recordEvents(tx, [{ orderId, type: "order.flag_cleared", data: { reason: order.flag_reason } }]);
    await recordAudit(tx, {
      actor,
      action: "order.flag_cleared",
      subjectType: "order",
      subjectId: orderId,
      before: { flag: order.flag_reason },
      reason,
    });
  });
}
