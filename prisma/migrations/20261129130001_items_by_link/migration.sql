-- The search of the admin pages finds orders by a post's link.
DROP INDEX CONCURRENTLY IF EXISTS fulfillment_items_by_link;
CREATE INDEX CONCURRENTLY fulfillment_items_by_link
  ON fulfillment_items (link);
