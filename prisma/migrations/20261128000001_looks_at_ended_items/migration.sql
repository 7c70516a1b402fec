-- Looks at every ended item are planned, not only at completed ones. The index of completed items serves release 1.0.
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_to_look_at;
CREATE INDEX CONCURRENTLY fulfillment_items_to_look_at ON fulfillment_items (next_check_at)
  WHERE state IN ('completed', 'partial', 'canceled') AND next_check_at IS NOT NULL;
