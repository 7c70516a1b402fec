import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { isItemIn } from "../item-status";
import { changeItem, movedOn, type OperatorInput } from "./change-item";

/**
 * Cancels an item that is not at a supplier, or whose outcome is unknown; an item that a supplier accepted is canceled
 * there (cancelAtSupplier). When its last item has ended, the order ends, and the undelivered rest is refunded.
 * Idempotent. Errors: not_found; conflict when the item is being sent, was taken by a supplier, or has ended.
 */
export async function cancelItem(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(db, input, "item.canceled", ({ state }) => {
    if (state === "canceled") return null;
    if (!isItemIn("cancelable", state)) throw movedOn(state, "canceled");
    return {
      to: "canceled",
      set: {
        reason: "canceled_manually",
        reviewSince: null,
        leaseToken: null,
        notBefore: null,
        pausedUntil: null,
        finishedAt: databaseNow(),
      },
    };
  });
}
