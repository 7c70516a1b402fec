import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, minute } from "@/lib/base/time/time";
import { countTargetsJob, decideDropsJob } from "@/lib/delivery/items/item-jobs";
import type { CallDeps } from "@/lib/delivery/items/item-lease";
import { askDue } from "@/lib/delivery/progress/ask-due";
import { nextCheckMs } from "@/lib/delivery/progress/next-progress";
import { daysToFinishRefill } from "@/lib/delivery/progress/refill-rules";
import type { RefillReport } from "@/lib/delivery/suppliers/protocol/provider";
import { notSnoozed, watchMembers } from "@/lib/mail/alerts/raise-alert";
import { runSteps } from "@/lib/mail/alerts/set-aside";
import { recordEvents } from "@/lib/orders/order/record-event";
import { refillDueAt, refillIsLate } from "./refill-status";
import { giveUpLostRefills } from "./send-refill";

type DueRefill = { id: string; itemId: string; orderId: string; number: string; createdAt: Date };

/**
 * Asks suppliers for the status of their refills, less often with age; first makes refills unknown whose worker died. Any
 * number may run at once. Returns how many refills were asked about.
 */
export async function pollRefills(deps: CallDeps): Promise<number> {
  await runSteps(deps.db, { "lost refills": () => giveUpLostRefills(deps) });
  return askDue<DueRefill, RefillReport>(deps, {
    batch: "refills",
    table: Prisma.sql`refills`,
    // An item without its number is at another account than the one that would be asked.
    isDue: Prisma.sql`state = 'in_progress' AND supplier_refill_id IS NOT NULL AND EXISTS (
      SELECT FROM fulfillment_items AS item WHERE item.id = refills.item_id AND item.provider_order_id IS NOT NULL)`,
    leaseMs: minute,
    columns: Prisma.sql`refill.id, item.id AS "itemId", item.order_id AS "orderId",
      refill.supplier_refill_id AS number, refill.created_at AS "createdAt"`,
    from: Prisma.sql`leased AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id`,
    ask: (provider, numbers) => provider.refillStatuses(numbers),
    async record(refills, reports) {
      for (const refill of refills) await record(deps, refill, reports.get(refill.number));
    },
  });
}

/** Records a status, unless an operator has decided the refill or replaced its number since. */
async function record(
  { db, baseMs }: CallDeps,
  { id, itemId, orderId, number, createdAt }: DueRefill,
  report: RefillReport | undefined,
): Promise<void> {
  const asked = { id, state: "in_progress", supplierRefillId: number } as const;
  if (!report || report.state === "in_progress") {
    const now = databaseNow();
    const nextCheckAt = addMs(now, nextCheckMs(now.getTime() - createdAt.getTime(), baseMs));
    await db.refill.updateMany({ where: asked, data: { nextCheckAt } });
    return;
  }
  const { state, word } = report;
  await db.$transaction(async (tx) => {
    const reason = state === "rejected" ? word : null;
    const { count } = await tx.refill.updateMany({
      where: asked,
      data: { state, reason, nextCheckAt: null },
    });
    if (count === 0) return;
    await recordEvents(tx, [{ orderId, itemId, type: `refill.${state}`, data: { word } }]);
    await enqueue(tx, [countTargetsJob.of(orderId), decideDropsJob.of(orderId)]);
  });
}

/** Keeps one alert for all refills whose supplier is late, without those that an administrator has put off. */
export function watchLateRefills(db: Database): Promise<void> {
  return watchMembers(db, {
    key: "late_refills",
    kind: "late_refills",
    members: Prisma.sql`
      SELECT ${refillDueAt} AS since FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
      WHERE ${refillIsLate} AND ${notSnoozed(Prisma.sql`'order:' || item.order_id`, "refill", refillDueAt)}`,
    message: ({ count }) =>
      `${count === 1 ? "1 refill was" : `${count} refills were`} not accepted or not finished by the supplier within ` +
      `${daysToFinishRefill} days. Open Needs me, ask the supplier, then decide each.`,
  });
}
