import type { Database } from "@/lib/base/db/client";
import { isItemIn } from "@/lib/base/db/item-status";
import { conflict } from "@/lib/base/errors";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { changeItem, movedOn, type OperatorInput } from "./change-item";

/**
 * Cancels an item that is not at a supplier, or whose outcome is unknown; an item that a supplier accepted is canceled
 * there (cancelAtSupplier). When its last item has ended, the order ends, and the undelivered rest is refunded.
 * Idempotent. Errors: not_found; conflict when the item is being sent, was taken by a supplier, or has ended, or the
 * shop is in quarantine.
 */
export async function cancelItem(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(db, input, "item.canceled", async ({ state }, tx) => {
    if (state === "canceled") return null;
    if (!isItemIn("cancelable", state)) throw movedOn(state, "cancelled");
    if (!(await maySend(tx))) {
      throw conflict(
        "The shop is in quarantine, so this item may have been bought. Recover it first (npm run ops -- recover).",
      );
    }
    return { to: "canceled", set: { reason: "canceled_manually" } };
  });
}
