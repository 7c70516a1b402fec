import { batchedPer } from "@/lib/batcher";
import type { Database } from "@/lib/db/client";
import { inSet } from "@/lib/db/item-status";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import type { HeldLease, LeaseRequest, LeaseResult } from "../item-lease";
import { leaseBatch } from "./lease-batch";
import { recordRefusal } from "./record-refusal";
import { recordWithRetries } from "./record-with-retries";
import { readSentRequest } from "./supplier-call";

const leaseTogether = batchedPer<Database, LeaseRequest, LeaseResult>(leaseBatch, 50);

/**
 * Leases a ready item for one call to the preferred supplier that can be asked now; concurrent requests are leased
 * together. When it resolves, the item is committed as `submitting` with its open call on record. When it rejects,
 * nothing is leased: whatever an unanswered transaction may have done has been undone.
 */
export async function leaseItem(db: Database, itemId: string, needsCheck: boolean): Promise<LeaseResult> {
  const ask = { itemId, token: newId(), callId: newId(), needsCheck };
  try {
    return await leaseTogether(db, ask);
  } catch (error) {
    await recordWithRetries(itemId, () => returnLease(db, ask));
    throw error;
  }
}

/**
 * Returns a lease whose transaction was not answered but may have committed. Nothing was sent under its token, so the
 * item is ready again, as for a call that was proven not executed. Idempotent.
 */
async function returnLease(db: Database, ask: LeaseRequest): Promise<void> {
  // Locked by id alone: a hanging session may hold this row until the server ends it, and the row's token is read only
  // after that.
  await db.$executeRaw`SELECT id FROM fulfillment_items WHERE id = ${ask.itemId}::uuid FOR UPDATE`;
  const [held] = await db.$queryRaw<(Omit<HeldLease, "request"> & { request: unknown })[]>`
    SELECT item.id AS "itemId", item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt,
      item.lease_token AS token, item.supplier_id AS "supplierId", call.request
    FROM fulfillment_items AS item
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
    WHERE item.id = ${ask.itemId}::uuid AND item.lease_token = ${ask.token}::uuid AND item.state ${inSet("leased")}`;
  if (!held) return;
  const lease = { ...held, request: readSentRequest(held.request) };
  const evidence = { httpStatus: null, answer: "not sent: the lease was not answered" };
  const refusal = { kind: "rejected", code: "not_executed", evidence } as const;
  await recordRefusal(db, lease, refusal);
  logger.warn(
    { itemId: ask.itemId, orderId: held.orderId },
    "an item was leased but its worker got no answer: nothing was sent, and the item may be sent again",
  );
}
