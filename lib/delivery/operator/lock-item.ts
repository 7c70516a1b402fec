import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { lockDeliverySummaries } from "../delivery-summary";
import { lockTargets } from "../promote-waiting";

/**
 * Locks an item for a change by a person, its order's delivery summary first, as everybody does who changes items; what it
 * returns holds until the commit. Throws not_found.
 */
export async function lockItem(tx: Prisma.TransactionClient, itemId: string) {
  const owner = await tx.fulfillmentItem.findUnique({
    where: { id: itemId },
    select: { orderId: true, targetKey: true },
  });
  if (!owner) throw new AppError("not_found", { userMessage: "There is no such item." });
  await lockDeliverySummaries(tx, [owner.orderId]);
  // Before the row: whoever lets the next item of a line go holds the line first and the item after it.
  await lockTargets(tx, [owner.targetKey]);
  await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
  return tx.fulfillmentItem.findUniqueOrThrow({
    where: { id: itemId },
    include: {
      order: { select: { status: true, blockedAt: true, providerOrderId: true } },
      supplier: { select: { kind: true } },
    },
  });
}

/**
 * Throws conflict while the lost call of one of these items is being repeated: what an operator decides meanwhile may
 * be bought twice. Call it with the items' rows locked; a repetition begins under the same lock.
 */
export async function requireNoRepeat(tx: Prisma.TransactionClient, itemIds: string[]): Promise<void> {
  const [open] = await tx.$queryRaw<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM max(ended_at) - now()))::int AS seconds FROM supplier_calls
    WHERE item_id = ANY(${itemIds}::uuid[]) AND starts_with(action, 'repeat:') AND outcome IS NULL AND ended_at > now()
    HAVING max(ended_at) IS NOT NULL`;
  if (!open) return;
  throw new AppError("conflict", {
    userMessage: `The supplier is being asked about this purchase again right now. Please wait ${open.seconds} seconds and look again.`,
  });
}

/** The answer to somebody who acts on an item that is no longer what they saw. */
export function movedOn(state: string, wanted: string): AppError {
  return new AppError("conflict", {
    userMessage: `This item is ${state.replace("_", " ")} now and can't be ${wanted}. Please reload and look again.`,
  });
}
