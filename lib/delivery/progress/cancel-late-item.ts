import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { mayBeSent } from "@/lib/quarantine/database-mark";
import {
  openProvider,
  type ProviderOptions,
  type SupplierAccess,
} from "@/lib/suppliers/protocol/open-provider";

type LateRow = {
  order_id: string;
  provider_order_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
};

/**
 * Asks the supplier, once, to cancel an item that it has not begun in time. When it agrees, its next status ends the
 * item, and the money goes back by the usual way. Anything else leaves the item with it, and in review.
 */
export async function cancelLateItem(
  { db, provider: options }: { db: Database; provider: ProviderOptions },
  itemId: string,
): Promise<void> {
  const [item] = await db.$queryRaw<LateRow[]>`
    UPDATE fulfillment_items AS item SET cancel_requested_at = now(), updated_at = now()
    FROM suppliers AS supplier
    WHERE item.id = ${itemId}::uuid AND supplier.id = item.supplier_id AND item.state = 'submitted'
      AND item.reason = 'not_started' AND item.cancel_requested_at IS NULL AND item.provider_order_id IS NOT NULL
      AND ${mayBeSent()}
    RETURNING item.order_id, item.provider_order_id, supplier.kind::text, supplier.api_url, supplier.api_key_sealed`;
  if (!item) return;
  const access = { kind: item.kind, apiUrl: item.api_url, apiKeySealed: item.api_key_sealed };
  const outcome = (await openProvider(access, options)?.cancel(item.provider_order_id))?.kind ?? "rejected";
  await db.$transaction(async (tx) => {
    // Agreed, or nobody knows: the status tells, and is asked for at once. The review mark goes when the item moves.
    await tx.$executeRaw`
      UPDATE fulfillment_items SET updated_at = now(),
        cancel_requested_at = CASE WHEN ${outcome} = 'rejected' THEN NULL ELSE cancel_requested_at END,
        reason = CASE WHEN ${outcome} = 'rejected' THEN 'not_started_not_canceled' ELSE reason END,
        next_check_at = now()
      WHERE id = ${itemId}::uuid AND state = 'submitted'`;
    await recordEvents(tx, [
      { orderId: item.order_id, itemId, type: "item.cancel_requested", data: { outcome } },
    ]);
  });
  logger.info({ itemId, orderId: item.order_id, outcome }, "asked for a late item to be canceled");
}
