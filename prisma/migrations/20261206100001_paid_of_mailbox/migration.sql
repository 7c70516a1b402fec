-- The paid orders of one mailbox, which create-order reads before each order: its unpaid ones may be thousands in a week.
DROP INDEX CONCURRENTLY IF EXISTS orders_paid_of_mailbox;
CREATE INDEX CONCURRENTLY orders_paid_of_mailbox ON orders (email_key(email), created_at) WHERE paid_cents > 0;
