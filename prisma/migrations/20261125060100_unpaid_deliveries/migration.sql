-- Orders in delivery that are not paid, which the operator's list reads on every admin page.
DROP INDEX CONCURRENTLY IF EXISTS orders_unpaid_in_delivery;
CREATE INDEX CONCURRENTLY orders_unpaid_in_delivery ON orders (created_at, id)
  WHERE status = 'processing' AND payment_status IN ('unpaid', 'refunded');
