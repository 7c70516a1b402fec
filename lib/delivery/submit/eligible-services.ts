import { Prisma } from "@/lib/base/db/generated/client";
import { windowMarginMs } from "@/lib/delivery/items/evidence-limits";
import { isMappableSql } from "@/lib/shop/catalog/mappable";
import { finalRefusals } from "./refusal-policy";

const mergeWindow = Prisma.sql`(supplier.evidence_window_seconds * interval '1 second'
  + ${windowMarginMs}::int * interval '1 millisecond')`;

/**
 * Until when a supplier that recognises equal requests would merge the row `item` with an ended order's purchase of the
 * same service, target and quantity. An order still in progress holds the target itself.
 */
const mergesUntil = Prisma.sql`
  SELECT max(COALESCE(call.ended_at, call.started_at)) + ${mergeWindow} AS until
  FROM fulfillment_items AS ended JOIN supplier_calls AS call ON call.item_id = ended.id
  WHERE supplier.evidence_mode = 'dedupe_window' AND ended.target_key = item.target_key
    -- An order that ended before the window was not bought within it.
    AND ended.finished_at > now() - ${mergeWindow}
    AND ended.id <> item.id AND ended.quantity = item.quantity AND call.supplier_id = supplier.id
    AND call.request ->> 'service' = service.external_id AND call.outcome IS DISTINCT FROM 'rejected'`;

/**
 * SQL: the supplier services that may be asked for the row `item`: mapped and active, taking a link and that quantity,
 * without a final refusal of this item since it was last resubmitted. `away_until` is when a supplier that is on hold,
 * failing, or would merge the item can be asked.
 */
export const eligibleServices = Prisma.sql`
  SELECT service.id AS service_id, service.external_id, supplier.id AS supplier_id,
    GREATEST(supplier.hold_until, supplier.open_until, merges.until) AS away_until,
    mapping.preference, mapping.id AS mapping_id
  FROM smm_services AS ours
  JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
  JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
  JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
  LEFT JOIN LATERAL (${mergesUntil}) AS merges ON true
  WHERE ours.platform_slug = item.platform_slug AND ours.service_slug = item.service_slug AND ours.variant = item.variant
    AND item.quantity BETWEEN service.min_quantity AND service.max_quantity AND ${isMappableSql}
    -- Most items are sent for the first time and need no look-up.
    AND (item.attempt = 0 OR NOT EXISTS (
      SELECT FROM supplier_calls AS call
      WHERE call.item_id = item.id AND call.action = 'add' AND call.supplier_id = supplier.id AND call.outcome = 'rejected'
        AND call.request ->> 'service' = service.external_id AND call.reason = ANY(${finalRefusals}::text[])
        AND call.started_at > COALESCE(item.resubmitted_at, '-infinity')))`;
