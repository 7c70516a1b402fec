-- The items at their suppliers by age. It replaces the index of those that have not begun.
-- previous release: its query for items that have not begun is served by the new index too.
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_at_supplier;
CREATE INDEX CONCURRENTLY fulfillment_items_at_supplier ON fulfillment_items (submitted_at)
  WHERE state IN ('submitted', 'in_progress') AND review_since IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_not_begun;
