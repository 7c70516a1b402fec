import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { submitJob } from "./promote-waiting";
import type { SupplierAccess } from "./providers/open-provider";
import type { AddRequest } from "./providers/provider";
import { finalRefusals } from "./refusal-policy";

/** The right to send one item once. Whoever doesn't hold its token can't record what came of it. */
export type Claim = {
  itemId: string;
  orderId: string;
  targetKey: string;
  attempt: number;
  token: string;
  supplierId: string;
  access: SupplierAccess;
  request: AddRequest;
};

/**
 * The supplier services that may be asked for the row `item`, the preferred one first: mapped and active, taking
 * that quantity, and without a final refusal of this very item. Suppliers on hold are among them.
 */
export const askable = Prisma.sql`
  SELECT service.id AS service_id, service.external_id, supplier.id AS supplier_id, supplier.kind::text,
    supplier.api_url, supplier.api_key_sealed, supplier.hold_until, mapping.preference
  FROM smm_services AS ours
  JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
  JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
  JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
  WHERE ours.platform = item.platform AND ours.service_type = item.service_type
    AND item.quantity BETWEEN service.min_quantity AND service.max_quantity
    AND NOT EXISTS (
      SELECT FROM supplier_calls AS call
      WHERE call.item_id = item.id AND call.supplier_id = supplier.id AND call.outcome = 'rejected'
        AND call.request ->> 'service' = service.external_id AND call.reason = ANY(${finalRefusals}::text[]))
  ORDER BY mapping.preference, mapping.id`;

type ClaimRow = {
  order_id: string;
  target_key: string;
  attempt: number;
  link: string;
  quantity: number;
  supplier_id: string;
  external_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
};

/**
 * Claims a ready item for one call to the preferred supplier that is not on hold. It is one statement, committed
 * when this resolves: from then on the item is `submitting`, and the open call stands in the records. Null when
 * the item isn't ready, isn't due, or no supplier can be asked now.
 */
export async function claimItem(db: Database, itemId: string): Promise<Claim | null> {
  const token = newId();
  const [row] = await db.$queryRaw<ClaimRow[]>`
    WITH item AS (
      SELECT * FROM fulfillment_items
      WHERE id = ${itemId}::uuid AND state = 'ready' AND (not_before IS NULL OR not_before <= now())
      FOR UPDATE
    ), chosen AS (
      SELECT choice.* FROM item, LATERAL (${askable}) AS choice
      WHERE choice.hold_until IS NULL OR choice.hold_until <= now()
      LIMIT 1
    ), claimed AS (
      UPDATE fulfillment_items AS target SET state = 'submitting', attempt = target.attempt + 1,
        claim_token = ${token}::uuid, claimed_at = now(), not_before = NULL, reason = NULL, review_since = NULL,
        supplier_id = chosen.supplier_id, supplier_service_id = chosen.service_id, updated_at = now()
      FROM item, chosen WHERE target.id = item.id
      RETURNING target.*
    ), call AS (
      INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request)
      SELECT ${newId()}::uuid, claimed.id, claimed.supplier_id, claimed.attempt, 'add',
        jsonb_build_object('service', chosen.external_id, 'link', claimed.link, 'quantity', claimed.quantity)
      FROM claimed, chosen
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'ready', 'submitting', jsonb_build_object('attempt', attempt) FROM claimed
    )
    SELECT claimed.order_id, claimed.target_key, claimed.attempt, claimed.link, claimed.quantity,
      chosen.supplier_id, chosen.external_id, chosen.kind, chosen.api_url, chosen.api_key_sealed
    FROM claimed, chosen`;
  if (!row) return null;
  return {
    itemId,
    orderId: row.order_id,
    targetKey: row.target_key,
    attempt: row.attempt,
    token,
    supplierId: row.supplier_id,
    access: { kind: row.kind, apiUrl: row.api_url, apiKeySealed: row.api_key_sealed },
    request: { service: row.external_id, link: row.link, quantity: row.quantity },
  };
}

type DeferredRow = { order_id: string; not_before: Date; reason: string; is_new: boolean };

/**
 * Puts off a ready and due item that nobody can be asked for now: until the first hold ends, or for five minutes
 * and into review when no supplier is mapped to it at all. Does nothing to an item that is in any other state.
 */
export async function deferItem(db: Database, itemId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [deferred] = await tx.$queryRaw<DeferredRow[]>`
      WITH item AS (
        SELECT * FROM fulfillment_items
        WHERE id = ${itemId}::uuid AND state = 'ready' AND (not_before IS NULL OR not_before <= now())
        FOR UPDATE
      ), outlook AS (
        SELECT item.id, item.review_since, count(choice.service_id) > 0 AS is_on_hold, min(choice.hold_until) AS hold_until
        FROM item LEFT JOIN LATERAL (${askable}) AS choice ON true
        GROUP BY item.id, item.review_since
      )
      UPDATE fulfillment_items AS target SET updated_at = now(),
        reason = CASE WHEN outlook.is_on_hold THEN 'supplier_on_hold' ELSE 'no_supplier' END,
        review_since = CASE WHEN outlook.is_on_hold THEN NULL ELSE COALESCE(target.review_since, now()) END,
        -- Spread over a second, so that a recovered supplier isn't met by everything at once.
        not_before = CASE WHEN outlook.is_on_hold
          THEN GREATEST(outlook.hold_until, now()) + random() * interval '1 second'
          ELSE now() + interval '5 minutes' END
      FROM outlook WHERE target.id = outlook.id
      RETURNING target.order_id, target.not_before, target.reason, outlook.review_since IS NULL AS is_new`;
    if (!deferred) return;
    await enqueue(tx, [submitJob(itemId, deferred.not_before)]);
    if (deferred.reason === "no_supplier" && deferred.is_new) {
      logger.warn({ itemId, orderId: deferred.order_id, reason: deferred.reason }, "an item needs a person");
    }
  });
}
