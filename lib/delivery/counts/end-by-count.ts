import type { Tx } from "@/lib/db/client";
import type { FulfillmentItem } from "@/lib/db/generated/client";
import { isItemIn } from "@/lib/db/item-status";
import { recordEvents } from "@/lib/orders/record-event";
import { addMs } from "@/lib/time";
import { recountAndClose } from "../delivery-summary";
import { lockItem } from "../lock-items";
import { canceledWithoutCount } from "../progress/next-progress";
import { promoteWaiting } from "../promote-waiting";
import { betweenProofsMs, type KnownUnits, settlingMs, tolerancePercent } from "./known-units";

/**
 * Ends an item that its supplier canceled without saying how many units remain, once two looks at its counter `since` then
 * prove it. What is provably missing is paid back with the order; the rest has arrived, up to a counter's normal
 * movement. Without that proof the item stays in review. Call it after `lockItemsOf`.
 */
export async function endCanceledByCount(
  tx: Tx,
  item: Pick<FulfillmentItem, "id" | "orderId" | "quantity">,
  { known, since }: { known: KnownUnits; since: Date },
): Promise<void> {
  const { id: itemId, orderId, quantity } = item;
  const { missing, there, isWhole, asOf } = known;
  const unknown = quantity - there - missing;
  const isWholeTwice = isWhole && asOf !== null && asOf >= addMs(since, settlingMs + betweenProofsMs);
  if (!isWholeTwice && (missing === 0 || unknown * 100 > quantity * tolerancePercent)) return;
  const locked = await lockItem(tx, itemId);
  if (!isItemIn("atSupplier", locked.state) || locked.reason !== canceledWithoutCount) return;
  const to = missing === 0 ? "completed" : "canceled";
  await tx.$executeRaw`
    UPDATE fulfillment_items SET state = ${to}::item_state, remains = ${missing}::int, reason = NULL,
      review_since = NULL, finished_at = clock_timestamp(), next_check_at = now() + interval '1 day', updated_at = now()
    WHERE id = ${itemId}::uuid`;
  const data = { word: locked.providerStatus, counted: quantity - missing };
  await recordEvents(tx, [{ orderId, itemId, type: "item.changed", from: locked.state, to, data }]);
  await recountAndClose(tx, [orderId]);
  await promoteWaiting(tx, [locked.targetKey]);
}
