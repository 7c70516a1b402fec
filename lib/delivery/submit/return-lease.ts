import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import type { HeldLease, LeaseRequest } from "./lease-item";
import { recordRefusal } from "./record-refusal";
import { readSentRequest } from "./sent-request";

/**
 * Gives back what a lease whose transaction was not answered may have taken. Its token was made here and nothing was
 * sent under it, so the item is ready again as for a call that was proven not executed. Does nothing when the
 * transaction came to nothing. Safe to repeat, and to be repeated until it is answered.
 */
export async function returnLease(db: Database, ask: LeaseRequest, supportEmail: string): Promise<void> {
  // By its id alone: the session that hangs holds this row until the server ends it, and only then the token tells.
  await db.$executeRaw`SELECT id FROM fulfillment_items WHERE id = ${ask.itemId}::uuid FOR UPDATE`;
  const [held] = await db.$queryRaw<(Omit<HeldLease, "request"> & { request: unknown })[]>`
    SELECT item.id AS "itemId", item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt,
      item.lease_token AS token, item.supplier_id AS "supplierId", call.request
    FROM fulfillment_items AS item
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
    WHERE item.id = ${ask.itemId}::uuid AND item.lease_token = ${ask.token}::uuid
      AND item.state IN ('submitting', 'unknown')`;
  if (!held) return;
  const lease = { ...held, request: readSentRequest(held.request) };
  const evidence = { httpStatus: null, answer: "not sent: the lease was not answered" };
  await recordRefusal(
    db,
    lease,
    { kind: "rejected", code: "not_executed", evidence },
    { firstCheckMs: 0, supportEmail },
  );
  logger.warn({ itemId: ask.itemId, orderId: held.orderId }, "gave back a lease that was not answered");
}
