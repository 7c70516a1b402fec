-- The newest items that each supplier's service took, for the scorecard and for counting a sample of them.
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_of_service;
CREATE INDEX CONCURRENTLY fulfillment_items_of_service ON fulfillment_items (supplier_service_id, submitted_at DESC);
