-- An item is replaced once at most.
-- previous release: it writes no replacement, so nothing of it can be refused.
DROP INDEX CONCURRENTLY IF EXISTS "fulfillment_items_replaces_item_id_key";
CREATE UNIQUE INDEX CONCURRENTLY "fulfillment_items_replaces_item_id_key" ON "fulfillment_items"("replaces_item_id");
