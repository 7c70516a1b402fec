import type { Database } from "@/lib/db/client";
import { inSet } from "@/lib/db/item-status";
import { holdSupplier } from "@/lib/suppliers/health";
import type { ItemLease, Outcome } from "../item-lease";
import { recordUnknown } from "./record-unknown";
import { longestHoldMs } from "./refusal-policy";

/**
 * Records an acceptance under a number that another item in flight has. The supplier merged the two orders or started
 * its numbers again, so the number proves nothing about either: both items go to an operator, the other one is polled no
 * more, and the supplier is put on hold with an alert. Idempotent.
 */
export async function recordRepeatedNumber(
  db: Database,
  lease: ItemLease,
  { providerOrderId: number, evidence }: Extract<Outcome, { kind: "accepted" }>,
): Promise<void> {
  const { supplierId } = lease;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      WITH other AS (
        UPDATE fulfillment_items SET reason = 'duplicate_order_id', review_since = COALESCE(review_since, now()),
          updated_at = now()
        WHERE supplier_id = ${supplierId}::uuid AND provider_order_id = ${number} AND state ${inSet("atSupplier")}
          AND reason IS DISTINCT FROM 'duplicate_order_id'
        RETURNING id, order_id
      )
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT order_id, id, 'item.number_repeated', jsonb_build_object('number', ${number}::text) FROM other`;
    await holdSupplier(tx, supplierId, { reason: "repeated_number", ms: longestHoldMs });
  });
  await recordUnknown(db, lease, { kind: "unknown", reason: "duplicate_order_id", evidence });
}
