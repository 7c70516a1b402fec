import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import type { ItemState } from "@/lib/base/db/generated/enums";
import { isItemFinal, isItemIn } from "@/lib/base/db/item-status";
import { type AppError, conflict } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { inWords } from "@/lib/base/text/words";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { submitItemJob } from "@/lib/delivery/items/item-jobs";
import { lockItem, requireNoRepeat } from "@/lib/delivery/items/lock-items";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import { type NewOrderEvent, recordEvents } from "@/lib/orders/order/record-event";

/** The item an operator acts on. `attempt` is the item's, as the operator's page showed it. */
export const itemInput = z.object({
  itemId: z.uuid(),
  // Pages of the previous release send no attempt, and neither does the command line.
  attempt: z.coerce.number().int().min(0).optional(),
});

/** The item an operator acts on, who acts, and why. */
export type OperatorInput = AuditContext & z.infer<typeof itemInput>;

type LockedItem = Awaited<ReturnType<typeof lockItem>>;

type ItemChange = {
  to: ItemState;
  /** Columns beside the state. Unless they are given, reason, review, lease and waiting times end. */
  set?: Omit<Prisma.FulfillmentItemUncheckedUpdateInput, "state">;
  note?: NewOrderEvent["data"];
  /** For the audit log, in addition to state and reason. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
};

/**
 * An operator's change of one item, in one transaction. `decide` returns null when the change was made before, and throws
 * to refuse it. An unknown item is left alone while its lost call is being repeated, and when the page showed an earlier
 * call: an operator vouches for the call that they looked up. Errors: not_found, conflict, and those of `decide`.
 */
export async function changeItem(
  db: Database,
  { itemId, attempt, ...audit }: OperatorInput,
  action: string,
  decide: (item: LockedItem, tx: Tx) => ItemChange | null | Promise<ItemChange | null>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const item = await lockItem(tx, itemId);
    if (item.state === "unknown" && attempt !== undefined && attempt !== item.attempt) {
      throw conflict(
        "This item has been sent again since you opened this page, and that answer was lost too. Please reload and look up its newest call.",
      );
    }
    const change = await decide(item, tx);
    if (!change) return;
    const { orderId, state: from } = item;
    const { to, set, note, before, after } = change;
    if (from === "unknown") await requireNoRepeat(tx, [itemId]);
    // An administrator who sends an item again has not decided how it ends.
    const decidedById = to === "ready" ? null : audit.actor.id;
    const ended = { reason: null, reviewSince: null, leaseToken: null, notBefore: null, pausedUntil: null };
    const finishedAt = isItemFinal(to) ? await readDatabaseTime(tx) : null;
    await tx.fulfillmentItem.update({
      where: { id: itemId },
      data: { ...ended, ...set, state: to, finishedAt, decidedById },
    });
    const data = { by: "administrator", ...note };
    await recordEvents(tx, [{ orderId, itemId, type: "item.changed", from, to, data }]);
    if (isItemFinal(to)) await recountAndClose(tx, [orderId]);
    if (to === "ready") await enqueue(tx, [submitItemJob.of(itemId)]);
    if (!isItemIn("holdsTarget", to)) await promoteWaiting(tx, [item.targetKey]);
    await recordAudit(tx, audit, action, ["item", itemId], {
      before: { state: from, reason: item.reason, ...before },
      after: { state: to, ...after },
    });
  });
}

/** The conflict for an operator whose page shows an older state of the item. */
export function movedOn(state: string, wanted: string): AppError {
  return conflict(`This item is ${inWords(state)} now and can't be ${wanted}. Please reload and look again.`);
}
