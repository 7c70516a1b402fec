import { Prisma } from "@/lib/db/generated/client";
import { finalRefusals } from "./refusal-policy";

/**
 * The supplier services that may be asked for the row `item`, the preferred one first: mapped and active, taking
 * that quantity, and without a final refusal of this very item (since an administrator last allowed another try).
 * Suppliers that are on hold or failing are among them.
 */
export const askableServices = Prisma.sql`
  SELECT service.id AS service_id, service.external_id, supplier.id AS supplier_id,
    GREATEST(supplier.hold_until, supplier.open_until) AS away_until, mapping.preference, mapping.id AS mapping_id
  FROM smm_services AS ours
  JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id AND mapping.is_active
  JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
  JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.is_active
  WHERE ours.platform = item.platform AND ours.service_type = item.service_type
    AND item.quantity BETWEEN service.min_quantity AND service.max_quantity
    -- Most items are sent for the first time: nothing has to be looked up for them.
    AND (item.attempt = 0 OR NOT EXISTS (
      SELECT FROM supplier_calls AS call
      WHERE call.item_id = item.id AND call.action = 'add' AND call.supplier_id = supplier.id AND call.outcome = 'rejected'
        AND call.request ->> 'service' = service.external_id AND call.reason = ANY(${finalRefusals}::text[])
        AND call.started_at > COALESCE(item.resubmitted_at, '-infinity')))
  ORDER BY mapping.preference, mapping.id`;
