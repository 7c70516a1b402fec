-- Paid orders that are blocked, which the operator's list reads on every admin page.
DROP INDEX CONCURRENTLY IF EXISTS orders_blocked;
CREATE INDEX CONCURRENTLY orders_blocked ON orders (blocked_at, id)
  WHERE blocked_at IS NOT NULL AND payment_status IN ('paid', 'partially_refunded');
