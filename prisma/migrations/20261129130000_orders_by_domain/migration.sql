-- The search of the admin pages finds orders by the domain of the buyer's address.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_domain;
CREATE INDEX CONCURRENTLY orders_by_domain
  ON orders (split_part(email, '@', 2) COLLATE "C", created_at DESC, id DESC);
