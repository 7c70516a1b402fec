import type { Tx } from "@/lib/base/db/client";
import { inSet } from "@/lib/base/db/item-status";
import { AppError, conflict } from "@/lib/base/errors";
import { plural } from "@/lib/base/text/plural";
import { updateSupplier } from "@/lib/delivery/suppliers/edit-supplier";

/** The account behind a new address or key: the account that the items in flight are at, or another one. */
export type Account = "same" | "other";

type Update = typeof updateSupplier;
type ChangeInput = Parameters<Update>[1] & { account?: Account | undefined };

/**
 * `updateSupplier` that asks about the items in flight, because their order numbers mean nothing at another account.
 * With a new address or key and `account` "same" they are asked about there; with "other" they stay at the old account:
 * they go into review and are not polled. Errors: those of updateSupplier; invalid_input when items are in flight and
 * `account` is missing; conflict while a call to the old account is open.
 */
export async function changeSupplier(
  deps: Parameters<Update>[0],
  { account, ...input }: ChangeInput,
): Promise<void> {
  const { supplierId } = input;
  await updateSupplier(deps, input, async (tx) => {
    if (account === "same") return;
    const [asked] = await tx.$queryRaw<{ count: number; calls: number }[]>`
      SELECT count(*)::int AS count, (count(*) FILTER (WHERE state = 'submitting'))::int AS calls
      FROM fulfillment_items
      WHERE supplier_id = ${supplierId}::uuid AND (state ${inSet("mayBeAtSupplier")}
        OR (provider_order_id IS NOT NULL AND next_check_at IS NOT NULL))`;
    if (!asked?.count) return;
    if (account === undefined) {
      const choice = `The shop still asks about ${plural(asked.count, "item")} there. Say whether this is the same account.`;
      throw new AppError("invalid_input", { fieldErrors: { account: choice } });
    }
    if (asked.calls > 0) {
      throw conflict(
        "An order is being sent to the old account. Pause the supplier, wait a minute and save again.",
      );
    }
    await leaveAccount(tx, supplierId);
  });
}

/** Ends the asking about every item at the supplier's present account; those that have not ended go into review. */
async function leaveAccount(tx: Tx, supplierId: string): Promise<void> {
  // Without its lease's token, an item of a lost call takes no late answer: the answer flags its order instead.
  await tx.$executeRaw`
    WITH item AS (
      SELECT id, state ${inSet("final")} AS has_ended, provider_order_id AS number FROM fulfillment_items
      WHERE supplier_id = ${supplierId}::uuid AND (state ${inSet("mayBeAtSupplier")} OR next_check_at IS NOT NULL)
      ORDER BY id FOR UPDATE
    ), left_behind AS (
      UPDATE fulfillment_items AS changed SET provider_order_id = NULL, lease_token = NULL,
        former_order_number = COALESCE(item.number, former_order_number),
        reason = CASE WHEN has_ended THEN reason ELSE 'account_changed' END,
        review_since = CASE WHEN has_ended THEN review_since ELSE COALESCE(review_since, now()) END,
        next_check_at = CASE WHEN has_ended THEN next_check_at END, updated_at = now()
      FROM item WHERE changed.id = item.id
      RETURNING changed.id, changed.order_id, item.has_ended, item.number
    )
    INSERT INTO order_events (order_id, item_id, type, data)
    SELECT order_id, id, 'item.account_changed', jsonb_build_object('number', number)
    FROM left_behind WHERE NOT has_ended`;
}
