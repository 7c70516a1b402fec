-- A number is unique among the items that are still at that supplier. It replaces the index over all items that ever were.
-- previous release: it handles a refused number, and no statement of it names the index.
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_number_in_flight;
CREATE UNIQUE INDEX CONCURRENTLY fulfillment_items_number_in_flight ON fulfillment_items (supplier_id, provider_order_id)
  WHERE state IN ('submitted', 'in_progress');
DROP INDEX CONCURRENTLY IF EXISTS "fulfillment_items_supplier_id_provider_order_id_key";
