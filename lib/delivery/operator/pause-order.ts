import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { loadSettings } from "@/lib/settings/site-settings";
import { addMs, hour } from "@/lib/time";
import type { TargetProblem } from "../submit/check-target";

/**
 * Pauses the ready items of an order whose target can't be reached, with one mail to its buyer, who has as long as
 * the settings say to fix it. Returns false when nothing was ready any more.
 */
export async function pauseOrder(db: Database, orderId: string, problem: TargetProblem): Promise<boolean> {
  const { fixWithinHours } = await loadSettings(db);
  const pausedUntil = addMs(databaseNow(), fixWithinHours * hour);
  return db.$transaction(async (tx) => {
    const paused = await tx.$queryRaw<{ id: string; email: string }[]>`
      UPDATE fulfillment_items AS item SET state = 'paused', reason = ${problem}, paused_until = ${pausedUntil},
        not_before = NULL, review_since = NULL, updated_at = now()
      FROM orders WHERE orders.id = item.order_id AND item.order_id = ${orderId}::uuid AND item.state = 'ready'
      RETURNING item.id, orders.email`;
    const first = paused[0];
    if (!first) return false;
    await recordEvents(
      tx,
      paused.map(({ id }) => ({
        orderId,
        itemId: id,
        type: "item.changed",
        from: "ready",
        to: "paused",
        data: { reason: problem },
      })),
    );
    await enqueueMail(tx, {
      key: `target-unreachable:${first.id}:${pausedUntil.getTime()}`,
      kind: "target-unreachable",
      orderId,
      recipient: first.email,
      props: { itemId: first.id, fixBy: pausedUntil.toISOString() },
    });
    logger.info(
      { orderId, items: paused.length, reason: problem },
      "paused: its buyer has to fix the target",
    );
    return true;
  });
}
