-- The paid orders of one network, which create-order reads before each order: its unpaid ones may be thousands in a week.
DROP INDEX CONCURRENTLY IF EXISTS orders_paid_of_network;
CREATE INDEX CONCURRENTLY orders_paid_of_network ON orders (network, created_at)
  WHERE paid_cents > 0 AND network IS NOT NULL;
