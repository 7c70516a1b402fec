import type { Database } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { countTargetsJob } from "../jobs";
import { changeItem, movedOn, type OperatorInput } from "./change-item";

/**
 * Records that the manual delivery of an item has begun, so that its buyer sees it, and has its target counted. The item
 * stays in review until it is completed. Idempotent. Errors: not_found; conflict when it isn't delivered manually or
 * isn't about to begin.
 */
export async function startManually(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(db, input, "item.started_manually", async ({ supplier, state, orderId }, tx) => {
    const isManual = supplier?.kind === "manual";
    if (isManual && state === "in_progress") return null;
    if (!isManual || state !== "submitted") throw movedOn(state, "started manually");
    await enqueue(tx, [countTargetsJob.of(orderId)]);
    return { to: "in_progress" };
  });
}
