-- The paid orders of one profile, which create-order reads before each order: its unpaid ones may be thousands in a week.
DROP INDEX CONCURRENTLY IF EXISTS orders_paid_of_target;
CREATE INDEX CONCURRENTLY orders_paid_of_target ON orders (username COLLATE "C", created_at) WHERE paid_cents > 0;
