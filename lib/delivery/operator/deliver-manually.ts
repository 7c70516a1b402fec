import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { isItemIn } from "@/lib/base/db/item-status";
import { AppError, conflict } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { plural } from "@/lib/base/text/plural";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { countTargetsJob } from "@/lib/delivery/items/item-jobs";
import { changeItem, itemInput, movedOn, type OperatorInput } from "./change-item";

export const completeInput = itemInput.extend({
  deliveredUnits: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, "Enter how many units were delivered.")
    .transform(Number),
});

/**
 * Records that the manual delivery of an item has begun, so that its buyer sees it, and has its target counted. The item
 * stays in review until it is completed. Idempotent. Errors: not_found; conflict when it isn't delivered manually or
 * isn't about to begin.
 */
export async function startManually(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(db, input, "item.started_manually", async (item, tx) => {
    const { state, orderId, reason, reviewSince } = item;
    const isManual = item.supplier?.kind === "manual";
    if (isManual && state === "in_progress") return null;
    if (!isManual || state !== "submitted") throw movedOn(state, "started manually");
    await enqueue(tx, [countTargetsJob.of(orderId)]);
    return { to: "in_progress", set: { reason, reviewSince } };
  });
}

/**
 * Ends an item with the number of units that an administrator vouches for: an item that was delivered manually, one in
 * review whose supplier can't tell how it ended, or one whose call was lost and of which something arrived. The
 * undelivered rest is refunded. Idempotent. Errors: invalid_input for fewer than 0 or more than the item's units;
 * not_found; conflict when its supplier still reports on it, nothing of a lost call arrived, or it has ended with other
 * units.
 */
export async function completeManually(
  db: Database,
  { deliveredUnits, ...input }: OperatorInput & { deliveredUnits: number },
): Promise<void> {
  await changeItem(db, input, "item.completed_manually", async (item, tx) => {
    if (!Number.isSafeInteger(deliveredUnits) || deliveredUnits < 0 || deliveredUnits > item.quantity) {
      throw new AppError("invalid_input", {
        userMessage: `This item has ${plural(item.quantity, "unit")}. Enter how many were delivered.`,
      });
    }
    const remains = item.quantity - deliveredUnits;
    const to = remains === 0 ? "completed" : deliveredUnits === 0 ? "canceled" : "partial";
    if (item.state === to && item.remains === remains) return null;
    const isLost = item.state === "unknown";
    if (isLost && deliveredUnits === 0)
      throw conflict("Nothing has arrived of this item, so cancel it instead.");
    const isReported = item.supplier?.kind !== "manual" && item.reviewSince === null;
    if (!isLost && (!isItemIn("atSupplier", item.state) || isReported)) {
      throw movedOn(item.state, "ended manually");
    }
    // Due now, so that recheck-ended has its counter looked at.
    const nextCheckAt = to === "canceled" ? null : await readDatabaseTime(tx);
    return {
      to,
      set: { remains, nextCheckAt },
      note: { delivered: deliveredUnits },
      before: { remains: item.remains },
      after: { remains },
    };
  });
}
