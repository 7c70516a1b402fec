-- Orders that ended undelivered, by their end: every sweep looks for those that are still owed a refund.
DROP INDEX CONCURRENTLY IF EXISTS orders_ended_undelivered;
CREATE INDEX CONCURRENTLY orders_ended_undelivered ON orders (finished_at) WHERE status IN ('partial', 'failed');
