import type { Database } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { requireMaySend } from "@/lib/orders/order/may-order-send";
import { changeItem, movedOn, type OperatorInput } from "./change-item";

/**
 * Lets an item be sent again. A refused one joins its target's queue again, and its refusals no longer count against a
 * supplier; an unknown one is sent at once, and the administrator vouches that it wasn't bought. Idempotent. Errors:
 * not_found; conflict when a supplier has accepted the item, the item has ended, its lost call is being repeated, its
 * order has ended or allows no sending, or its buyer's account was deleted.
 */
export async function resubmitItem(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(
    db,
    input,
    "item.resubmitted",
    async ({ state, order, orderId, attempt, link, resubmittedAt, replacesItemId }, tx) => {
      if (resubmittedAt && (state === "ready" || state === "waiting")) return null;
      if (state !== "unknown" && state !== "rejected") throw movedOn(state, "sent again");
      if (order.status !== "processing" && !replacesItemId) throw movedOn(order.status, "sent again");
      if (link === "")
        throw conflict("The buyer's account was deleted, so there is no target left. Cancel the item.");
      await requireMaySend(tx, orderId);
      return {
        to: state === "unknown" ? "ready" : "waiting",
        set: { resubmittedAt: await readDatabaseTime(tx) },
        note: { resubmitted: true },
        before: { attempt },
      };
    },
  );
}
